import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { inRequest, newReplay, noSession } from '../../src/platform/runtime/request-context.ts'
import { changeInBulk } from '../../src/platform/http/bulk.ts'
import { updateTickets } from '../../src/support/endpoints/update-tickets.ts'
import { changeTicket } from '../../src/support/ticket/changes.ts'
import { tickets } from '../../src/support/ticket/ticket.ts'
import { call, raw, type CallOptions } from '../support/call.ts'
import {
  changedTicket,
  givenDesk,
  givenMessage,
  givenTicket,
  givenTicketIn,
  ticketFor,
} from '../support/given-ticket.ts'
import type { SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { times } from '../support/times.ts'

const desk = await givenDesk()

const inBulk = (
  as: SignedIn,
  things: { id: string }[],
  changes: object,
  headers: CallOptions['headers'] = {},
) => call(updateTickets, { as, headers, body: { ids: things.map(({ id }) => id), changes: raw(changes) } })

describe('POST /support/tickets/bulk', () => {
  test('changes the tickets that the caller may change, and gives a reason for the others', async () => {
    const { requester, agent } = desk
    const open = await givenTicket(requester)
    const done = await givenTicketIn(requester, agent, 'closed')
    const own = await givenTicket(agent)
    const unknown = { id: randomUUID() }

    const { status, body } = await inBulk(agent, [open, done, own, unknown], { status: 'pending' })

    expect(status).toBe(200)
    expect(body.items).toEqual([
      { id: open.id, status: 200, detail: null, version: 2 },
      { id: done.id, status: 409, detail: expect.stringContaining('"closed"'), version: null },
      { id: own.id, status: 403, detail: expect.stringContaining('agents'), version: null },
      { id: unknown.id, status: 404, detail: 'The ticket does not exist.', version: null },
    ])
    expect((await ticketFor(agent, open)).status).toBe('pending')
  })

  test('leaves the versions of tickets that have the values already', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester)

    const { body } = await inBulk(agent, [ticket], { priority: 'normal', tags: [] })

    expect(body.items).toEqual([{ id: ticket.id, status: 200, detail: null, version: 1 }])
  })

  test('rejects requesters, unknown fields and wrong lists of tickets', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicket(requester)
    const many = Array.from({ length: 201 }, () => ({ id: randomUUID() }))
    const statuses = await statusByCase({
      'a requester': inBulk(requester, [ticket], { status: 'closed' }),
      'an administrator': inBulk(admin, [ticket], { priority: 'high' }),
      'no change': inBulk(agent, [ticket], {}),
      'a computed field': inBulk(agent, [ticket], { number: 1 }),
      'a wrong value': inBulk(agent, [ticket], { status: 'gone' }),
      'no ticket': inBulk(agent, [], { status: 'closed' }),
      'a ticket twice': inBulk(agent, [ticket, ticket], { status: 'closed' }),
      'too many tickets': inBulk(agent, many, { status: 'closed' }),
      'no fields': call(updateTickets, { as: agent, body: raw({}) }),
    })

    expect(statuses).toEqual({
      'a requester': 403,
      'an administrator': 200,
      'no change': 200,
      'a computed field': 422,
      'a wrong value': 422,
      'no ticket': 422,
      'a ticket twice': 422,
      'too many tickets': 422,
      'no fields': 422,
    })
  })

  test('applies ten requests at once to the same tickets', async () => {
    const { requester, agent } = desk
    const given = await Promise.all(times(3, () => givenTicket(requester)))

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => inBulk(agent, given, { tags: [`t${n}`] })),
    )

    expect(answers.map(({ body }) => body.items.map(({ status }) => status))).toEqual(
      answers.map(() => [200, 200, 200]),
    )
    for (const ticket of given) expect((await ticketFor(agent, ticket)).version).toBe(11)
  })
})

describe('Repeated bulk request', () => {
  test('replays a success, and rejects another body with the same key', async () => {
    const { requester, agent } = desk
    const given = await Promise.all(times(2, () => givenTicket(requester)))
    const headers = { 'Idempotency-Key': randomUUID() }

    const first = await inBulk(agent, given, { priority: 'high' }, headers)
    await changedTicket(agent, given[0]!, { priority: 'low' })
    const second = await inBulk(agent, given, { priority: 'high' }, headers)
    const other = await inBulk(agent, given, { priority: 'urgent' }, headers)

    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
    expect((await ticketFor(agent, given[0]!)).priority).toBe('low')
    expect(other.status).toBe(422)
  })

  test('changes only the tickets that failed before', async () => {
    const { requester, agent } = desk
    const ready = await givenTicket(requester)
    const blocked = await givenTicketIn(requester, agent, 'closed')
    const headers = { 'Idempotency-Key': randomUUID() }
    const send = async () =>
      (await inBulk(agent, [ready, blocked], { status: 'pending' }, headers)).body.items

    const first = await send()
    await givenMessage(requester, ready, { text: 'I am back.' })
    await changedTicket(agent, blocked, { status: 'open' })
    const second = await send()

    expect(first.map(({ status }) => status)).toEqual([200, 409])
    expect(second.map(({ status }) => status)).toEqual([200, 200])
    expect((await ticketFor(agent, ready)).status).toBe('open')
    expect((await ticketFor(agent, blocked)).status).toBe('pending')
  })

  test('completes an interrupted request', async () => {
    const { requester, agent } = desk
    const given = await Promise.all(times(4, () => givenTicket(requester)))
    const ids = given.map(({ id }) => id)
    const [seed, startedAt] = [randomUUID(), Date.now()]
    const attempt = (mayReach: (id: string) => boolean) =>
      inRequest({ requestId: 'cut-off', confirmSession: noSession, replay: newReplay(seed, startedAt) }, () =>
        changeInBulk(
          ids.filter(mayReach),
          {
            change: (id) => changeTicket(agent, id, { status: 'pending' }, undefined),
            read: (id) => tickets.get({ id }),
          },
          '/bulk',
        ),
      )

    await attempt((id) => id === ids[0] || id === ids[1])
    await givenMessage(requester, given[0]!, { text: 'I am back.' })
    const { body } = await attempt(() => true)

    expect(body.items.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const now = await Promise.all(given.map((ticket) => ticketFor(agent, ticket)))
    expect(now.map(({ status }) => status)).toEqual(['open', 'pending', 'pending', 'pending'])
  })
})
