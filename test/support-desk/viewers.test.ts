import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { readTicket } from '../../src/support/endpoints/read-ticket.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { viewTicket } from '../../src/support/endpoints/view-ticket.ts'
import { call, type CallOptions } from '../support/call.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { givenDesk, givenTicket, givenTicketIn, ticketFor } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'

const desk = await givenDesk()

afterEach(() => void vi.useRealTimers())

const view = (as: SignedIn, { id }: { id: string }) => call(viewTicket, { as, params: { id } })

const viewersFor = async (as: SignedIn, ticket: { id: string }) => (await ticketFor(as, ticket)).viewers

const named = ({ id, name }: SignedIn) => ({ id, name })

describe('PUT /support/tickets/{id}/viewing', () => {
  test('shows the caller to other agents for 30 seconds after the last call', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicket(requester)
    const start = Date.now()
    const after = async (seconds: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: start + seconds * 1_000 })
      return viewersFor(admin, ticket)
    }
    vi.useFakeTimers({ toFake: ['Date'], now: start })
    const before = await viewersFor(admin, ticket)

    const { status, body } = await view(agent, ticket)
    const [soon, own, other] = [
      await after(29),
      await viewersFor(agent, ticket),
      await viewersFor(admin, await givenTicket(requester)),
    ]
    await view(agent, ticket)
    const [renewed, over] = [await after(58), await after(60)]

    expect([status, body]).toEqual([204, undefined])
    expect([before, soon, own, other]).toEqual([[], [named(agent)], [], []])
    expect([renewed, over]).toEqual([[named(agent)], []])
  })

  test('shows each of ten agents once although all call at the same time', async () => {
    const ticket = await givenTicket(desk.requester)
    const agents = await Promise.all(Array.from({ length: 10 }, () => signedIn({ role: 'support_agent' })))

    const answers = await Promise.all([...agents, ...agents].map((as) => view(as, ticket)))

    const viewers = await viewersFor(desk.admin, ticket)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 204))
    expect(viewers!.map(({ id }) => id).sort()).toEqual(agents.map(({ id }) => id).sort())
  })

  test('writes a single item without a transaction, and leaves the ticket unchanged', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester)
    const before = await ticketFor(agent, ticket)
    const { proxy, loaded, end } = await givenTableProxy(
      () => import('../../src/support/endpoints/view-ticket.ts'),
    )
    proxy.countsCapacity = true

    const { status } = await call(loaded.viewTicket, { as: agent, params: { id: ticket.id } })

    await end()
    const writes = proxy.calls.filter(({ operation }) => !/Get|Query/.test(operation))
    expect(status).toBe(204)
    expect(writes.map(({ operation, units }) => [operation, units])).toEqual([['PutItem', 1]])
    expect(await ticketFor(agent, ticket)).toEqual(before)
  })

  test('refuses requesters of any role, strangers and unknown tickets', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicket(requester)

    const statuses = await statusByCase({
      'the requester': view(requester, ticket),
      'a stranger': view(await signedIn(), ticket),
      'an agent on an own ticket': view(agent, await givenTicket(agent)),
      'an administrator on an own ticket': view(admin, await givenTicket(admin)),
      'an agent on no ticket': view(agent, { id: randomUUID() }),
      'an agent on a closed ticket': view(agent, await givenTicketIn(requester, agent, 'closed')),
      'an administrator': view(admin, ticket),
      'a field': call(viewTicket, { as: agent, params: { id: ticket.id }, body: { seconds: 60 } as never }),
    })

    expect(statuses).toEqual({
      'the requester': 403,
      'a stranger': 403,
      'an agent on an own ticket': 403,
      'an administrator on an own ticket': 403,
      'an agent on no ticket': 404,
      'an agent on a closed ticket': 204,
      'an administrator': 204,
      'a field': 422,
    })
  })

  test('accepts viewers in an update without effect', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicket(requester)
    await view(agent, ticket)
    const seen = await ticketFor(admin, ticket)

    const body = { ...seen, viewers: [] } as never
    expect(await made(updateTicket, { as: admin, params: { id: ticket.id }, body })).toEqual(seen)
  })
})

describe.each(['user', 'support_agent', 'admin'] as const)('Requester with the role %s', (role) => {
  test('sees no trace of viewers in any answer', async () => {
    const requester = await signedIn({ role })
    const ticket = await givenTicket(requester)
    const { id } = ticket
    const asked: [EndpointHandler, CallOptions][] = [
      [readTicket, { params: { id } }],
      [updateTicket, { params: { id }, body: { status: 'open' }, headers: { 'If-Match': '"1"' } }],
      [listTickets, {}],
      [listMessages, { query: { ticket_id: id } }],
      [listNotifications, {}],
    ]
    const everything = () =>
      Promise.all(
        asked.map(async ([handler, options]) => {
          const { status, headers, body } = await call(handler, { as: requester, ...options })
          return { status, etag: headers['etag'], body }
        }),
      )
    await settle()
    const before = await everything()

    for (const as of [desk.agent, desk.admin]) await view(as, ticket)
    await settle()

    expect(await everything()).toEqual(before)
    expect(await viewersFor(requester, ticket)).toBeNull()
    expect(await viewersFor(desk.agent, ticket)).toEqual([named(desk.admin)])
  })
})
