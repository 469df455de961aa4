import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { readAllNotifications } from '../../src/notifications/endpoints/read-all-notifications.ts'
import { users } from '../../src/platform/identity/user.ts'
import { ticketMessages } from '../../src/support/ticket/ticket-message.ts'
import { tickets } from '../../src/support/ticket/ticket.ts'
import { call } from '../support/call.ts'
import { givenGroup } from '../support/given-group.ts'
import { handOver } from '../support/hand-over.ts'
import {
  changedTicket,
  givenCategory,
  givenDesk,
  givenMessage,
  givenTicket,
} from '../support/given-ticket.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const { agent, admin } = await givenDesk()

interface News {
  type: string
  title: string
  body: string | null
  resource: { id: string }
}

/** Returns the notifications of these tickets only, because agents get those of other tickets too. */
const newsFor = async (as: SignedIn, ...tickets: { id: string }[]): Promise<News[]> => {
  const { body } = await call(listNotifications, { as, query: { limit: 100 } })
  return (body.items as News[]).filter(({ resource }) => tickets.some(({ id }) => id === resource.id))
}

const typesFor = async (as: SignedIn, ...tickets: { id: string }[]) =>
  (await newsFor(as, ...tickets)).map(({ type }) => type).sort((a, b) => (a < b ? -1 : 1))

describe('Requester of a ticket', () => {
  test('gets a notification of a reply, but not of the status that the reply sets', async () => {
    const requester = await signedIn()
    const ticket = await givenTicket(requester, { subject: 'No light', description: 'It is dark.' })
    const message = await givenMessage(agent, ticket, { text: `Turn it on. ${'x'.repeat(300)}` })
    await settle({ deliveries: 3 })

    const { body } = await call(listNotifications, { as: requester })

    const [reply] = body.items
    expect(body.items.length).toBe(1)
    expect(reply).toEqual({
      id: reply!.id,
      type: 'ticket_reply',
      title: `${agent.name} replied to “No light”`,
      body: `Turn it on. ${'x'.repeat(188)}`,
      actor: { id: agent.id, name: agent.name },
      resource: {
        type: 'ticket',
        id: ticket.id,
        title: 'No light',
        url: `http://127.0.0.1:3000/view/ticket/${ticket.id}`,
        api_url: `http://127.0.0.1:3000/api/v1/support/tickets/${ticket.id}`,
      },
      read_at: null,
      created_at: message.created_at,
      version: 1,
    })
  })

  test('gets notifications of others’ status changes, not of their own or of no-ops', async () => {
    const requester = await signedIn()
    const ticket = await givenTicket(requester)

    await changedTicket(agent, ticket, { status: 'pending' })
    await changedTicket(agent, ticket, { status: 'pending' })
    await changedTicket(agent, ticket, { priority: 'high', assignee_id: agent.id })
    await changedTicket(agent, ticket, { status: 'resolved' })
    await changedTicket(requester, ticket, { status: 'open' })
    await givenMessage(agent, ticket, { is_internal: true })
    await settle({ deliveries: 2 })

    const news = await newsFor(requester, ticket)
    expect(news.map(({ title }) => title.replace(/^.*” /, '')).sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'to pending',
      'to resolved',
    ])
  })

  test('gets notifications of replies, but not of internal messages, even as an agent', async () => {
    const requester = await signedIn({ role: 'support_agent' })
    const ticket = await givenTicket(requester)

    await givenMessage(requester, ticket)
    await givenMessage(agent, ticket, { is_internal: true })
    await settle()
    const before = await typesFor(requester, ticket)
    await givenMessage(agent, ticket)
    await settle()

    expect(before).toEqual([])
    expect(await typesFor(requester, ticket)).toEqual(['ticket_reply'])
  })
})

