import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { readTicket } from '../../src/support/endpoints/read-ticket.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { call, type CallOptions } from '../support/call.ts'
import { givenDesk, givenMessage, givenTicket, ticketFor } from '../support/given-ticket.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const desk = await givenDesk()

const secret = `secret${randomUUID().slice(0, 8)}`

/** Calls every endpoint that a requester can use on their ticket; returns status, `ETag` and body. */
const everything = async (as: SignedIn, { id }: { id: string }, known: string[]) => {
  const asked: [EndpointHandler, CallOptions][] = [
    [readTicket, { params: { id } }],
    [updateTicket, { params: { id }, body: { status: 'open' } }],
    [updateTicket, { params: { id }, body: { status: 'open' }, headers: { 'If-Match': '"1"' } }],
    [listTickets, {}],
    [listTickets, { query: { limit: 1, status: 'open' } }],
    [listTickets, { query: { q: secret } }],
    [listNotifications, {}],
    ...[1, 2, 3, 50].flatMap((limit): [EndpointHandler, CallOptions][] =>
      [{}, { ticket_id: id }].flatMap((of): [EndpointHandler, CallOptions][] => [
        [listMessages, { query: { ...of, limit } }],
        ...known.map((after): [EndpointHandler, CallOptions] => [
          listMessages,
          { query: { ...of, limit, after } },
        ]),
        [listMessages, { query: { ...of, limit, order: 'desc' } }],
      ]),
    ),
  ]
  return Promise.all(
    asked.map(async ([handler, options]) => {
      const { status, headers, body } = await call(handler, { as, ...options })
      const { next_cursor, ...rest } = body as { next_cursor?: string | null }
      // encrypted cursors differ each time; only their presence counts
      return { status, etag: headers['etag'], rest, isMore: next_cursor != null }
    }),
  )
}

describe.each(['user', 'support_agent', 'admin'] as const)('Requester with the role %s', (role) => {
  test('sees no trace of internal messages in lists, counts, times, versions, notifications or search', async () => {
    const requester = await signedIn({ role })
    const others = (query: object) => ({ ...query, q: secret, all: true })
    const ticket = await givenTicket(requester)
    const { id: first } = await givenMessage(requester, ticket, { text: 'It burns.' })
    const { id: last } = await givenMessage(requester, ticket, { text: 'Still.' })
    await settle()
    const before = await everything(requester, ticket, [first, last])

    for (const as of [desk.agent, desk.admin, desk.agent])
      await givenMessage(as, ticket, { text: `${secret} to colleagues`, is_internal: true })
    await settle()

    expect(await everything(requester, ticket, [first, last])).toEqual(before)
    expect(JSON.stringify(before)).toContain('Still.')
    const forAgent = await ticketFor(desk.agent, ticket)
    expect(forAgent.message_count).toBe(5)
    expect(forAgent.last_message_at! > (await ticketFor(requester, ticket)).last_message_at!).toBe(true)
    const found = await call(listTickets, { as: desk.agent, query: others({}) })
    expect(found.body.items).toEqual([])
  })

  test('gets full pages of public messages although internal ones are between them', async () => {
    const requester = await signedIn({ role })
    const ticket = await givenTicket(requester)
    const texts = Array.from({ length: 6 }, (_, n) => `public ${n}`)
    for (const text of texts) {
      await givenMessage(desk.agent, ticket, { text: secret, is_internal: true })
      await givenMessage(desk.agent, ticket, { text })
      await givenMessage(desk.agent, ticket, { text: secret, is_internal: true })
    }
    const pages = async (query: NonNullable<CallOptions['query']>) => {
      const found: string[][] = []
      let cursor: string | undefined
      do {
        const { body } = await call(listMessages, { as: requester, query: { ...query, limit: 2, cursor } })
        found.push(body.items.map(({ text }: { text: string }) => text))
        cursor = body.next_cursor ?? undefined
      } while (cursor !== undefined)
      return found
    }
    const { body } = await call(listMessages, { as: requester, query: { ticket_id: ticket.id } })
    const { id: after } = body.items[0]!

    const [ofTicket, ofAll] = [await pages({ ticket_id: ticket.id, after }), await pages({ after })]

    expect(ofTicket.flat()).toEqual(texts.slice(1))
    expect(ofTicket.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(ofAll).toEqual(ofTicket)
  })
})
