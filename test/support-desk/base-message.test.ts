import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { call } from '../support/call.ts'
import { givenDesk, givenMessage, givenTicket, ticketFor } from '../support/given-ticket.ts'
import type { SignedIn } from '../support/people.ts'

const desk = await givenDesk()

const answer = (as: SignedIn, ticket: { id: string }, base_message_id: string, fields: object = {}) =>
  call(createMessage, { as, body: { ticket_id: ticket.id, text: 'Some words', base_message_id, ...fields } })

describe('Message with base_message_id', () => {
  test('rejects a message if the ticket has a newer one', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicket(requester)
    const seen = await givenMessage(requester, ticket)

    const first = await answer(agent, ticket, seen.id)
    const late = await answer(admin, ticket, seen.id)
    const next = await answer(admin, ticket, first.body.id)

    expect([first.status, late.status, next.status]).toEqual([201, 409, 201])
    expect(late.headers['x-error-code']).toBe('support.newer_message')
    expect((await ticketFor(requester, ticket)).message_count).toBe(3)
  })

  test('counts internal messages as newer only for agents', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicket(requester)
    const seen = await givenMessage(requester, ticket)
    const internal = await givenMessage(agent, ticket, { is_internal: true })

    const late = await answer(admin, ticket, seen.id)
    const hidden = await answer(requester, ticket, internal.id)
    const asked = await answer(requester, ticket, seen.id)

    expect([late.status, hidden.status, asked.status]).toEqual([409, 422, 201])
  })

  test('rejects an id that is not a message of the ticket', async () => {
    const { requester } = desk
    const other = await givenMessage(requester, await givenTicket(requester))
    const ticket = await givenTicket(requester, { description: 'It burns.' })

    for (const id of [other.id, randomUUID()]) {
      const { status, detail } = await answer(requester, ticket, id)
      expect([status, detail]).toEqual([422, expect.stringContaining('"base_message_id"')])
    }
  })

  test('accepts one of many concurrent messages with the same base', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester)
    const seen = await givenMessage(agent, ticket)

    const answers = await Promise.all(Array.from({ length: 5 }, () => answer(agent, ticket, seen.id)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409])
  })
})