describe('Assignee of a ticket', () => {
  test('gets notifications of the assignment and of later messages of the requester', async () => {
    const requester = await signedIn()
    const ticket = await givenTicket(requester)
    await givenMessage(requester, ticket, { text: 'before' })
    await settle()
    const assignee = await signedIn({ role: 'support_agent' })

    await changedTicket(agent, ticket, { assignee_id: assignee.id })
    await givenMessage(requester, ticket, { text: 'after' })
    await givenMessage(agent, ticket, { text: 'from a colleague' })
    await changedTicket(agent, ticket, { status: 'pending' })
    await givenMessage(requester, ticket, { text: 'opens it' })
    await settle({ deliveries: 2 })

    const news = await newsFor(assignee, ticket)
    expect(news.map(({ type, body }) => [type, body])).toEqual([
      ['ticket_reply', 'opens it'],
      ['ticket_reply', 'after'],
      ['ticket_assigned', null],
    ])
  })

  test('gets no notification of their own messages, or of a ticket they may no longer see', async () => {
    const requester = await signedIn({ role: 'support_agent' })
    const former = await signedIn({ role: 'support_agent' })
    const [own, theirs] = [await givenTicket(requester), await givenTicket(requester)]
    await changedTicket(agent, own, { assignee_id: requester.id })
    await changedTicket(agent, theirs, { assignee_id: former.id })

    await givenMessage(requester, own)
    await givenMessage(requester, theirs)
    await users.update(await users.get(former), { role: 'user' })
    await settle()

    expect(await typesFor(requester, own)).toEqual(['ticket_assigned'])
    expect(await typesFor(former, theirs)).toEqual([])
  })

  test.each([{ is_active: false }, { role: 'user' as const }])(
    'gets no copy of the agents’ notification after changing to %j',
    async (change) => {
      const [requester, assignee] = [await signedIn(), await signedIn({ role: 'support_agent' })]
      const ticket = await givenTicket(requester)
      await changedTicket(agent, ticket, { assignee_id: assignee.id })
      await settle()
      await users.update(await users.get(assignee), change)

      await givenMessage(requester, ticket, { text: 'Still dark.' })
      await settle({ deliveries: 2 })
      await users.update(await users.get(assignee), { is_active: true })

      expect(await newsFor(agent, ticket)).toMatchObject([{ type: 'ticket_reply', body: 'Still dark.' }])
      expect(await typesFor(assignee, ticket)).toEqual(['ticket_assigned'])
    },
  )

  test('gets no notification of taking a ticket, and only one as its requester', async () => {
    const requester = await signedIn({ role: 'support_agent' })
    const ticket = await givenTicket(requester)

    await changedTicket(agent, ticket, { status: 'pending', assignee_id: requester.id })
    await changedTicket(agent, ticket, { assignee_id: agent.id })
    await settle()

    expect(await typesFor(requester, ticket)).toEqual(['ticket_status_changed'])
    expect(await typesFor(agent, ticket)).toEqual([])
  })
})

