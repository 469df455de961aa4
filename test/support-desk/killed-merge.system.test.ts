import { expect, test } from 'vitest'
import { queueFile } from '../../infra/generation/endpoints.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { closeMerged } from '../../src/support/merge/merge.ts'
import { toMergeEvents } from '../../src/support/ticket-events.ts'
import { tickets } from '../../src/support/ticket/ticket.ts'
import { call } from '../support/call.ts'
import { messagesOf } from '../support/given-answer.ts'
import { givenContactTicket } from '../support/given-contact.ts'
import { givenFile } from '../support/given-file.ts'
import {
  changedTicket,
  givenContact,
  givenDesk,
  givenMessage,
  givenTicket,
  ticketFor,
} from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { isKilledAt, killAtEachCall, startKillingProxy, type FatalCall } from '../support/killed-process.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const proxy = await startKillingProxy()
const { agent } = await givenDesk()

type Ticket = { id: string }

const actor = { ...agent, groups: [] }

/** More messages than one transaction moves. */
const texts = Array.from({ length: 16 }, (_, n) => `Message ${n}`)

/**
 * Makes a change of a ticket, and kills the worker of its merge event at a call. Returns true if it was killed. The
 * stream delivers the event again.
 */
const isKilledAfter = async ({ id }: Ticket, change: () => Promise<unknown>, fatal: FatalCall) => {
  const before = await tickets.get({ id })
  await change()
  const Records = toMergeEvents(before, await tickets.get({ id })).map(({ kind, body }) => ({
    messageId: id,
    body: JSON.stringify({ kind, body }),
    attributes: {},
  }))
  expect(Records).toHaveLength(1)
  return isKilledAt(proxy, [queueFile('fan-outs')], { Records }, fatal)
}

const newsFor = async (as: SignedIn, { id }: Ticket) => {
  const { items } = await made(listNotifications, { as, query: { limit: 100 } })
  return items.filter(({ resource }) => resource?.id === id).map(({ type }) => type)
}

const givenConversation = async () => {
  const requester = await signedIn()
  const [into, from] = [await givenTicket(requester), await givenTicket(requester)]
  const file = await givenFile(agent)
  for (const [n, text] of texts.entries())
    await givenMessage(agent, from, { text, is_internal: n === 1, attachments: n === 0 ? [file.id] : [] })
  await settle()
  return { requester, into, from, file }
}

test('moves and announces each message once, wherever the worker of a merge is killed', async () => {
  const all: Awaited<ReturnType<typeof givenConversation>>[] = []
  const calls = await killAtEachCall(async (fatal) => {
    const given = await givenConversation()
    all.push(given)
    const { from, into } = given
    return isKilledAfter(from, () => closeMerged(actor, from.id, into.id), fatal)
  })
  await settle({ deliveries: 2 })

  const outcomes = await Promise.all(
    all.map(async ({ requester, from, into, file }) => ({
      moved: (await messagesOf(agent, into.id)).map(({ text }) => text),
      left: await messagesOf(agent, from.id),
      counts: await Promise.all(
        [agent, requester].map(async (as) => (await ticketFor(as, into)).message_count),
      ),
      news: [await newsFor(requester, from), await newsFor(requester, into)],
      file: (await call(readContents, { as: requester, params: file, query: { redirect: false } })).status,
    })),
  )

  const once = {
    moved: texts,
    left: [],
    counts: [texts.length, texts.length - 1],
    news: [['ticket_status_changed', ...texts.slice(1).map(() => 'ticket_reply')], []],
    file: 200,
  }
  expect(outcomes).toEqual(all.map(() => once))
  expect(calls).toBeGreaterThan(3)
})

const givenMergedTickets = async () => {
  const [requester, contact] = [await signedIn(), await givenContact(agent)]
  const into = await givenTicket(await signedIn())
  const [own, contacts] = [await givenTicket(requester), await givenContactTicket(agent, contact)]
  for (const { id } of [own, contacts]) await closeMerged(actor, id, into.id)
  await settle()
  return { requester, contact, into, own }
}

test('notifies each requester of a merged ticket once of its solution, wherever the worker is killed', async () => {
  const all: Awaited<ReturnType<typeof givenMergedTickets>>[] = []
  const calls = await killAtEachCall(async (fatal) => {
    const given = await givenMergedTickets()
    all.push(given)
    return isKilledAfter(given.into, () => changedTicket(agent, given.into, { status: 'resolved' }), fatal)
  })
  await settle({ deliveries: 2 })

  const outcomes = await Promise.all(
    all.map(async ({ requester, contact, own }) => ({
      news: await newsFor(requester, own),
      mails: (await mailsTo(contact.email)).map(({ subject }) => subject.split(':', 1).join()).toSorted(),
    })),
  )

  const once = {
    news: ['ticket_solved', 'ticket_status_changed'],
    mails: ['We have received your request', 'Your request is closed', 'Your request is solved'],
  }
  expect(outcomes).toEqual(all.map(() => once))
  expect(calls).toBeGreaterThan(3)
})
