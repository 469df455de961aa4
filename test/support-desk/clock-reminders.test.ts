import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { updatePreferences } from '../../src/notifications/endpoints/update-preferences.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { users } from '../../src/platform/identity/user.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { atTime, runSchedulerAt } from '../support/clock.ts'
import { givenGroup } from '../support/given-group.ts'
import { changedTicket, givenMessage, givenTicket, ticketFor } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, settle } from '../support/world.ts'
import { givenPolicies, minutesAfter } from './given-policies.ts'

let requester: SignedIn
let agent: SignedIn

beforeAll(async () => {
  requester = await signedIn()
  agent = await signedIn({ role: 'support_agent' })
  await givenPolicies()
})

// earlier tests have moved the position of the scheduler ahead
beforeEach(() => sendScheduledMessages({}, lambdaContext('scheduler')))

/** Returns the types of a person's reminders of a ticket, oldest first. */
const remindersOf = async (as: SignedIn, { id }: { id: string }) => {
  const query = { type: 'ticket_due_soon,ticket_overdue', limit: 100 }
  const { items } = await made(listNotifications, { as, query })
  return items
    .filter(({ resource }) => resource?.id === id)
    .map(({ type }) => type.replace('ticket_', ''))
    .toReversed()
}

/** Creates an urgent ticket with an assignee: due after 60 and 240 minutes. */
const givenAssigned = async () => {
  const assignee = await signedIn({ role: 'support_agent' })
  const ticket = await givenTicket(requester, { priority: 'urgent' })
  await changedTicket(agent, ticket, { assignee_id: assignee.id })
  await settle()
  return { assignee, ticket, after: (minutes: number) => minutesAfter(ticket.created_at, minutes) }
}

describe('Reminder of a ticket', () => {
  test('warns the assignee after three quarters of the time, and notifies at each due time', async () => {
    const { assignee, ticket, after } = await givenAssigned()

    const counts = []
    for (const minutes of [43, 45, 58, 60, 178, 180, 240, 300]) {
      await runSchedulerAt(after(minutes))
      counts.push((await remindersOf(assignee, ticket)).length)
    }

    expect(counts).toEqual([0, 1, 1, 2, 2, 3, 4, 4])
    expect(await remindersOf(assignee, ticket)).toEqual(['due_soon', 'overdue', 'due_soon', 'overdue'])
    expect(await remindersOf(agent, ticket)).toEqual([])
    expect(await remindersOf(requester, ticket)).toEqual([])
    expect((await ticketFor(requester, ticket)).sla).toMatchObject({ breached: true })
    const mails = await mailsTo(assignee.email)
    expect(mails.filter(({ body }) => body.text.includes('first response'))).toHaveLength(2)
  })

  test('comes once, as overdue, after the scheduler was down for a day', async () => {
    const { assignee, ticket, after } = await givenAssigned()
    const before = (await ticketFor(agent, ticket)).version

    await runSchedulerAt(after(1_440))
    await runSchedulerAt(after(1_445))

    expect(await remindersOf(assignee, ticket)).toEqual(['overdue', 'overdue'])
    const { sla, version } = await ticketFor(agent, ticket)
    expect([sla?.breached, version]).toEqual([true, before + 1])
  })

  test('skips clocks that were answered, resolved or set to pending meanwhile', async () => {
    const [answered, resolved, pending] = [
      await givenAssigned(),
      await givenAssigned(),
      await givenAssigned(),
    ]
    await givenMessage(agent, answered.ticket)
    await changedTicket(agent, resolved.ticket, { status: 'resolved' })
    await changedTicket(agent, pending.ticket, { status: 'pending' })

    await runSchedulerAt(pending.after(1_440))
    await settle()

    const all = [answered, resolved, pending].map(({ assignee, ticket }) => remindersOf(assignee, ticket))
    expect(await Promise.all(all)).toEqual([['overdue'], [], []])
    const { sla } = await ticketFor(agent, pending.ticket)
    expect(sla).toEqual({ first_response_due_at: null, resolution_due_at: null, breached: false })
  })

  test('follows the due times after a pause and after another priority', async () => {
    const { assignee, ticket, after } = await givenAssigned()
    await atTime(after(5), () => changedTicket(agent, ticket, { status: 'pending' }))
    await atTime(after(15), () => changedTicket(agent, ticket, { status: 'open' }))
    await settle()

    await runSchedulerAt(after(50))
    const early = await remindersOf(assignee, ticket)
    await runSchedulerAt(after(55))
    const warned = await remindersOf(assignee, ticket)
    await changedTicket(agent, ticket, { priority: 'low' })
    await settle()
    await runSchedulerAt(after(1_440))

    expect([early, warned, await remindersOf(assignee, ticket)]).toEqual([[], ['due_soon'], ['due_soon']])
  })

  test('comes at once if a higher priority is overdue already', async () => {
    const assignee = await signedIn({ role: 'support_agent' })
    const ticket = await givenTicket(requester)
    await changedTicket(agent, ticket, { assignee_id: assignee.id })
    await settle()

    const late = minutesAfter(ticket.created_at, 31)
    const raised = await atTime(late, async () => {
      const changed = await changedTicket(agent, ticket, { priority: 'high' })
      await settle({ deliveries: 2 })
      return changed
    })

    expect(raised.sla?.breached).toBe(true)
    expect(await remindersOf(assignee, ticket)).toEqual(['overdue'])
  })

  test('does not repeat a due time that had passed before the ticket was pending', async () => {
    const { assignee, ticket, after } = await givenAssigned()
    await runSchedulerAt(after(60))
    const first = await remindersOf(assignee, ticket)
    await atTime(after(62), () => changedTicket(agent, ticket, { status: 'pending' }))
    await atTime(after(63), async () => {
      await changedTicket(agent, ticket, { status: 'open' })
      await settle({ deliveries: 2 })
    })

    expect([first, await remindersOf(assignee, ticket)]).toEqual([['overdue'], ['overdue']])
  })

  test('notifies the agents of the group, otherwise all agents', async () => {
    const [member, outsider, former] = [
      await signedIn({ role: 'support_agent' }),
      await signedIn({ role: 'support_agent' }),
      await signedIn({ role: 'support_agent' }),
    ]
    await settle()
    const group = await givenGroup(member, await signedIn())
    const empty = await givenGroup(await signedIn())
    const [grouped, everybody, own] = [
      await givenTicket(requester, { priority: 'high' }),
      await givenTicket(requester, { priority: 'high' }),
      await givenTicket(member, { priority: 'high' }),
    ]
    await changedTicket(agent, grouped, { group_id: group.id, assignee_id: former.id })
    await changedTicket(agent, everybody, { group_id: empty.id })
    await changedTicket(agent, own, { group_id: group.id })
    await users.update(await users.get(former), { is_active: false })
    await settle()

    await runSchedulerAt(minutesAfter(own.created_at, 30))

    const reminders = (as: SignedIn) =>
      Promise.all([grouped, everybody, own].map((ticket) => remindersOf(as, ticket)))
    expect(await reminders(member)).toEqual([['overdue'], ['overdue'], []])
    expect(await reminders(outsider)).toEqual([[], ['overdue'], ['overdue']])
    expect(await reminders(requester)).toEqual([[], [], []])
  })
})

