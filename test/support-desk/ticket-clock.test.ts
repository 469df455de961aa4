import { expect, test } from 'vitest'
import { weekdays } from '../../src/support/clock/business-time.ts'
import {
  answerClocks,
  dueClocks,
  recomputeClocks,
  startClocks,
  type Clocks,
} from '../../src/support/clock/ticket-clock.ts'

/** New York from nine to five: on Friday, 2026-10-30, at UTC-4, from Sunday on at UTC-5. */
const policies = {
  priorities: {
    low: null,
    normal: { first_response_minutes: null, resolution_minutes: 480 },
    high: { first_response_minutes: 60, resolution_minutes: 240 },
    urgent: { first_response_minutes: 15, resolution_minutes: 30 },
  },
  business_hours: weekdays.slice(0, 5).map((day) => ({ day, start: '09:00', end: '17:00' })),
  holidays: ['2026-11-04'],
  timezone: 'America/New_York',
  version: 7,
}

interface Ticket extends Clocks {
  priority: keyof typeof policies.priorities
  status: string
  first_response_at: string | null
}

const at = (time: string) => new Date(time).toISOString()

const friday = at('2026-10-30T20:00Z')

/** Opens a ticket on Friday, an hour before the weekend. */
const openOnFriday = (): Ticket => {
  const ticket = { priority: 'high' as const, status: 'open', first_response_at: null }
  return { ...ticket, ...startClocks(policies, { ...ticket, created_at: friday }) }
}

const change = (before: Ticket, changes: Partial<Ticket>, time: string): Ticket => {
  const after = { ...before, ...changes }
  const { clock } = before
  return { ...after, ...recomputeClocks(policies, { ...before, clock: clock! }, after, at(time)) }
}

const pause = (ticket: Ticket, from: string, until: string): Ticket =>
  change(change(ticket, { status: 'pending' }, from), { status: 'open' }, until)

/** Returns both due times and `breached`, without zero minutes and seconds. */
const slaOf = ({ sla }: Ticket) =>
  sla && [
    sla.first_response_due_at?.slice(0, 16),
    sla.resolution_due_at?.slice(0, 16),
    ...(sla.breached ? ['breached'] : []),
  ]

test('The clocks of a ticket are paused over the weekend and follow the clock change', () => {
  const ticket = openOnFriday()

  expect(slaOf(ticket)).toEqual(['2026-10-30T21:00', '2026-11-02T17:00'])
  expect(dueClocks(ticket)).toEqual([
    { name: 'first_response', due_at: at('2026-10-30T21:00Z'), soon_at: at('2026-10-30T20:45Z') },
    { name: 'resolution', due_at: at('2026-11-02T17:00Z'), soon_at: at('2026-11-02T16:00Z') },
  ])
  expect(ticket.next_due_at).toBe(at('2026-10-30T21:00Z'))
})

test('The clocks of a pending ticket are paused, and resume with the remaining business time', () => {
  const pending = change(openOnFriday(), { status: 'pending' }, '2026-10-30T20:30Z')
  const open = change(pending, { status: 'open' }, '2026-11-02T16:00Z')

  expect([slaOf(pending), dueClocks(pending), pending.next_due_at]).toEqual([
    [undefined, undefined],
    [],
    null,
  ])
  expect(slaOf(open)).toEqual(['2026-11-02T16:30', '2026-11-02T19:30'])
  expect(dueClocks(open).map(({ soon_at }) => soon_at)).toEqual([
    at('2026-11-02T16:15Z'),
    at('2026-11-02T18:30Z'),
  ])
})

test('A first response stops its clock, and a change of priority keeps the time that has passed', () => {
  const open = pause(openOnFriday(), '2026-10-30T20:30Z', '2026-11-02T16:00Z')
  const answered = { ...open, first_response_at: at('2026-11-02T16:10Z') }
  const after = {
    ...answered,
    ...answerClocks({ ...open, clock: open.clock! }, answered, at('2026-11-02T16:10Z')),
  }
  const low = change(after, { priority: 'low' }, '2026-11-02T16:11Z')
  const normal = change(low, { priority: 'normal' }, '2026-11-02T16:12Z')

  expect([slaOf(after), after.next_due_at]).toEqual([slaOf(open), at('2026-11-02T19:30Z')])
  expect([slaOf(low), low.next_due_at]).toEqual([['2026-11-02T16:30', undefined], null])
  expect(slaOf(normal)).toEqual(['2026-11-02T16:30', '2026-11-03T15:30'])
})

test('The clock of a reopened ticket resumes, over a holiday', () => {
  const normal = change(openOnFriday(), { priority: 'normal' }, '2026-10-30T20:00Z')
  const resolved = change(normal, { status: 'resolved' }, '2026-11-02T17:00Z')
  const open = change(resolved, { status: 'open' }, '2026-11-03T20:00Z')

  // an hour on Friday and three on Monday have passed
  expect(slaOf(resolved)).toEqual([undefined, '2026-11-02T21:00'])
  expect(slaOf(open)).toEqual([undefined, '2026-11-05T16:00'])
})

test('A ticket that is reopened with a higher priority is due by its new targets', () => {
  const normal = change(openOnFriday(), { priority: 'normal' }, '2026-10-30T20:00Z')
  const resolved = change(normal, { status: 'resolved' }, '2026-11-02T17:00Z')
  const urgent = change(resolved, { priority: 'urgent' }, '2026-11-02T17:10Z')
  const open = change(urgent, { status: 'open' }, '2026-11-02T17:30Z')

  // four hours have passed; an urgent ticket has half an hour
  expect(slaOf(urgent)).toEqual([undefined, '2026-11-02T21:00'])
  expect(open.sla?.breached).toBe(true)
  expect(open.sla!.resolution_due_at! <= at('2026-11-02T17:30Z')).toBe(true)
})

test('A due time that has passed stays, and a higher priority may have passed already', () => {
  const late = pause(openOnFriday(), '2026-11-02T14:30Z', '2026-11-02T15:00Z')
  const urgent = change(openOnFriday(), { priority: 'urgent' }, '2026-11-02T15:00Z')

  expect(slaOf(late)).toEqual(['2026-10-30T21:00', '2026-11-02T17:30', 'breached'])
  expect(late.next_due_at).toBe(at('2026-10-30T21:00Z'))
  expect(slaOf(urgent)).toEqual(['2026-10-30T20:15', '2026-10-30T20:30', 'breached'])
  expect(slaOf(change(urgent, { priority: 'normal' }, '2026-11-02T15:01Z'))).toEqual([
    undefined,
    '2026-11-02T21:00',
    'breached',
  ])
})
