import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { users } from '../../src/platform/identity/user.ts'
import { createTicket } from '../../src/support/endpoints/create-ticket.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { call } from '../support/call.ts'
import {
  changedTicket,
  givenContact,
  givenDesk,
  givenMessage,
  givenTicket,
  ticketFor,
} from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'

const desk = await givenDesk()

const newsFor = async (as: typeof desk.agent, { id }: { id: string }) => {
  const { items } = await made(listNotifications, { as, query: { limit: 100 } })
  return items.filter(({ resource }) => resource?.id === id)
}

describe('POST /support/tickets with requester_id', () => {
  test('opens a ticket of the requester, whose description is no first response', async () => {
    const { requester, agent } = desk

    const ticket = await givenTicket(agent, { requester_id: requester.id, description: 'She called.' })

    const seen = await ticketFor(requester, ticket)
    const { items } = await made(listMessages, { as: requester, query: { ticket_id: ticket.id } })
    expect(ticket).toMatchObject({
      requester: { id: requester.id, name: requester.name, contact_id: null },
      created_by: { id: agent.id, name: agent.name },
      status: 'open',
      first_response_at: null,
    })
    expect(ticket.allowed_transitions).toContain('pending')
    expect(seen.allowed_transitions).toEqual(['resolved', 'closed'])
    expect(items[0]!.author).toEqual({ type: 'requester', id: agent.id, name: agent.name })
  })

  test('notifies the requester and the other agents, and treats the caller as an agent', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicket(agent, { requester_id: requester.id, description: 'She called.' })
    await settle()

    const [forRequester, forAgent, forAdmin] = await Promise.all(
      [requester, agent, admin].map((as) => newsFor(as, ticket)),
    )

    expect(forRequester).toMatchObject([
      {
        type: 'ticket_created',
        title: `${agent.name} opened the ticket “${ticket.subject}”`,
        body: 'She called.',
        actor: { id: agent.id },
      },
    ])
    expect(forAgent).toEqual([])
    expect(forAdmin).toMatchObject([{ type: 'ticket_created', actor: { id: agent.id } }])

    await givenMessage(agent, ticket, { text: 'On my way.' })
    const answered = await ticketFor(agent, ticket)
    expect(answered).toMatchObject({ status: 'in_progress' })
    expect(answered.first_response_at).not.toBeNull()
  })

  test('opens the caller’s own ticket for their own ID', async () => {
    const ticket = await givenTicket(desk.agent, { requester_id: desk.agent.id })

    expect(ticket.allowed_transitions).toEqual(['resolved', 'closed'])
    expect(ticket.requester).toEqual({ ...ticket.created_by, contact_id: null })
  })

  test('rejects requesters before it looks for the person, and unknown or inactive people', async () => {
    const { requester, agent, admin } = desk
    const gone = await signedIn()
    await users.update(await users.get(gone), { is_active: false })
    const open = (as: typeof agent, requester_id: string) =>
      call(createTicket, { as, body: { subject: 'Help', requester_id } })

    const statuses = await statusByCase({
      'a requester for an agent': open(requester, agent.id),
      'a requester for an unknown person': open(requester, randomUUID()),
      'a requester for themselves': open(requester, requester.id),
      'an agent for an unknown person': open(agent, randomUUID()),
      'an agent for an inactive person': open(agent, gone.id),
      'an administrator': open(admin, requester.id),
    })

    expect(statuses).toEqual({
      'a requester for an agent': 403,
      'a requester for an unknown person': 403,
      'a requester for themselves': 201,
      'an agent for an unknown person': 422,
      'an agent for an inactive person': 422,
      'an administrator': 201,
    })
    expect((await open(agent, gone.id)).detail).toContain('"requester_id"')
  })

  test('rejects two requesters, also if the caller is one of them', async () => {
    const { requester, agent } = desk
    const contact = await givenContact(agent)
    const open = (as: typeof agent, requester_id: string) =>
      call(createTicket, { as, body: { subject: 'Help', requester_id, contact_id: contact.id } })

    const answers = await Promise.all([
      open(agent, requester.id),
      open(agent, agent.id),
      open(requester, requester.id),
    ])

    for (const { status, detail } of answers) {
      expect(status).toBe(422)
      expect(detail).toContain('"contact_id" must not be sent together with "requester_id"')
    }
  })

  test('opens one ticket for ten requests with one Idempotency-Key', async () => {
    const requester = await signedIn()
    const headers = { 'Idempotency-Key': randomUUID() }
    const body = { subject: 'Once', description: 'Only once.', requester_id: requester.id }

    await Promise.all(Array.from({ length: 10 }, () => call(createTicket, { as: desk.agent, headers, body })))
    const { status } = await call(createTicket, { as: desk.agent, headers, body })
    await settle()

    expect(status).toBe(201)
    expect((await made(listTickets, { as: requester, query: {} })).items.length).toBe(1)
    expect((await made(listNotifications, { as: requester, query: {} })).items.length).toBe(1)
  })
})

