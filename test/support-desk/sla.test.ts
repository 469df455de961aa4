import { describe, expect, test } from 'vitest'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { updatePolicies } from '../../src/support/endpoints/update-policies.ts'
import { call } from '../support/call.ts'
import { atTime } from '../support/clock.ts'
import { changedTicket, givenDesk, givenMessage, givenTicket, ticketFor } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { dayAndNight, givenPolicies, minute, minutesAfter } from './given-policies.ts'

const { requester, agent, admin } = await givenDesk()

const minutesOf = ({
  created_at,
  sla,
}: {
  created_at: string
  sla: { first_response_due_at: string | null; resolution_due_at: string | null; breached: boolean } | null
}) => {
  const after = (at: string | null) => at && (Date.parse(at) - Date.parse(created_at)) / minute
  return sla && [after(sla.first_response_due_at), after(sla.resolution_due_at), sla.breached]
}

describe('Due times of a ticket', () => {
  test('stay null for tickets created without policies', async () => {
    const early = await givenTicket(requester)
    await givenPolicies()

    const changed = await changedTicket(agent, early, { priority: 'urgent', status: 'pending' })

    expect([early.sla, changed.sla]).toEqual([null, null])
  })

  test('follow the priority, also for the requester and in lists', async () => {
    const priorities = ['low', 'normal', 'high', 'urgent'] as const
    const made = await Promise.all(priorities.map((priority) => givenTicket(requester, { priority })))
    const [, normal] = made
    await settle()

    expect(made.map(minutesOf)).toEqual([null, [480, 2_880, false], [null, 30, false], [60, 240, false]])
    expect((await ticketFor(requester, normal!)).sla).toEqual(normal!.sla)
    const { items } = (await call(listTickets, { as: requester })).body
    expect(items.find(({ id }) => id === normal!.id)?.sla).toEqual(normal!.sla)
  })

  test('pauses the clocks while the ticket is pending', async () => {
    const ticket = await givenTicket(requester, { priority: 'urgent' })

    const pending = await atTime(minutesAfter(ticket.created_at, 10), () =>
      changedTicket(agent, ticket, { status: 'pending' }),
    )
    await atTime(minutesAfter(ticket.created_at, 13), () => givenMessage(requester, ticket))
    const open = await ticketFor(agent, ticket)

    expect(minutesOf(pending)).toEqual([null, null, false])
    expect([open.status, minutesOf(open)]).toEqual(['open', [63, 243, false]])
  })

  test('end with the first public message of an agent and with the resolution', async () => {
    const ticket = await givenTicket(requester, { priority: 'urgent' })
    await givenMessage(agent, ticket, { is_internal: true })
    await givenMessage(requester, ticket)
    const before = await ticketFor(agent, ticket)
    await atTime(minutesAfter(ticket.created_at, 5), () => givenMessage(agent, ticket))
    const pending = await atTime(minutesAfter(ticket.created_at, 6), () =>
      changedTicket(agent, ticket, { status: 'pending' }),
    )
    const resolved = await atTime(minutesAfter(ticket.created_at, 8), () =>
      changedTicket(agent, ticket, { status: 'resolved' }),
    )
    const open = await atTime(minutesAfter(ticket.created_at, 9), () =>
      changedTicket(requester, ticket, { status: 'open' }),
    )

    expect(before.first_response_at).toBeNull()
    expect(minutesOf(pending)).toEqual([60, null, false])
    expect(minutesOf(resolved)).toEqual([60, null, false])
    expect(minutesOf(open)).toEqual([60, 243, false])
  })

  test('stay after a message of an agent on their own ticket', async () => {
    const own = await givenTicket(agent, { priority: 'urgent' })
    await givenMessage(agent, own)

    const { first_response_at, sla } = await ticketFor(admin, own)

    expect([first_response_at, sla]).toEqual([null, own.sla])
  })

  test('count from the creation for another priority, and keep the first response', async () => {
    const ticket = await givenTicket(requester)
    await atTime(minutesAfter(ticket.created_at, 2), () =>
      changedTicket(agent, ticket, { status: 'pending' }),
    )
    await atTime(minutesAfter(ticket.created_at, 4), () => changedTicket(agent, ticket, { status: 'open' }))

    const urgent = await changedTicket(agent, ticket, { priority: 'urgent' })
    await givenMessage(agent, ticket)
    const high = await changedTicket(agent, ticket, { priority: 'high' })
    const low = await changedTicket(agent, ticket, { priority: 'low' })
    const again = await changedTicket(agent, ticket, { priority: 'normal' })

    expect(minutesOf(urgent)).toEqual([62, 242, false])
    expect(minutesOf(high)).toEqual([62, 32, false])
    expect(minutesOf(low)).toEqual([62, null, false])
    expect(minutesOf(again)).toEqual([62, 2_882, false])
  })

  test('follow the version of the policies at the creation', async () => {
    const ticket = await givenTicket(requester)
    await givenPolicies({ priorities: { low: null, normal: null, high: null, urgent: null } })
    const later = await givenTicket(requester)

    const urgent = await changedTicket(agent, ticket, { priority: 'urgent' })
    await givenPolicies()

    expect([later.sla, minutesOf(urgent)]).toEqual([null, [60, 240, false]])
  })

  test('record a late response and a late resolution', async () => {
    const [first, second, third] = await Promise.all(
      [0, 1, 2].map(() => givenTicket(requester, { priority: 'high' })),
    )
    const late = minutesAfter(first!.created_at, 31)
    await atTime(late, () => givenMessage(agent, first!))
    const resolved = await atTime(late, () => changedTicket(agent, second!, { status: 'resolved' }))
    const reopened = await atTime(late, () => changedTicket(agent, second!, { status: 'open' }))
    const raised = await atTime(late, () => changedTicket(agent, second!, { priority: 'normal' }))
    const pending = await atTime(late, () => changedTicket(agent, third!, { status: 'pending' }))

    expect((await ticketFor(agent, first!)).sla?.breached).toBe(true)
    expect(minutesOf(resolved)).toEqual([null, 30, true])
    expect(minutesOf(reopened)).toEqual([null, 30, true])
    expect(raised.sla?.breached).toBe(true)
    expect(minutesOf(pending)).toEqual([null, 30, true])
  })

  test('cannot be written', async () => {
    const ticket = await givenTicket(requester, { priority: 'urgent' })

    const same = await changedTicket(agent, ticket, { ...ticket, sla: null } as never)

    expect(same).toMatchObject({ sla: ticket.sla, version: ticket.version })
  })

  test('agree with the status after ten changes at once', async () => {
    const ticket = await givenTicket(requester, { priority: 'urgent' })
    const statuses = ['pending', 'open'] as const

    await Promise.all(
      Array.from({ length: 10 }, (_, n) => changedTicket(agent, ticket, { status: statuses[n % 2]! })),
    )
    const after = await changedTicket(agent, ticket, { status: 'in_progress' })

    expect(after.sla?.breached).toBe(false)
    const [first, second] = minutesOf(after) as [number, number]
    expect([first >= 60 && first < 61, Math.round((second - first) * minute)]).toEqual([true, 180 * minute])
  })
})

