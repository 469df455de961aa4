import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listActivity } from '../../src/history/endpoints/list-activity.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { readTicket } from '../../src/support/endpoints/read-ticket.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { updateTickets } from '../../src/support/endpoints/update-tickets.ts'
import { previewMacro } from '../../src/support/macro/endpoints/preview-macro.ts'
import { tickets } from '../../src/support/ticket/ticket.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import {
  changedTicket,
  givenDesk,
  givenMacro,
  givenMessage,
  givenTicket,
  givenTicketIn,
  ticketFor,
} from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { interruptRequest } from '../support/interrupted-request.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'

const desk = await givenDesk()

type Ticket = { id: string }

const merge = (as: SignedIn, { id }: Ticket, { id: into }: Ticket, headers = {}) =>
  call(mergeTicket, { as, params: { id }, body: { into }, headers })

const messagesFor = async (as: SignedIn, { id: ticket_id }: Ticket) =>
  (await made(listMessages, { as, query: { ticket_id, limit: 100 } })).items

const textsFor = async (as: SignedIn, ticket: Ticket) =>
  (await messagesFor(as, ticket)).map(({ text }) => text)

const newsFor = async (as: SignedIn, { id }: Ticket) => {
  const { items } = await made(listNotifications, { as, query: { limit: 100 } })
  return items.filter(({ resource }) => resource?.id === id)
}

describe('Merging tickets of one requester', () => {
  test('moves the messages with their attachments, closes the ticket and links both', async () => {
    const { requester, agent } = desk
    const file = await givenFile(requester, { name: 'photo.txt', bytes: 'smoke' })
    const into = await givenTicket(requester, { description: 'First.' })
    const from = await givenTicket(requester, { subject: 'Again', description: 'Second.' })
    await givenMessage(requester, from, { text: 'A photo.', attachments: [file.id] })
    await givenMessage(agent, from, { text: 'To colleagues.', is_internal: true })

    const { status, body } = await merge(agent, from, into)

    expect(status).toBe(200)
    expect(body).toMatchObject({
      id: from.id,
      status: 'closed',
      message_count: 0,
      allowed_transitions: [],
      links: [{ type: 'merged_into', id: into.id, number: into.number, title: into.subject }],
    })
    const [seen, forAgent] = [await ticketFor(requester, into), await ticketFor(agent, into)]
    expect(seen.links).toMatchObject([
      { type: 'merged_from', id: from.id, number: from.number, title: 'Again' },
    ])
    expect([seen.message_count, forAgent.message_count]).toEqual([3, 4])
    expect(await textsFor(requester, into)).toEqual(['First.', 'Second.', 'A photo.'])
    expect(await textsFor(agent, into)).toEqual(['First.', 'Second.', 'A photo.', 'To colleagues.'])
    expect(await textsFor(agent, from)).toEqual([])
    const [, , photo] = await messagesFor(agent, into)
    expect(photo!.attachments.map(({ id }) => id)).toEqual([file.id])
    expect(photo!.ticket).toEqual({ id: into.id, number: into.number, subject: into.subject })
  })

  test('returns the ticket to the retry of an interrupted request, and 409 to another request', async () => {
    const { requester, agent } = desk
    const [into, from] = [
      await givenTicket(requester),
      await givenTicket(requester, { description: 'Again.' }),
    ]
    const key = randomUUID()
    const headers = { 'Idempotency-Key': key }

    const first = await merge(agent, from, into, headers)
    await interruptRequest(agent, mergeTicket, { key, params: { id: from.id } })
    const again = await merge(agent, from, into, headers)
    const other = await merge(agent, from, into, { 'Idempotency-Key': randomUUID() })

    expect([first.status, again.status, other.status]).toEqual([200, 200, 409])
    expect(again.body).toEqual(first.body)
    expect(await textsFor(agent, into)).toEqual(['Again.'])
  })

  test('notifies the requester of the end, and of no message again', async () => {
    const { agent } = desk
    const requester = await signedIn()
    const [into, from] = [await givenTicket(requester), await givenTicket(requester)]
    await givenMessage(agent, from, { text: 'An answer.' })
    await settle()
    const before = (await newsFor(requester, into)).length

    await merge(agent, from, into)
    await settle()

    expect((await newsFor(requester, from)).map(({ type }) => type)).toEqual([
      'ticket_status_changed',
      'ticket_reply',
    ])
    expect((await newsFor(requester, into)).length).toBe(before)
    const found = await made(searchEverything, {
      as: requester,
      query: { q: 'answer', types: ['ticket_message'] } as never,
    })
    expect(found.items.length).toBe(1)
  })

  test('moves many messages without loss', async () => {
    const { requester, agent } = desk
    const [into, from] = [await givenTicket(requester), await givenTicket(requester)]
    const texts = Array.from({ length: 40 }, (_, n) => `Text ${n}`)
    for (const text of texts) await givenMessage(n(text) ? agent : requester, from, { text })

    await merge(agent, from, into)
    const [early, left] = [await textsFor(agent, into), await textsFor(agent, from)]
    await settle()

    expect([...early, ...left].toSorted()).toEqual(texts.toSorted())
    expect(await textsFor(agent, into)).toEqual(texts)
    expect(await ticketFor(agent, into)).toMatchObject({ message_count: 40 })
    expect(await ticketFor(agent, from)).toMatchObject({ message_count: 0 })
  })

  test('stays closed, and gets no further messages', async () => {
    const { requester, agent } = desk
    const [into, from] = [await givenTicket(requester), await givenTicket(requester)]
    await merge(agent, from, into)

    const write = (as: SignedIn, is_internal: boolean) =>
      call(createMessage, { as, body: { ticket_id: from.id, text: 'Hm', is_internal } })
    const statuses = await statusByCase({
      'a message of the requester': write(requester, false),
      'a message of an agent': write(agent, false),
      'an internal message': write(agent, true),
      reopening: call(updateTicket, { as: requester, params: { id: from.id }, body: { status: 'open' } }),
      'the same status': call(updateTicket, {
        as: agent,
        params: { id: from.id },
        body: { status: 'closed' },
      }),
    })

    expect(statuses).toEqual({
      'a message of the requester': 409,
      'a message of an agent': 409,
      'an internal message': 409,
      reopening: 409,
      'the same status': 200,
    })
  })

  test('loses no message that is written at the same time', async () => {
    const { requester, agent } = desk
    const [into, from] = [await givenTicket(requester), await givenTicket(requester)]

    const [, ...written] = await Promise.all([
      merge(agent, from, into),
      ...Array.from({ length: 10 }, (_, at) =>
        call(createMessage, {
          as: agent,
          body: { ticket_id: from.id, text: `Text ${at}`, is_internal: at % 2 === 0 },
        }),
      ),
    ])
    await settle()

    const accepted = written.filter(({ status }) => status === 201).length
    expect(new Set(written.map(({ status }) => status)).isSubsetOf(new Set([201, 409]))).toBe(true)
    expect((await textsFor(agent, into)).length).toBe(accepted)
    expect(await textsFor(agent, from)).toEqual([])
    expect((await ticketFor(agent, into)).message_count).toBe(accepted)
  })
})