describe('Tags of a ticket', () => {
  test('agents set tags in POST and PUT, and find tickets by them', async () => {
    const { requester, agent } = desk
    const tag = `tag${randomUUID().slice(0, 8)}`
    const ticket = await givenTicket(agent, { requester_id: requester.id, tags: ['printer'] })

    const changed = await changedTicket(agent, ticket, { tags: [tag, 'printer'] })
    await settle()

    const found = await made(listTickets, { as: agent, query: { all: true, q: tag } })
    expect(ticket.tags).toEqual(['printer'])
    expect(changed.tags).toEqual([tag, 'printer'])
    expect(found.items.map(({ id }) => id)).toEqual([ticket.id])
  })

  test('filters of agents select tickets and counts by tag', async () => {
    const { requester, agent } = desk
    const [tag, other] = [`tag${randomUUID().slice(0, 8)}`, `tag${randomUUID().slice(0, 8)}`]
    const first = await givenTicket(agent, { requester_id: requester.id, tags: [tag, 'x'] })
    const second = await givenTicket(agent, { requester_id: requester.id, tags: [other] })
    await givenTicket(agent, { requester_id: requester.id, tags: ['x'] })
    await settle()

    const list = (tag: string[]) => made(listTickets, { as: agent, query: { all: true, tag } })
    const [one, both] = [await list([tag]), await list([tag, other])]
    const refused = await call(listTickets, { as: requester, query: { tag: [tag] } })

    expect(one.items.map(({ id }) => id)).toEqual([first.id])
    expect(one.counts.open).toBe(1)
    expect(both.items.map(({ id }) => id)).toEqual([second.id, first.id])
    expect(both.counts.open).toBe(2)
    expect(refused.status).toBe(403)
  })

  test('rejects tags from requesters, also from an agent on their own ticket', async () => {
    const { requester, agent } = desk
    const [theirs, own] = [await givenTicket(requester), await givenTicket(agent)]
    const put = (as: typeof agent, { id }: { id: string }, tags: unknown) =>
      call(updateTicket, { as, params: { id }, body: { tags } as never })

    const statuses = await statusByCase({
      'POST by a requester': call(createTicket, { as: requester, body: { subject: 'x', tags: ['a'] } }),
      'PUT by the requester': put(requester, theirs, ['a']),
      'PUT by an agent on their own ticket': put(agent, own, ['a']),
      'PUT without a change': put(requester, theirs, []),
      'too many': put(
        agent,
        theirs,
        Array.from({ length: 21 }, (_, n) => `t${n}`),
      ),
      'an empty tag': put(agent, theirs, ['']),
    })

    expect(statuses).toEqual({
      'POST by a requester': 403,
      'PUT by the requester': 403,
      'PUT by an agent on their own ticket': 403,
      'PUT without a change': 200,
      'too many': 422,
      'an empty tag': 422,
    })
  })
})