describe('An urgent ticket outside business hours', () => {
  /** Returns today and tomorrow, between which a test may run. */
  const nextDays = () =>
    [0, 1_440].map((minutes) => minutesAfter(new Date().toISOString(), minutes).slice(0, 10))

  const quiet = async (person: SignedIn, mail: 'daily' | 'none') =>
    made(updatePreferences, {
      as: person,
      body: {
        quiet_hours: { start: '00:00', end: '23:59' },
        types: { ticket_created: { in_app: true, mail } },
      },
    })

  test('mails the agents of its group at once who get mail, despite quiet hours', async () => {
    const [asleep, silent, outsider] = [
      await signedIn({ role: 'support_agent' }),
      await signedIn({ role: 'support_agent' }),
      await signedIn({ role: 'support_agent' }),
    ]
    await settle()
    const group = await givenGroup(asleep, silent)
    await Promise.all([quiet(asleep, 'daily'), quiet(silent, 'none'), quiet(outsider, 'daily')])
    await givenPolicies({ categories: [{ name: 'Night', group_id: group.id }], holidays: nextDays() })

    const urgent = await givenTicket(requester, { priority: 'urgent', category: 'Night' })
    const high = await givenTicket(requester, { priority: 'high', category: 'Night' })
    await settle({ deliveries: 2 })
    await givenPolicies({ holidays: [] })
    const day = await givenTicket(requester, { priority: 'urgent', category: 'Night' })
    await settle()

    const mailed = async ({ email }: SignedIn) => {
      const mails = await mailsTo(email)
      return [urgent, high, day].map(({ id }) => mails.filter(({ body }) => body.text.includes(id)).length)
    }
    expect(await Promise.all([asleep, silent, outsider].map(mailed))).toEqual([
      [1, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ])
  })

  test('mails all agents at once if its group has no agent', async () => {
    const outsider = await signedIn({ role: 'support_agent' })
    await settle()
    const group = await givenGroup(requester)
    await quiet(outsider, 'daily')
    await givenPolicies({ categories: [{ name: 'Empty', group_id: group.id }], holidays: nextDays() })

    const { id } = await givenTicket(requester, { priority: 'urgent', category: 'Empty' })
    await settle({ deliveries: 2 })
    await givenPolicies({ holidays: [] })

    const mails = await mailsTo(outsider.email)
    expect(mails.filter(({ body }) => body.text.includes(id))).toHaveLength(1)
  })
})
