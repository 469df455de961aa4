import { beforeEach, expect, test } from 'vitest'
import { queueFile } from '../../infra/generation/endpoints.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { ticketReminders } from '../../src/support/queues.ts'
import { runSchedulerAt } from '../support/clock.ts'
import { changedTicket, givenTicket, ticketFor } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { isKilledAt, killAtEachCall, startKillingProxy } from '../support/killed-process.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, settle } from '../support/world.ts'
import { givenPolicies, minute, minutesAfter } from './given-policies.ts'

const proxy = await startKillingProxy()
await givenPolicies()

// an earlier test has moved the position of the scheduler ahead
beforeEach(() => sendScheduledMessages({}, lambdaContext('scheduler')))

/** Minutes after which the ticket is overdue. */
const dueMinutes = 30

const worker = [queueFile('notices')]

/** Time by which the clock of the worker is ahead, so that the reminder is due. */
const ahead = { CLOCK_AHEAD_MILLISECONDS: String((dueMinutes + 1) * minute) }

/** Returns the delivery of a reminder by SQS. */
const toDelivery = (ticket: { id: string; created_at: string }) => {
  const due_at = minutesAfter(ticket.created_at, dueMinutes)
  const { kind, body } = ticketReminders.message({
    type: 'ticket_overdue',
    ticket_id: ticket.id,
    clock: 'resolution',
    due_at,
  })
  return { Records: [{ messageId: ticket.id, body: JSON.stringify({ kind, body }), attributes: {} }] }
}

const givenAssigned = async () => {
  const [requester, assignee] = [await signedIn(), await signedIn({ role: 'support_agent' })]
  const ticket = await givenTicket(requester, { priority: 'high' })
  await changedTicket(assignee, ticket, { assignee_id: assignee.id })
  await settle()
  return { assignee, ticket }
}

const outcomeOf = async ({ assignee, ticket }: { assignee: SignedIn; ticket: { id: string } }) => {
  const { items } = await made(listNotifications, { as: assignee, query: { type: 'ticket_overdue' } })
  const mails = await mailsTo(assignee.email)
  const { sla, version } = await ticketFor(assignee, ticket)
  return {
    notifications: items.length,
    mails: mails.filter(({ body }) => body.text.includes(ticket.id)).length,
    breached: sla?.breached,
    version,
  }
}

test('stores and notifies a breach once, wherever the reminder worker is killed', async () => {
  const all: Awaited<ReturnType<typeof givenAssigned>>[] = []
  const calls = await killAtEachCall(async (fatal) => {
    const given = await givenAssigned()
    all.push(given)
    return isKilledAt(proxy, worker, toDelivery(given.ticket), fatal, ahead)
  })
  const last = all.at(-1)!.ticket
  // the scheduler was down, and SQS delivers each message twice
  await runSchedulerAt(minutesAfter(last.created_at, dueMinutes))

  const outcomes = await Promise.all(all.map(outcomeOf))

  expect(outcomes).toEqual(all.map(() => ({ notifications: 1, mails: 1, breached: true, version: 3 })))
  expect(calls).toBeGreaterThan(3)
})
