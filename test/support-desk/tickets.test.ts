import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTicket } from '../../src/support/endpoints/create-ticket.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { readTicket } from '../../src/support/endpoints/read-ticket.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { users } from '../../src/platform/identity/user.ts'
import { tickets } from '../../src/support/ticket/ticket.ts'
import { call, type BodyOf } from '../support/call.ts'
import { changedTicket, givenDesk, givenMessage, givenTicket, ticketFor } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

const desk = await givenDesk()

describe('POST /support/tickets', () => {
  test('opens a ticket with its description as the first message', async () => {
    const { requester } = desk
    const body = {
      subject: 'No light',
      description: 'It is dark.',
      priority: 'high' as const,
      category: 'building',
    }

    const answer = await call(createTicket, { as: requester, body })

    const ticket = answer.body
    const { items } = await made(listMessages, { as: requester, query: { ticket_id: ticket.id } })
    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toMatch(new RegExp(`/api/v1/support/tickets/${ticket.id}$`))
    expect(ticket).toEqual({
      id: ticket.id,
      number: ticket.number,
      subject: 'No light',
      status: 'open',
      priority: 'high',
      category: 'building',
      tags: [],
      requester: { id: requester.id, name: requester.name, contact_id: null },
      created_by: { id: requester.id, name: requester.name },
      links: [],
      assignee_id: null,
      assignee: null,
      group_id: null,
      group: null,
      rating: null,
      sla: null,
      first_response_at: null,
      resolved_at: null,
      closed_at: null,
      last_message_at: ticket.created_at,
      message_count: 1,
      allowed_transitions: ['resolved', 'closed'],
      version: 1,
      created_at: ticket.created_at,
      updated_at: ticket.created_at,
    })
    expect(ticket.number).toBeGreaterThan(0)
    expect(items).toEqual([
      {
        id: items[0]!.id,
        ticket_id: ticket.id,
        text: 'It is dark.',
        attachments: [],
        is_internal: false,
        author: { type: 'requester', id: requester.id, name: requester.name },
        ticket: { id: ticket.id, number: ticket.number, subject: 'No light' },
        created_at: ticket.created_at,
      },
    ])
  })

  test('opens a ticket without a message if the description is blank', async () => {
    const answers = await Promise.all(
      [undefined, null, '', ' \n'].map((description) =>
        call(createTicket, { as: desk.requester, body: { subject: 'Short', description } }),
      ),
    )

    for (const { status, body } of answers) {
      expect(status).toBe(201)
      expect(body).toMatchObject({
        message_count: 0,
        last_message_at: null,
        priority: 'normal',
        category: null,
      })
    }
  })

  test.each([
    ['subject', {}],
    ['subject', { subject: ' ' }],
    ['subject', { subject: 'x'.repeat(256) }],
    ['description', { subject: 'Long', description: 'x'.repeat(50_001) }],
    ['priority', { subject: 'Now', priority: 'none' }],
    ['category', { subject: 'What', category: '' }],
    ['status', { subject: 'Done', status: 'closed' }],
  ])('rejects a wrong %s', async (field, body) => {
    const answer = await call(createTicket, { as: desk.requester, body })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${field}"`)
  })

  test('accepts a description of 50,000 characters', async () => {
    const description = '語'.repeat(50_000)
    const { id } = await givenTicket(desk.requester, { description })

    const { items } = await made(listMessages, { as: desk.requester, query: { ticket_id: id } })

    expect(items[0]!.text).toBe(description)
  })

  test('creates one ticket per Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() }
    const open = () =>
      call(createTicket, {
        as: desk.requester,
        headers,
        body: { subject: 'Once', description: 'Only once.' },
      })

    const [first, second] = [await open(), await open()]

    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
  })
})

describe('GET /support/tickets/{id}', () => {
  test('returns the ticket to its requester, agents and administrators only', async () => {
    const stranger = await signedIn()
    const { id } = await givenTicket(desk.requester)

    const answers = await Promise.all(
      [desk.requester, desk.agent, desk.admin, stranger].map((as) =>
        call(readTicket, { as, params: { id } }),
      ),
    )

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404])
    expect(answers[0]?.headers['etag']).toBe('"1"')
  })
})