describe('Notifications of agents', () => {
  const givenAgents = () => Promise.all([0, 1].map(() => signedIn({ role: 'support_agent' })))

  /** Creates a category for a group of these people; returns its name. */
  const givenCategoryOf = async (...people: SignedIn[]) => givenCategory((await givenGroup(...people)).id)

  test('notifies agents of a ticket without a category, and of a later message once they have read that', async () => {
    const requester = await signedIn()
    const ticket = await givenTicket(requester, { subject: 'No light', description: 'It is dark.' })
    await settle()
    await call(readAllNotifications, { as: agent })
    await givenMessage(requester, ticket, { text: 'Still.' })
    await settle({ deliveries: 2 })
    await givenMessage(requester, ticket, { text: 'Hello?' })
    await settle()
    await givenMessage(agent, ticket, { text: 'A secret', is_internal: true })
    await settle()

    const told = await newsFor(agent, ticket)

    expect(told.map(({ type, title, body }) => [type, title, body])).toEqual([
      ['ticket_reply', 'Ada Lovelace replied to “No light”', 'Still.'],
      ['ticket_created', 'Ada Lovelace opened the ticket “No light”', 'It is dark.'],
    ])
    expect(await typesFor(admin, ticket)).toEqual(['ticket_created'])
    const mails = await mailsTo(admin.email)
    expect(mails.filter(({ body }) => body.text.includes(ticket.id))).toHaveLength(1)
    expect(await typesFor(requester, ticket)).toEqual([])
  })

  test.each(['resolved', 'closed', 'pending'] as const)(
    'notifies the assignee, or else agents, of a %s ticket that its requester reopens',
    async (status) => {
      const [requester, former] = [await signedIn(), await signedIn({ role: 'support_agent' })]
      const [member, other] = (await givenAgents()) as [SignedIn, SignedIn]
      const category = await givenCategoryOf(member, other)
      const givenAssigned = async (assignee: SignedIn | null) => {
        const ticket = await givenTicket(requester)
        await changedTicket(agent, ticket, { status, category, assignee_id: assignee?.id ?? null })
        return ticket
      }
      const tickets = [await givenAssigned(null), await givenAssigned(member), await givenAssigned(former)]
      await users.update(await users.get(former), { role: 'user' })
      await settle()
      for (const as of [member, other]) await call(readAllNotifications, { as })

      for (const ticket of tickets) await changedTicket(requester, ticket, { status: 'open' })
      await settle({ deliveries: 2 })

      const countFor = async (as: SignedIn, ticket: { id: string }) =>
        (await newsFor(as, ticket)).filter(({ title }) => title.endsWith('to open')).length
      const counts = tickets.map((ticket) =>
        Promise.all([member, other, requester].map((as) => countFor(as, ticket))),
      )
      expect(await Promise.all(counts)).toEqual([
        [1, 1, 0],
        [1, 0, 0],
        [1, 1, 0],
      ])
    },
  )

  test('does not notify agents of a reopened ticket that one of them has taken up since', async () => {
    const requester = await signedIn()
    const [member, other] = (await givenAgents()) as [SignedIn, SignedIn]
    const category = await givenCategoryOf(member, other)
    const ticket = await givenTicket(requester, { category })
    await changedTicket(agent, ticket, { status: 'resolved' })
    await settle()

    await changedTicket(requester, ticket, { status: 'open' })
    await changedTicket(member, ticket, { status: 'in_progress' })
    await settle()

    expect(await typesFor(other, ticket)).toEqual([])
  })

  test('notifies only agents in the group of the category, regardless of its case', async () => {
    const [member, outsider] = (await givenAgents()) as [SignedIn, SignedIn]
    const colleague = await signedIn()
    const category = await givenCategoryOf(member, colleague)
    const ticket = await givenTicket(await signedIn(), { category: category.toUpperCase() })
    await settle()

    const told = await Promise.all([member, outsider, colleague].map((as) => typesFor(as, ticket)))
    expect(told).toEqual([['ticket_created'], [], []])
  })

  test('notifies all agents if the group has no agent other than the requester', async () => {
    const [one, other] = (await givenAgents()) as [SignedIn, SignedIn]
    const ticket = await givenTicket(await signedIn(), { category: await givenCategoryOf(await signedIn()) })
    const own = await givenTicket(one, { category: await givenCategoryOf(one) })
    await settle()

    const told = await Promise.all([one, other].map((as) => newsFor(as, ticket, own)))
    expect(told.map((news) => news.map(({ resource }) => resource.id))).toEqual([
      [ticket.id],
      [own.id, ticket.id],
    ])
  })

  test('do not repeat for closed or assigned tickets when the stream delivers again', async () => {
    const requester = await signedIn()
    const done = await givenTicket(requester)
    const taken = await givenTicket(requester)
    const message = await givenMessage(requester, done)
    await settle()
    await changedTicket(agent, done, { status: 'closed' })
    await changedTicket(agent, taken, { assignee_id: agent.id })
    const late = await signedIn({ role: 'support_agent' })
    await settle()

    await handOver(
      tickets.itemOf(await tickets.get(done)),
      tickets.itemOf(await tickets.get(taken)),
      ticketMessages.itemOf(await ticketMessages.get(message)),
    )
    await settle()

    expect(await typesFor(late, done, taken)).toEqual([])
  })

  test('skips agents on their own tickets, after losing the role, and while inactive', async () => {
    const [requester, former, left] = await Promise.all(
      [0, 1, 2].map(() => signedIn({ role: 'support_agent' })),
    )
    await settle()
    const ticket = await givenTicket(requester as SignedIn)
    await users.update(await users.get(former as SignedIn), { role: 'user' })
    await users.update(await users.get(left as SignedIn), { is_active: false })
    await settle()
    await users.update(await users.get(left as SignedIn), { is_active: true })

    const told = await Promise.all([requester, former, left].map((as) => typesFor(as as SignedIn, ticket)))
    expect(told).toEqual([[], [], []])
  })
})