describe('Due times in GET /support/tickets', () => {
  const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

  test('filter overdue tickets, sort by the next due time, and are counted', async () => {
    const person = await signedIn()
    const [low, normal, high, urgent, pending] = await Promise.all(
      (['low', 'normal', 'high', 'urgent', 'urgent'] as const).map((priority) =>
        givenTicket(person, { priority }),
      ),
    )
    await changedTicket(agent, pending!, { status: 'pending' })
    await settle()
    const list = async (query: object) =>
      await made(listTickets, { as: agent, query: { all: true, requester_id: person.id, ...query } })

    const nulls = idsOf([low!, pending!]).toSorted().toReversed()
    const soonest = [high!.id, urgent!.id, normal!.id]
    expect(idsOf((await list({ sort: 'sla' })).items)).toEqual([...soonest, ...nulls])
    expect(idsOf((await list({ sort: '-sla' })).items)).toEqual([...soonest.toReversed(), ...nulls])
    const [overdue, others] = await atTime(minutesAfter(high!.created_at, 31), () =>
      Promise.all([list({ overdue: true }), list({ overdue: false })]),
    )
    expect([idsOf(overdue.items), overdue.counts]).toEqual([
      [high!.id],
      { open: 1, in_progress: 0, pending: 0, resolved: 0, closed: 0 },
    ])
    expect([others.items.length, others.counts.open, others.counts.pending]).toEqual([4, 3, 1])
    expect((await list({ overdue: true })).items).toEqual([])
  })

  test('filter own tickets of agents, and return 403 for requesters', async () => {
    const statuses = await Promise.all(
      [true, false].map((overdue) => call(listTickets, { as: requester, query: { overdue } })),
    )

    expect(statuses.map(({ status }) => status)).toEqual([403, 403])
    expect((await call(listTickets, { as: requester, query: { sort: 'sla' } })).status).toBe(200)
    expect((await call(listTickets, { as: agent, query: { overdue: true } })).body.items).toEqual([])
    expect((await call(listTickets, { as: agent, query: { overdue: 'maybe' } as never })).status).toBe(422)
  })
})

test('A ticket created outside business hours is due in the next business hours', async () => {
  const weekend = new Date(Date.now() + 86_400_000).getUTCDay()
  const names = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
  const day = names[weekend]!
  await call(updatePolicies, {
    as: admin,
    body: { ...dayAndNight, business_hours: [{ day, start: '09:00', end: '17:00' }] },
  })

  const ticket = await givenTicket(requester, { priority: 'urgent' })
  await givenPolicies()

  const date = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  expect(ticket.sla).toEqual({
    first_response_due_at: `${date}T10:00:00.000Z`,
    resolution_due_at: `${date}T13:00:00.000Z`,
    breached: false,
  })
})