/** Returns true for every other text. */
const n = (text: string) => Number(text.split(' ')[1]) % 2 === 0

test('Lists show the five newest links of a ticket', async () => {
  const { requester, agent } = desk
  const into = await givenTicket(requester)
  const merged: string[] = []
  for (let n = 0; n < 6; n += 1) {
    const from = await givenTicket(requester)
    await merge(agent, from, into)
    merged.push(from.id)
  }

  const { items } = await made(listTickets, { as: requester, query: { limit: 100 } })

  const listed = items.find(({ id }) => id === into.id)!
  expect((await ticketFor(requester, into)).links.map(({ id }) => id)).toEqual(merged)
  expect(listed.links.map(({ id }) => id)).toEqual(merged.slice(1))
})

describe('Tickets of several requesters', () => {
  const givenBoth = async (subject = 'No light') => {
    const [first, second] = await Promise.all([signedIn({ name: 'First' }), signedIn({ name: 'Second' })])
    const into = await givenTicket(first, { subject, description: 'Words of the first.' })
    const from = await givenTicket(second, { description: 'Words of the second.' })
    return { first, second, into, from }
  }

  test('keeps the messages, and notifies of the end and of the solution', async () => {
    const { agent } = desk
    const { first, second, into, from } = await givenBoth()

    const { body } = await merge(agent, from, into)
    await settle()
    expect(body.links.map(({ id }) => id)).toEqual([into.id])
    expect(await textsFor(second, from)).toEqual(['Words of the second.'])
    expect((await newsFor(second, from)).map(({ type }) => type)).toEqual(['ticket_status_changed'])

    await changedTicket(first, into, { status: 'resolved' })
    await settle({ deliveries: 2 })

    const [solved, ...others] = await newsFor(second, from)
    expect(others.length).toBe(1)
    expect(solved).toMatchObject({
      type: 'ticket_solved',
      actor: null,
      title: `The problem in your ticket “${from.subject}” has been solved`,
    })
    await changedTicket(agent, into, { status: 'closed' })
    await settle()
    expect((await newsFor(second, from)).length).toBe(2)
    expect(await newsFor(first, from)).toEqual([])
  })

  test('notifies the requesters of tickets merged in a chain', async () => {
    const { agent } = desk
    const { second, into, from } = await givenBoth()
    const last = await givenTicket(await signedIn())
    await merge(agent, from, into)
    await merge(agent, into, last)
    await settle()
    expect((await newsFor(second, from)).map(({ type }) => type)).toEqual(['ticket_status_changed'])

    await changedTicket(agent, last, { status: 'resolved' })
    await settle()

    expect((await newsFor(second, from)).map(({ type }) => type)).toEqual([
      'ticket_solved',
      'ticket_status_changed',
    ])
  })

  test('notifies the requester of a chain whose last two tickets have one requester', async () => {
    const { agent } = desk
    const { first, second, into, from } = await givenBoth()
    const last = await givenTicket(first)
    await merge(agent, from, into)
    await merge(agent, into, last)
    await settle()

    await changedTicket(agent, last, { status: 'resolved' })
    await settle()

    expect((await newsFor(second, from)).map(({ type }) => type)).toEqual([
      'ticket_solved',
      'ticket_status_changed',
    ])
    expect((await newsFor(first, into)).map(({ type }) => type)).not.toContain('ticket_solved')
  })

  test('notifies of the solution at once if the other ticket is already solved', async () => {
    const { agent } = desk
    const { second, into, from } = await givenBoth()
    const { second: third, into: between, from: first } = await givenBoth()
    await merge(agent, from, into)
    await merge(agent, first, between)
    await changedTicket(agent, into, { status: 'resolved' })
    await settle()
    const before = (await newsFor(second, from)).length

    await merge(agent, between, into)
    await settle({ deliveries: 2 })

    expect((await newsFor(third, first)).map(({ type }) => type).toSorted()).toEqual([
      'ticket_solved',
      'ticket_status_changed',
    ])
    expect((await newsFor(second, from)).length).toBe(before)
  })

  test('notifies of the solution once if the other ticket is solved just before', async () => {
    const { agent } = desk
    const { into, from } = await givenBoth()
    const { second, from: later } = await givenBoth()
    await merge(agent, from, into)
    await settle()
    await changedTicket(agent, into, { status: 'resolved' })
    await merge(agent, later, into)
    await settle({ deliveries: 2 })

    expect((await newsFor(second, later)).map(({ type }) => type).toSorted()).toEqual([
      'ticket_solved',
      'ticket_status_changed',
    ])
  })

  test('does not notify of a solution again if the ticket was resolved before the merge', async () => {
    const { agent } = desk
    const { second, into, from } = await givenBoth()
    const { second: third, from: first } = await givenBoth()
    await merge(agent, first, from)
    for (const ticket of [from, into]) await changedTicket(agent, ticket, { status: 'resolved' })
    await settle()

    await merge(agent, from, into)
    await settle()

    expect((await newsFor(second, from)).map(({ type }) => type)).not.toContain('ticket_solved')
    expect((await newsFor(third, first)).map(({ type }) => type).toSorted()).toEqual([
      'ticket_solved',
      'ticket_status_changed',
    ])
  })

  test('ends wholly when the merged ticket is reopened', async () => {
    const { agent } = desk
    const { second, into, from } = await givenBoth()
    await merge(agent, from, into)

    const reopened = await changedTicket(second, from, { status: 'open' })
    await changedTicket(agent, into, { status: 'resolved' })
    await settle()

    expect(reopened.allowed_transitions).toContain('resolved')
    expect((await ticketFor(agent, from)).links).toEqual([])
    expect((await ticketFor(agent, into)).links).toEqual([])
    expect((await newsFor(second, from)).map(({ type }) => type)).not.toContain('ticket_solved')
  })

  test('shows no requester a trace of the other through merge, bulk changes and macros', async () => {
    const { agent } = desk
    const word = `word${randomUUID().slice(0, 8)}`
    const { first, second, into, from } = await givenBoth(`${word}into`)
    await givenMessage(first, into, { text: `${word}into` })
    await givenMessage(second, from, { text: `${word}from` })
    for (const ticket of [into, from])
      await givenMessage(agent, ticket, { text: `${word}internal`, is_internal: true })
    const macro = await givenMacro(agent, { name: `${word}macro`, text: `${word}macro` })

    await merge(agent, from, into)
    await made(updateTickets, { as: agent, body: { ids: [into.id], changes: { status: 'resolved' } } })
    await made(previewMacro, { as: agent, params: { id: macro.id }, body: { ticket_id: into.id } })
    await settle()

    const everything = async (as: SignedIn, own: Ticket, other: Ticket) => {
      const activity = { resource_type: 'ticket' as const, resource_id: own.id }
      const answers = await Promise.all([
        call(readTicket, { as, params: { id: own.id } }),
        call(readTicket, { as, params: { id: other.id } }),
        call(listTickets, { as, query: {} }),
        call(listTickets, { as, query: { q: word } }),
        call(listMessages, { as, query: {} }),
        call(listMessages, { as, query: { ticket_id: own.id } }),
        call(listMessages, { as, query: { ticket_id: other.id } }),
        call(listNotifications, { as, query: {} }),
        call(listActivity, { as, query: activity }),
        call(searchEverything, { as, query: { q: word } as never }),
        call(updateTickets, { as, body: { ids: [own.id], changes: { tags: ['x'] } } }),
        call(previewMacro, { as, params: { id: macro.id }, body: { ticket_id: own.id } }),
        merge(as, other, own),
      ])
      return answers.map(({ text }) => text).join('\n')
    }
    const [forFirst, forSecond] = [await everything(first, into, from), await everything(second, from, into)]

    for (const hidden of [from.id, 'Second', `${word}from`, `${word}internal`, `${word}macro`])
      expect(forFirst).not.toContain(hidden)
    for (const hidden of [into.id, 'First', `${word}into`, `${word}internal`, `${word}macro`])
      expect(forSecond).not.toContain(hidden)
    expect(forFirst).toContain(`${word}into`)
    expect(forSecond).toContain(`${word}from`)
  })
})

