import { describe, expect, test } from 'vitest'
import { createTicket } from '../../src/support/endpoints/create-ticket.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
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

const desk = await givenDesk()

const put = (as: SignedIn, { id }: { id: string }, body: object, headers = {}) =>
  call(updateTicket, { as, params: { id }, body, headers })

describe('Rating of a ticket', () => {
  test.each(['user', 'support_agent', 'admin'] as const)(
    'lets a requester with the role %s rate a solved ticket, change the rating and clear it',
    async (role) => {
      const requester = await signedIn({ role })
      const ticket = await givenTicketIn(requester, desk.agent, 'resolved')

      const set = await changedTicket(requester, ticket, { rating: 2 })
      const changed = await changedTicket(requester, ticket, { status: 'closed', rating: 5 })
      const same = await changedTicket(requester, ticket, changed)
      const cleared = await changedTicket(requester, ticket, { rating: null })

      expect(set).toMatchObject({ rating: 2, version: ticket.version + 1 })
      expect(changed).toMatchObject({ rating: 5, status: 'closed' })
      expect(same).toEqual(changed)
      expect(cleared.rating).toBeNull()
    },
  )

  test('shows the rating to agents, and keeps it when the ticket is reopened', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicketIn(requester, agent, 'resolved')
    await changedTicket(requester, ticket, { rating: 1 })

    await givenMessage(requester, ticket, { text: 'It burns again.' })

    expect(await ticketFor(agent, ticket)).toMatchObject({ rating: 1, status: 'open' })
  })

  test('refuses agents, open tickets and strangers', async () => {
    const { requester, agent, admin } = desk
    const [open, pending, solved] = [
      await givenTicket(requester),
      await givenTicketIn(requester, agent, 'pending'),
      await givenTicketIn(requester, agent, 'resolved'),
    ]

    const statuses = await statusByCase({
      'an agent': put(agent, solved, { rating: 5 }),
      'an administrator': put(admin, solved, { rating: 5 }),
      'an agent on an open ticket': put(agent, open, { rating: 5 }),
      'a stranger': put(await signedIn(), solved, { rating: 5 }),
      'the requester of an open ticket': put(requester, open, { rating: 5 }),
      'the requester of a pending ticket': put(requester, pending, { rating: 5 }),
      'another version of an open ticket': put(requester, open, { rating: 5 }, { 'If-Match': '"9"' }),
      'an agent without a change': put(agent, solved, { rating: null }),
      'no rating of an open ticket': put(requester, open, { rating: null }),
      'with a new ticket': call(createTicket, { as: requester, body: { subject: 'x', rating: 5 } as never }),
    })

    expect(statuses).toEqual({
      'an agent': 403,
      'an administrator': 403,
      'an agent on an open ticket': 403,
      'a stranger': 404,
      'the requester of an open ticket': 409,
      'the requester of a pending ticket': 409,
      'another version of an open ticket': 412,
      'an agent without a change': 200,
      'no rating of an open ticket': 200,
      'with a new ticket': 422,
    })
    expect((await put(requester, open, { rating: 5 })).headers['x-error-code']).toBe('support.not_solved')
  })

  test.each([[0], [6], [2.5], ['5'], [[]]])('returns 422 for %j', async (rating) => {
    const ticket = await givenTicketIn(desk.requester, desk.agent, 'closed')

    const answer = await put(desk.requester, ticket, { rating })

    expect([answer.status, answer.detail]).toEqual([422, expect.stringContaining('"rating"')])
  })

  test('keeps one of ten concurrent ratings', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicketIn(requester, agent, 'resolved')

    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => put(requester, ticket, { rating: 1 + (n % 5) })),
    )

    const { rating, version } = await ticketFor(requester, ticket)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(rating).toBe(answers.find(({ body }) => body.version === version)!.body.rating)
  })
})
