import { addBusinessTime, businessTimeBetween } from './business-time.ts'
import type { ClockPolicies } from './clock-policies.ts'
import { clockNames, type ClockName, type PriorityName, type Sla, type TicketClock } from './fields.ts'

/** The fields of a ticket on which its clocks depend. */
interface Progress {
  priority: PriorityName
  status: string
  first_response_at: string | null
}

/** Stored fields of the clocks; `next_due_at` is the next unmet due time while the clocks run. */
export interface Clocks {
  sla: Sla | null
  clock: TicketClock | null
  next_due_at: string | null
}

const minuteMilliseconds = 60_000

/** Share of the business time after which people are warned of a due time (decision 0066). */
const warningShare = 0.75

const isRunning = ({ status }: Progress): boolean => status === 'open' || status === 'in_progress'

const isMet = (name: ClockName, { first_response_at }: Progress): boolean =>
  name === 'first_response' && first_response_at !== null

const dueTime = (sla: Sla | null, name: ClockName): string | null => sla?.[`${name}_due_at`] ?? null

const toTime = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())

type Due = Record<'due_at' | 'soon_at', string | null>

/** Returns the due time of a running clock, and the time of its warning, from the time it has run. */
const computeDue = (policies: ClockPolicies, since: string, elapsed: number, total: number): Due => {
  const after = (milliseconds: number) => addBusinessTime(policies, Date.parse(since), milliseconds)
  const due = after(total - elapsed)
  // at least 1 ms, so that an overdue warning waits for business hours
  const soon = after(Math.max(1, total * warningShare - elapsed))
  return { due_at: toTime(due), soon_at: due !== null && soon !== null && soon < due ? toTime(soon) : null }
}

const toClocks = (before: Clocks, clock: TicketClock, after: Progress, dues: Due[], at: string): Clocks => {
  const [first, second] = dues as [Due, Due]
  const open = isRunning(after)
    ? clockNames.flatMap((name, n) => (isMet(name, after) ? [] : (dues[n]?.due_at ?? [])))
    : []
  const next_due_at = open.toSorted()[0] ?? null
  const isPast = (time: string | null) => time !== null && time <= at
  const breached = before.sla?.breached === true || isPast(before.next_due_at) || isPast(next_due_at)
  const hasDue = dues.some(({ due_at }) => due_at !== null)
  return {
    sla:
      hasDue || breached || before.sla
        ? { first_response_due_at: first.due_at, resolution_due_at: second.due_at, breached }
        : null,
    clock: { ...clock, first_response_soon_at: first.soon_at, resolution_soon_at: second.soon_at },
    next_due_at,
  }
}

/** Returns true if a change of a ticket starts or stops its clocks, or gives them other targets. */
export const needsPolicies = (before: Progress, after: Progress): boolean =>
  isRunning(before) !== isRunning(after) || before.priority !== after.priority

/** Returns the state of the clock after a change of status at a time. */
const startOrStop = (policies: ClockPolicies, clock: TicketClock, after: Progress, at: string) => {
  const { running_since: since, elapsed } = clock
  if (isRunning(after)) return { ...clock, running_since: since ?? at }
  const passed = since === null ? 0 : businessTimeBetween(policies, Date.parse(since), Date.parse(at))
  return { ...clock, running_since: null, elapsed: elapsed + passed }
}

/**
 * Returns the clocks after a change of status or priority. A passed due time stays when a paused clock resumes. After
 * a change of priority, due times are computed as if the ticket had always had that priority, without paused time.
 */
export const recomputeClocks = (
  policies: ClockPolicies,
  before: Clocks & Progress & { clock: TicketClock },
  after: Progress,
  at: string,
): Clocks => {
  const clock = startOrStop(policies, before.clock, after, at)
  const targets = policies.priorities[after.priority]
  const dues = clockNames.map((name): Due => {
    const known = { due_at: dueTime(before.sla, name), soon_at: null }
    if (isMet(name, after)) return known
    const minutes = targets?.[`${name}_minutes`] ?? null
    if (minutes === null) return { due_at: null, soon_at: null }
    const total = minutes * minuteMilliseconds
    // while the clocks are stopped, a due time may still be that of a former priority
    const hasPassed = known.due_at !== null && known.due_at <= at && clock.elapsed >= total
    if (hasPassed && before.priority === after.priority) return known
    if (clock.running_since !== null) return computeDue(policies, clock.running_since, clock.elapsed, total)
    return after.status === 'pending' ? { due_at: null, soon_at: null } : known
  })
  return toClocks(before, clock, after, dues, at)
}

/** Returns the clocks of a new ticket; none if the policies have no targets. */
export const startClocks = (
  policies: ClockPolicies & { version: number },
  { created_at, ...ticket }: Progress & { created_at: string },
): Clocks => {
  const none = { sla: null, next_due_at: null }
  if (Object.values(policies.priorities).every((targets) => targets === null)) return { ...none, clock: null }
  const clock = {
    policies_version: policies.version,
    running_since: created_at,
    elapsed: 0,
    first_response_soon_at: null,
    resolution_soon_at: null,
  }
  return recomputeClocks(policies, { ...none, ...ticket, clock }, ticket, created_at)
}

/** Returns the clocks after a first response. */
export const answerClocks = (
  before: Clocks & { clock: TicketClock },
  after: Progress,
  at: string,
): Clocks => {
  const { sla, clock } = before
  const dues = clockNames.map((name) => ({ due_at: dueTime(sla, name), soon_at: clock[`${name}_soon_at`] }))
  return toClocks(before, clock, after, dues, at)
}

/** A running clock whose due time is not met. */
export interface DueClock {
  name: ClockName
  due_at: string
  soon_at: string | null
}

/** Returns the running clocks of a ticket whose due times are not met. */
export const dueClocks = (ticket: Clocks & Progress): DueClock[] =>
  clockNames.flatMap((name) => {
    const due_at = dueTime(ticket.sla, name)
    if (due_at === null || !ticket.clock || !isRunning(ticket) || isMet(name, ticket)) return []
    return [{ name, due_at, soon_at: ticket.clock[`${name}_soon_at`] }]
  })
