import type { Actor } from '../../platform/identity/actor.ts'
import * as z from '../../platform/schema/schema.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { transact, writeItem, updateItem } from '../../platform/table/table.ts'
import { changedFields, type Changes, type IfMatch } from '../../platform/table/changes.ts'
import { users } from '../../platform/identity/user.ts'
import { now } from '../../platform/runtime/time.ts'
import { awaitLater } from '../../platform/runtime/await-later.ts'
import { agentFields, agentsOnly, isAssignable, requireTicket } from './access.ts'
import { ticketMessages } from './ticket-message.ts'
import { toTicketCopy } from './ticket-copy.ts'
import { transitionTo, requireTicketTransition, requirePermittedTransition } from './status-changes.ts'
import { requireRater, requireSolved } from './rating.ts'
import { tickets, type StoredTicket, type TicketInput } from './ticket.ts'
import { changedGroup, findCategoryGroup, findRequestedGroup } from './ticket-group.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'

/** Counter for ticket numbers; its version is the last assigned number. */
const ticketCounters = entity({
  name: 'support.ticket_counter',
  isInternal: true,
  schema: z.object({ of: z.string(), version: z.int() }),
  key: ({ of }: { of: string }) => ({ pk: `counter#${of}`, sk: 'counter' }),
})

const ids = { of: 'tickets' }

type Counter = ThingOf<typeof ticketCounters> | undefined

const findCounter = (): Promise<Counter> => ticketCounters.find(ids)

/** Returns the next number, and the write that takes it on condition that no other request took it first. */
const nextNumber = (counter: Counter): { number: number; taking: Operation } =>
  counter
    ? { number: counter.version + 1, taking: ticketCounters.toUpdate(counter, {}) }
    : { number: 1, taking: ticketCounters.toCreate({ ...ids, version: 1 }) }

/**
 * Takes a unique number, even under contention. A number is lost if no ticket is created with it, or if the response
 * got lost and the call was retried: numbers may have gaps.
 */
const takeNumber = async (): Promise<number> => {
  const before = await updateItem({ ...ticketCounters.toAdd(ids, 'version', 1), otherwise: undefined })
  return ticketCounters.read(before).version + 1
}

type Fields = z.output<typeof TicketInput>
type NewTicket = Omit<Fields, 'status' | 'assignee_id' | 'group_id' | 'rating'> & {
  description: string | null
}

type Place = Partial<Pick<StoredTicket, 'number' | 'group_id' | 'group'>>

/**
 * Prepares a ticket, and its first message if the description is not blank, for the number and group that it will get.
 */
const prepareTicket = ({ id, name }: Actor, { description, ...fields }: NewTicket) => {
  const requester = { id, name }
  const ticket = tickets.make({ ...fields, requester, number: 0 })
  if (description === null) return (place: Place) => ({ ticket: { ...ticket, ...place }, first: [] })
  const author = { type: 'requester' as const, ...requester }
  const { id: ticket_id, created_at } = ticket
  const text = { ticket_id, text: description, author, requester_id: id, created_at }
  const message = ticketMessages.make({ ...text, ticket: toTicketCopy(ticket) })
  const known = { message_count: 1, last_message_at: created_at, description_id: message.id }
  return (place: Place) => {
    const placed = { ...ticket, ...known, ...place }
    return {
      ticket: placed,
      first: [ticketMessages.toCreate({ ...message, ticket: toTicketCopy(placed) })],
    }
  }
}

/** Creates a ticket. Under contention, a request that loses the race for the next number takes one from the counter. */
export const openTicket = async (requester: Actor, fields: NewTicket): Promise<StoredTicket> => {
  const prepared = prepareTicket(requester, fields)
  const create = async (number: number, taking: Operation[] = []) => {
    const { ticket, first } = prepared({ number, group, group_id: group?.id ?? null })
    await transact([...taking, tickets.toCreate(ticket), ...first])
    return ticket
  }
  // an interrupted earlier attempt may have created the ticket already, under its own number
  const [counter, present, group] = await Promise.all([
    findCounter(),
    tickets.find(prepared({}).ticket),
    findCategoryGroup(fields.category),
  ])
  if (present) return present
  const { number, taking } = nextNumber(counter)
  return (await ignoreConflict(() => create(number, [taking]))) ?? create(await takeNumber())
}

type TicketChanges = Changes<Fields>

/** Returns the agent to assign; throws 422 if the user is not an active agent. */
const requireAssignee = async (id: string) => {
  const person = await users.find({ id })
  if (!person || !isAssignable(person)) throw invalid('assignee_id', 'must be the ID of a support agent')
  return { id, name: person.name }
}

const requireUnreserved = (ticket: StoredTicket, changes: TicketChanges): void => {
  const changed = new Set(Object.keys(changedFields(ticket, changes)))
  const reserved = agentFields.find((field) => changed.has(field))
  if (reserved) throw agentsOnly(`change "${reserved}"`)
}

/**
 * Changes the status, fields, assignee or group of a ticket; writes nothing if nothing differs. Throws 403, 409, 412
 * and 422.
 */
export const changeTicket = async (
  actor: Actor,
  id: string,
  { status, assignee_id, group_id, ...words }: TicketChanges,
  ifMatch: IfMatch,
): Promise<StoredTicket> => {
  // validated in parallel, thrown only after the caller's permission is checked
  const assigning = awaitLater(assignee_id ? requireAssignee(assignee_id) : Promise.resolve(null))
  const grouping = { group_id, category: words.category }
  const group = awaitLater(findRequestedGroup(grouping))
  const found = requireTicket(actor, await tickets.find({ id }))
  return tickets.modify(found.ticket, async (current) => {
    const { side } = requireTicket(actor, current)
    requirePermittedTransition(current, status, side)
    requireRater(current, words.rating, side)
    if (side === 'requester') requireUnreserved(current, { ...words, assignee_id, group_id })
    const isAssigned = assignee_id !== undefined && assignee_id !== current.assignee_id
    const moving = transitionTo(current, status)
    const deed = { by: { id: actor.id, name: actor.name }, at: now(), version: current.version + 1 }
    const changes = {
      ...changedFields(current, words),
      ...(await changedGroup(current, grouping, group)),
      ...(isAssigned && {
        assignee_id,
        assignee: await assigning,
        given: assignee_id === null ? null : deed,
      }),
      ...moving,
      ...(moving.status && { moved: deed }),
    }

    const handled = side === 'agent' && { handled_at: deed.at }
    const update = tickets.toUpdate(current, { ...changes, ...handled }, ifMatch)
    requireTicketTransition(current, status)
    requireSolved(current, words.rating, status)
    if (Object.keys(changes).length === 0) return current
    await writeItem(update)
    return update.thing
  })
}
