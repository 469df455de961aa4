import { beforeAll, describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { users } from '../../src/platform/identity/user.ts'
import { call } from '../support/call.ts'
import { changedTicket, givenDesk, givenMessage, givenTicket } from '../support/given-ticket.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let agent: SignedIn

beforeAll(async () => {
  agent = (await givenDesk()).agent
})

const newsFor = async (as: SignedIn) => {
  const { body } = await call(listNotifications, { as, query: { limit: 100 } })
  return body.items as { type: string; title: string; body: string | null; actor: object }[]
}

const typesFor = async (as: SignedIn) =>
  (await newsFor(as)).map(({ type }) => type).sort((a, b) => (a < b ? -1 : 1))

describe('The requester', () => {
  test('is told of an answer and of the status change that it makes, once each', async () => {
    const requester = await signedIn()
    const ticket = await givenTicket(requester, { subject: 'No light', description: 'It is dark.' })
    const message = await givenMessage(agent, ticket, { text: `Turn it on. ${'x'.repeat(300)}` })
    await settle({ deliveries: 3 })

    const { body } = await call(listNotifications, { as: requester })

    const [reply, move] = ['ticket_reply', 'ticket_status_changed'].map((type) =>
      body.items.find((item: { type: string }) => item.type === type),
    )
    expect(body.items.length).toBe(2)
    expect(reply).toEqual({
      id: reply.id,
      type: 'ticket_reply',
      title: `${agent.name} replied to “No light”`,
      body: `Turn it on. ${'x'.repeat(188)}`,
      actor: { id: agent.id, name: agent.name },
      resource: {
        type: 'ticket',
        id: ticket.id,
        title: 'No light',
        url: `http://127.0.0.1:3000/api/v1/support/tickets/${ticket.id}`,
      },
      read_at: null,
      created_at: message.created_at,
      version: 1,
    })
    expect(move).toMatchObject({ title: `${agent.name} set “No light” to in progress`, body: null })
  })

  test('is told of every status change by others, not of their own, nor where nothing changes', async () => {
    const requester = await signedIn()
    const ticket = await givenTicket(requester)

    await changedTicket(agent, ticket, { status: 'pending' })
    await changedTicket(agent, ticket, { status: 'pending' })
    await changedTicket(agent, ticket, { priority: 'high', assignee_id: agent.id })
    await changedTicket(agent, ticket, { status: 'resolved' })
    await changedTicket(requester, ticket, { status: 'open' })
    await givenMessage(agent, ticket, { is_internal: true })
    await settle({ deliveries: 2 })

    const news = await newsFor(requester)
    expect(news.map(({ title }) => title.replace(/^.*” /, '')).sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'to pending',
      'to resolved',
    ])
  })

  test('who is also an agent hears of others on their own ticket, and of nothing internal', async () => {
    const requester = await signedIn({ role: 'support_agent' })
    const ticket = await givenTicket(requester)

    await givenMessage(requester, ticket)
    await givenMessage(agent, ticket, { is_internal: true })
    await settle()
    const before = await typesFor(requester)
    await givenMessage(agent, ticket)
    await settle()

    expect(before).toEqual([])
    expect(await typesFor(requester)).toEqual(['ticket_reply', 'ticket_status_changed'])
  })
})

describe('The assignee', () => {
  test('is told of what the requester writes; without an assignee nobody is', async () => {
    const requester = await signedIn()
    const assignee = await signedIn({ role: 'support_agent' })
    const ticket = await givenTicket(requester)

    await givenMessage(requester, ticket, { text: 'before' })
    await changedTicket(agent, ticket, { assignee_id: assignee.id })
    await givenMessage(requester, ticket, { text: 'after' })
    await givenMessage(agent, ticket, { text: 'from a colleague' })
    await changedTicket(agent, ticket, { status: 'pending' })
    await givenMessage(requester, ticket, { text: 'opens it' })
    await settle({ deliveries: 2 })

    const news = await newsFor(assignee)
    expect(news.map(({ type, body }) => [type, body])).toEqual([
      ['ticket_reply', 'opens it'],
      ['ticket_reply', 'after'],
    ])
  })

  test('is told nothing if they wrote it, or may no longer see the ticket', async () => {
    const requester = await signedIn({ role: 'support_agent' })
    const former = await signedIn({ role: 'support_agent' })
    const [own, theirs] = [await givenTicket(requester), await givenTicket(requester)]
    await changedTicket(agent, own, { assignee_id: requester.id })
    await changedTicket(agent, theirs, { assignee_id: former.id })

    await givenMessage(requester, own)
    await givenMessage(requester, theirs)
    await users.update(await users.get(former), { role: 'user' })
    await settle()

    expect(await typesFor(requester)).toEqual([])
    expect(await typesFor(former)).toEqual([])
  })
})