describe('POST /support/tickets/{id}/merge', () => {
  test('rejects requesters, own, closed and unknown tickets', async () => {
    const { requester, agent, admin } = desk
    const given = () => givenTicket(requester)
    const [closed, merged, into] = [
      await givenTicketIn(requester, agent, 'closed'),
      await given(),
      await given(),
    ]
    await merge(agent, merged, into)
    const own = await givenTicket(agent)
    const unknown = { id: randomUUID() }
    const open = await given()

    const statuses = await statusByCase({
      'a requester': merge(requester, open, into),
      'an administrator': merge(admin, await given(), into),
      'an agent’s own ticket': merge(agent, own, into),
      'into an agent’s own ticket': merge(agent, open, own),
      'into itself': merge(agent, open, open),
      'into a closed ticket': merge(agent, open, closed),
      'into a merged ticket': merge(agent, open, merged),
      'a closed ticket': merge(agent, closed, into),
      'a merged ticket': merge(agent, merged, into),
      'an unknown ticket': merge(agent, unknown, into),
      'into an unknown ticket': merge(agent, open, unknown),
      'no fields': call(mergeTicket, { as: agent, params: { id: open.id }, body: {} as never }),
    })

    expect(statuses).toEqual({
      'a requester': 403,
      'an administrator': 200,
      'an agent’s own ticket': 403,
      'into an agent’s own ticket': 403,
      'into itself': 409,
      'into a closed ticket': 409,
      'into a merged ticket': 409,
      'a closed ticket': 409,
      'a merged ticket': 409,
      'an unknown ticket': 404,
      'into an unknown ticket': 422,
      'no fields': 422,
    })
  })

  test('rejects the 101st link of a ticket, but not the same link again', async () => {
    const { requester, agent } = desk
    const [into, from] = [await givenTicket(await signedIn()), await givenTicket(requester)]
    const linkTo = (id: string) => ({ type: 'merged_from' as const, id })
    const linked = Array.from({ length: 100 }, () => linkTo(randomUUID()))
    await tickets.update(await tickets.get(into), { linked })

    const refused = await merge(agent, from, into)
    await tickets.update(await tickets.get(into), { linked: linked.with(0, linkTo(from.id)) })
    const accepted = await merge(agent, from, into)

    expect([refused.status, refused.headers['x-error-code']]).toEqual([409, 'support.too_many_ticket_links'])
    expect([accepted.status, accepted.body.status]).toEqual([200, 'closed'])
    expect((await tickets.get(into)).linked.length).toBe(100)
  })

  test('lets one of ten opposite merges at once succeed', async () => {
    const { requester, agent } = desk
    const [a, b] = [await givenTicket(requester), await givenTicket(requester)]

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => (at % 2 ? merge(agent, a, b) : merge(agent, b, a))),
    )

    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBe(1)
    expect(statuses.filter((status) => status === 409).length).toBe(9)
  })
})
