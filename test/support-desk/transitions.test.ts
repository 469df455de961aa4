import { describe, expect, test } from 'vitest'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { TicketStatus } from '../../src/support/ticket/ticket.ts'
import { call, type BodyOf } from '../support/call.ts'
import { givenDesk, givenTicketIn, ticketFor } from '../support/given-ticket.ts'
import type { SignedIn } from '../support/people.ts'

const statuses = TicketStatus.options

/** Status of the response to each transition, by side of the caller and present status. */
const cells = {
  //                      open in_progress pending resolved closed
  requester: {
    open: /*           */ [200, 403, 403, 200, 200],
    in_progress: /*    */ [403, 200, 403, 200, 200],
    pending: /*        */ [200, 403, 200, 200, 200],
    resolved: /*       */ [200, 409, 409, 200, 200],
    closed: /*         */ [200, 409, 409, 409, 200],
  },
  agent: {
    open: /*           */ [200, 200, 200, 200, 200],
    in_progress: /*    */ [200, 200, 200, 200, 200],
    pending: /*        */ [200, 200, 200, 200, 200],
    resolved: /*       */ [200, 409, 409, 200, 200],
    closed: /*         */ [200, 409, 409, 409, 200],
  },
} as const

type Kind = 'requester' | 'agent' | 'admin' | 'agent on their own' | 'admin on their own'

const tableOf = (kind: Kind) => cells[kind === 'agent' || kind === 'admin' ? 'agent' : 'requester']

const kinds: Kind[] = ['requester', 'agent', 'admin', 'agent on their own', 'admin on their own']

const walk = kinds.flatMap((kind) =>
  statuses.flatMap((from) =>
    statuses.map((to, column) => ({ kind, from, to, status: tableOf(kind)[from][column] })),
  ),
)

const desk = await givenDesk()
const { agent: other } = await givenDesk()

/** Returns the requester of the ticket, and the person who moves it. */
const peopleOf = (kind: Kind): [requester: SignedIn, mover: SignedIn] => {
  if (kind === 'agent on their own') return [desk.agent, desk.agent]
  if (kind === 'admin on their own') return [desk.admin, desk.admin]
  return [desk.requester, desk[kind]]
}

const move = (as: SignedIn, ticket: { id: string }, status: BodyOf<typeof updateTicket>['status']) =>
  call(updateTicket, { as, params: { id: ticket.id }, body: { status } })

describe.concurrent('Ticket', () => {
  test.each(walk)(
    'a move by the $kind from $from to $to returns $status',
    async ({ kind, from, to, status }) => {
      const [requester, mover] = peopleOf(kind)
      const before = await givenTicketIn(requester, other, from)

      const answer = await move(mover, before, to)

      const after = await ticketFor(mover, before)
      const isMoved = status === 200 && from !== to
      expect(answer.status).toBe(status)
      expect(after.status).toBe(isMoved ? to : from)
      expect(after.version).toBe(before.version + (isMoved ? 1 : 0))
      if (status === 200) expect(answer.body).toEqual(after)
      else expect(after.updated_at).toBe(before.updated_at)
    },
  )

  test.each(kinds.flatMap((kind) => statuses.map((from) => ({ kind, from }))))(
    'lists for status $from the transitions that the $kind may make',
    async ({ kind, from }) => {
      const [requester, mover] = peopleOf(kind)
      const ticket = await givenTicketIn(requester, other, from)

      const { allowed_transitions } = await ticketFor(mover, ticket)

      const allowed = statuses.filter((to, column) => to !== from && tableOf(kind)[from][column] === 200)
      expect(allowed_transitions).toEqual(allowed)
    },
  )

  test('lists the possible transitions in its errors, or says that only agents may make one', async () => {
    const closed = await givenTicketIn(desk.requester, desk.agent, 'closed')
    const resolved = await givenTicketIn(desk.requester, desk.agent, 'resolved')
    const open = await givenTicketIn(desk.requester, desk.agent, 'open')

    const answers = [
      await move(desk.admin, closed, 'resolved'),
      await move(desk.requester, resolved, 'pending'),
      await move(desk.requester, open, 'pending'),
    ]

    expect(answers.map(({ headers }) => headers['x-error-code'])).toEqual([
      'support.no_such_move',
      'support.no_such_move',
      'support.move_not_allowed',
    ])
    expect(answers[0]?.detail).toBe(
      'A ticket with the status "closed" can change to "open", not to "resolved".',
    )
    expect(answers[1]?.detail).toContain('"open" or "closed"')
    expect(answers[2]?.detail).toContain('"pending"')
  })
})
