import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { call } from '../support/call.ts'
import {
  changedTicket,
  givenDesk,
  givenMessage,
  givenTicket,
  givenTicketIn,
  ticketFor,
} from '../support/given-ticket.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

const statuses = ['open', 'in_progress', 'pending', 'resolved', 'closed'] as const

const desk = await givenDesk()

const write = (as: SignedIn, ticket: { id: string }, fields: object = {}) =>
  call(createMessage, { as, body: { ticket_id: ticket.id, text: 'Some words', ...fields } })

describe('POST /support/messages', () => {
  test('adds a message to a ticket, from the side of its author', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester, { description: 'It burns.' })

    const asked = await write(requester, ticket, { text: 'Still burning.' })
    const answered = await write(agent, ticket, { text: 'Pour water on it.' })

    expect(asked.status, 'asked').toBe(201)
    expect(answered.status, 'answered').toBe(201)
    expect(asked.body).toEqual({
      id: asked.body.id,
      ticket_id: ticket.id,
      text: 'Still burning.',
      attachments: [],
      is_internal: false,
      author: { type: 'requester', id: requester.id, name: requester.name },
      ticket: { id: ticket.id, number: ticket.number, subject: ticket.subject },
      created_at: asked.body.created_at,
    })
    expect(answered.body.author).toEqual({ type: 'agent', id: agent.id, name: agent.name })
    const { message_count, last_message_at } = await ticketFor(requester, ticket)
    expect({ message_count, last_message_at }).toEqual({
      message_count: 3,
      last_message_at: answered.body.created_at,
    })
  })

  // status of the ticket after a message; 409 if the message is rejected
  const table = {
    requester: ['open', 'in_progress', 'open', 'open', 409],
    agent: ['in_progress', 'in_progress', 'pending', 'resolved', 'closed'],
    internal: ['open', 'in_progress', 'pending', 'resolved', 'closed'],
  } as const
  const kinds = ['requester', 'agent on their own', 'agent', 'admin', 'internal'] as const
  const cells = kinds.flatMap((kind) =>
    statuses.map((from, column) => {
      const row =
        kind === 'internal' || kind === 'requester'
          ? kind
          : kind === 'agent on their own'
            ? 'requester'
            : 'agent'
      return { kind, from, to: table[row][column] as string | number }
    }),
  )

  test.each(cells)('a message of kind $kind turns the status $from into $to', async ({ kind, from, to }) => {
    const { requester, agent, admin } = desk
    const other = await signedIn({ role: 'support_agent' })
    const owner = kind === 'agent on their own' ? agent : requester
    const author = { requester, 'agent on their own': agent, agent, admin, internal: agent }[kind]
    const before = await givenTicketIn(owner, other, from)

    const answer = await write(author, before, { is_internal: kind === 'internal' })

    const after = await ticketFor(other, before)
    expect(answer.status).toBe(typeof to === 'number' ? to : 201)
    expect(after.status).toBe(typeof to === 'number' ? from : to)
    expect(after.message_count).toBe(typeof to === 'number' ? 0 : 1)
    if (from === 'resolved' && after.status === 'open') expect(after.resolved_at).toBeNull()
  })

  test('sets the time of the first response at an agent’s first public message', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicketIn(requester, agent, 'pending')
    await givenMessage(agent, ticket, { is_internal: true })
    await givenMessage(requester, ticket)
    const before = await ticketFor(agent, ticket)

    const first = await givenMessage(agent, ticket)
    await givenMessage(admin, ticket)

    expect(before.first_response_at).toBeNull()
    expect((await ticketFor(requester, ticket)).first_response_at).toBe(first.created_at)
  })

  test('returns 404 for a ticket that does not exist or that the caller may not see', async () => {
    const { requester } = desk
    const stranger = await signedIn()
    const ticket = await givenTicket(requester)

    const statuses = await statusByCase({
      'a stranger': write(stranger, ticket),
      'a stranger, internally': write(stranger, ticket, { is_internal: true }),
      'no ticket': write(requester, { id: randomUUID() }),
    })

    expect(statuses).toEqual({
      'a stranger': 404,
      'a stranger, internally': 404,
      'no ticket': 404,
    })
    expect((await ticketFor(requester, ticket)).message_count).toBe(0)
  })

  test('rejects internal messages of requesters, also of agents on their own tickets', async () => {
    const { requester, agent, admin } = desk
    const tickets = [
      await givenTicket(requester),
      await givenTicket(agent),
      await givenTicket(admin),
    ] as const

    const refused = await Promise.all([
      write(requester, tickets[0], { is_internal: true }),
      write(agent, tickets[1], { is_internal: true }),
      write(admin, tickets[2], { is_internal: true }),
    ])
    const closed = await changedTicket(agent, tickets[0], { status: 'closed' })
    const both = await write(requester, closed, { is_internal: true })

    expect([...refused, both].map(({ status }) => status)).toEqual([403, 403, 403, 403])
  })

  test.each([
    ['text', { text: '' }],
    ['text', { text: ' \n ' }],
    ['text', { text: 'x'.repeat(50_001) }],
    ['is_internal', { is_internal: 'yes' }],
    ['ticket_id', { ticket_id: 'abc' }],
    ['author', { author: 'me' }],
  ])('rejects a wrong %s', async (field, fields) => {
    const ticket = await givenTicket(desk.requester)

    const answer = await write(desk.requester, ticket, fields)

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${field}"`)
  })

  test('counts one message per Idempotency-Key', async () => {
    const { requester } = desk
    const ticket = await givenTicket(requester)
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { ticket_id: ticket.id, text: 'Once' }

    const first = await call(createMessage, { as: requester, headers, body })
    const second = await call(createMessage, { as: requester, headers, body })

    expect(second.body).toEqual(first.body)
    expect((await ticketFor(requester, ticket)).message_count).toBe(1)
  })
})