describe('PUT /support/tickets/{id}', () => {
  test('lets agents set assignee and priority, and accepts an unchanged response body', async () => {
    const { requester, agent, admin } = desk
    const ticket = await givenTicket(requester)

    const ranked = await changedTicket(agent, ticket, { priority: 'urgent', assignee_id: admin.id })
    const same = await changedTicket(agent, ticket, ranked)
    const freed = await changedTicket(admin, ticket, { assignee_id: null })

    expect(ranked).toMatchObject({ priority: 'urgent', assignee_id: admin.id, version: 2, status: 'open' })
    expect(ranked.assignee).toEqual({ id: admin.id, name: admin.name })
    expect(same).toEqual(ranked)
    expect(freed).toMatchObject({ assignee_id: null, assignee: null, priority: 'urgent', version: 3 })
  })

  test('lets requesters change the subject, and only agents the category', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester)

    const reworded = await changedTicket(requester, ticket, { subject: 'Toner is empty' })
    const refused = await call(updateTicket, {
      as: requester,
      params: { id: ticket.id },
      body: { category: 'hardware' },
    })
    const sorted = await changedTicket(agent, ticket, { category: 'hardware' })

    expect(reworded).toMatchObject({ subject: 'Toner is empty', version: 2 })
    expect(refused.status).toBe(403)
    expect(refused.detail).toBe('Only agents may change "category".')
    expect(sorted).toMatchObject({ subject: 'Toner is empty', category: 'hardware', version: 3 })
  })

  test('rejects agents’ fields and statuses from any requester, even agents and administrators', async () => {
    const { requester, agent, admin } = desk
    for (const as of [requester, agent, admin]) {
      const ticket = await givenTicket(as)
      const put = (body: object) => call(updateTicket, { as, params: { id: ticket.id }, body })

      const statuses = await statusByCase({
        priority: await put({ priority: 'high' }),
        assignee: await put({ assignee_id: agent.id }),
        'a status of agents': await put({ status: 'pending' }),
        'what is as it is, and a status of requesters': await put({ ...ticket, status: 'resolved' }),
      })

      expect(statuses).toEqual({
        priority: 403,
        assignee: 403,
        'a status of agents': 403,
        'what is as it is, and a status of requesters': 200,
      })
    }
  })

  test('hides other people’s tickets, and rejects a wrong assignee', async () => {
    const { requester, agent } = desk
    const stranger = await signedIn()
    const gone = await signedIn({ role: 'support_agent' })
    await users.update(await users.get(gone), { is_active: false })
    const { id } = await givenTicket(requester)
    const put = (as: typeof agent, body: object) => call(updateTicket, { as, params: { id }, body })

    const hidden = await put(stranger, { status: 'closed' })
    const answers = await Promise.all(
      [requester.id, gone.id, randomUUID(), 'me'].map((assignee_id) => put(agent, { assignee_id })),
    )

    expect(hidden.status).toBe(404)
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    for (const { detail } of answers) expect(detail).toContain('"assignee_id"')
  })

  test('checks in the order 403, 412, 409', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester)
    const headers = { 'If-Match': '"7"' }
    const put = (as: typeof agent, status: BodyOf<typeof updateTicket>['status'], withMatch = true) =>
      call(updateTicket, {
        as,
        params: { id: ticket.id },
        body: { status },
        ...(withMatch && { headers }),
      })

    const forbidden = await put(requester, 'pending')
    const same = await put(agent, 'open')
    await put(agent, 'closed', false)
    const late = await put(agent, 'resolved')
    const never = await put(agent, 'resolved', false)

    expect([forbidden, same, late, never].map(({ status }) => status)).toEqual([403, 412, 412, 409])
  })

  test('keeps the times of resolving and closing until the ticket is reopened', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester)

    const resolved = await changedTicket(agent, ticket, { status: 'resolved' })
    const closed = await changedTicket(requester, ticket, { status: 'closed' })
    const opened = await changedTicket(requester, ticket, { status: 'open' })
    const shut = await changedTicket(agent, ticket, { status: 'closed' })

    expect(resolved).toMatchObject({ resolved_at: expect.any(String), closed_at: null })
    expect(closed).toMatchObject({ resolved_at: resolved.resolved_at, closed_at: expect.any(String) })
    expect(opened).toMatchObject({ resolved_at: null, closed_at: null, status: 'open' })
    expect(shut).toMatchObject({ resolved_at: null, closed_at: expect.any(String) })
  })

  test('applies the caller’s current role', async () => {
    const { requester } = desk
    const former = await signedIn({ role: 'support_agent' })
    const ticket = await givenTicket(requester)
    await givenMessage(former, ticket, { is_internal: true })
    await writeItem(users.toUpdate(await users.get(former), { role: 'user' }))

    const answer = await call(readTicket, { as: former, params: { id: ticket.id } })

    expect(answer.status).toBe(404)
    expect((await ticketFor(requester, ticket)).message_count).toBe(0)
  })
})

test('A ticket of the first release was opened by its requester', async () => {
  const { requester, agent } = desk
  const { id } = await givenTicket(requester)
  await writeItem(tickets.toPut({ ...(await tickets.get({ id })), created_by: null }))

  const ticket = await ticketFor(requester, { id })
  const listed = await made(listTickets, { as: agent, query: { all: true, requester_id: requester.id } })

  expect(ticket.created_by).toEqual({ id: requester.id, name: requester.name })
  expect(listed.items.find((one) => one.id === id)?.created_by).toEqual(ticket.created_by)
})
