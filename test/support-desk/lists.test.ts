import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import {
  changedTicket,
  givenCategory,
  givenDesk,
  givenMessage,
  givenTicket,
} from '../support/given-ticket.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { statusByCase } from '../support/statuses.ts'

const desk = await givenDesk()

/** Returns all items of a list, page by page. */
const walk = async <Item>(
  handler: EndpointHandler<unknown, unknown, { items: Item[]; next_cursor: string | null }>,
  as: SignedIn,
  query: object,
): Promise<Item[]> => {
  const items: Item[] = []
  let cursor: string | undefined
  do {
    const page = await made(handler, { as, query: { ...query, cursor } })
    items.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return items
}

const idsOf = (items: { [field: string]: unknown }[]) => items.map(({ id }) => id)

describe('GET /support/tickets', () => {
  test('lists the caller’s own tickets, newest first, in pages', async () => {
    const requester = await signedIn()
    const made = [await givenTicket(requester), await givenTicket(requester), await givenTicket(requester)]
    await givenTicket(desk.requester)

    const items = await walk(listTickets, requester, { limit: 2 })

    expect(items).toEqual(made.reverse())
  })

  test('lists everybody’s tickets for agents with all=true, otherwise their own', async () => {
    const { requester, admin } = desk
    const agent = await signedIn({ role: 'support_agent' })
    const [theirs, own] = [await givenTicket(requester), await givenTicket(agent)]

    const [all, forAdmin, mine] = await Promise.all([
      walk(listTickets, agent, { all: true, limit: 100 }),
      walk(listTickets, admin, { all: true, limit: 100 }),
      walk(listTickets, agent, {}),
    ])

    expect(idsOf(all)).toEqual(idsOf(forAdmin))
    expect(idsOf(all).slice(0, 2)).toEqual([own.id, theirs.id])
    expect(all[1]).toMatchObject({ allowed_transitions: ['in_progress', 'pending', 'resolved', 'closed'] })
    expect(idsOf(mine)).toEqual([own.id])
  })

  test('filters by status and assignee', async () => {
    const { requester } = desk
    const agent = await signedIn({ role: 'support_agent' })
    const tickets = [await givenTicket(requester), await givenTicket(requester), await givenTicket(requester)]
    await changedTicket(agent, tickets[0]!, { assignee_id: agent.id, status: 'pending' })
    await changedTicket(agent, tickets[1]!, { assignee_id: agent.id })

    const [assigned, mine, both, own] = await Promise.all([
      walk(listTickets, agent, { all: true, assignee_id: agent.id, limit: 1 }),
      walk(listTickets, agent, { all: true, assignee_id: 'me' }),
      walk(listTickets, agent, { all: true, assignee_id: agent.id, status: 'pending' }),
      walk(listTickets, requester, { status: 'pending' }),
    ])

    expect(idsOf(assigned)).toEqual([tickets[1]!.id, tickets[0]!.id])
    expect(mine).toEqual(assigned)
    expect(idsOf(both)).toEqual([tickets[0]!.id])
    expect(idsOf(own)).toEqual([tickets[0]!.id])
  })

  test('filters and sorts tickets of all statuses', async () => {
    const { agent, admin } = desk
    const [requester, other] = [await signedIn(), await signedIn()]
    const [first, second, third] = [
      await givenTicket(requester, { priority: 'high', category: 'desks' }),
      await givenTicket(requester, { priority: 'urgent', category: 'chairs, tables' }),
      await givenTicket(other, { priority: 'low', category: 'desks' }),
    ]
    await givenMessage(requester, first, { text: 'Hello?' })
    await givenMessage(agent, third, { text: 'For agents.', is_internal: true })
    await changedTicket(agent, second, { assignee_id: agent.id })
    await changedTicket(agent, third, { status: 'closed' })
    const people = { all: true, requester_id: `${requester.id},${other.id}` }
    const listed = async (query: object) =>
      idsOf(await walk(listTickets, admin, { ...people, limit: 1, ...query }))
    const unclosed = 'open,in_progress,pending,resolved'

    const found = {
      'by priority': await listed({ sort: '-priority' }),
      'by priority, lowest first': await listed({ sort: 'priority' }),
      'by last message': await listed({ sort: '-last_message' }),
      'oldest first': await listed({ sort: 'created' }),
      unassigned: await listed({ assignee_id: 'none' }),
      'of two priorities': await listed({ priority: 'low,high' }),
      'of a category with a comma': await listed({ category: ['chairs, tables', 'none'] }),
      'not closed': await listed({ status: unclosed, category: 'desks' }),
      'of everybody, not closed': idsOf(
        await walk(listTickets, agent, { all: true, status: unclosed, sort: '-priority', limit: 100 }),
      ).filter((id) => id === first.id || id === second.id || id === third.id),
    }

    expect(found).toEqual({
      'by priority': [second.id, first.id, third.id],
      'by priority, lowest first': [third.id, first.id, second.id],
      'by last message': [third.id, first.id, second.id],
      'oldest first': [first.id, second.id, third.id],
      unassigned: [third.id, first.id],
      'of two priorities': [third.id, first.id],
      'of a category with a comma': [second.id],
      'not closed': [first.id],
      'of everybody, not closed': [second.id, first.id],
    })
  })

  test('filters by categories of the policies regardless of case', async () => {
    const { agent, requester } = desk
    const name = `Printers ${randomUUID()}`
    const subject = `Paper${randomUUID().slice(0, 8)}`
    const early = await givenTicket(requester, { category: name.toUpperCase(), subject })
    await givenCategory(null, name)
    const late = await givenTicket(requester, { category: name.toLowerCase(), subject })
    await settle({ index: true })
    const filtered = async (category: string, query: object = {}) => {
      const { items, counts } = (
        await call(listTickets, { as: agent, query: { all: true, category, ...query } })
      ).body
      return [idsOf(items), counts.open]
    }

    expect([
      await filtered(name.toLowerCase()),
      await filtered(name.toUpperCase()),
      await filtered(name.toUpperCase(), { status: 'closed' }),
      await filtered(name.toLowerCase(), { q: subject }),
    ]).toEqual([
      [[late.id], 1],
      [[late.id, early.id], 2],
      [[], 2],
      [[late.id], 1],
    ])
  })

  test('counts tickets by status, whatever status filter is set', async () => {
    const { agent } = desk
    const [requester, other] = [await signedIn(), await signedIn()]
    const made = []
    for (const priority of ['low', 'high', 'high', 'high', 'urgent'] as const)
      made.push(await givenTicket(requester, { priority, category: 'counted' }))
    await givenTicket(other)
    await changedTicket(agent, made[0]!, { status: 'pending', assignee_id: agent.id })
    await changedTicket(agent, made[1]!, { status: 'closed' })
    await changedTicket(requester, made[2]!, { status: 'resolved' })
    await givenMessage(agent, made[3]!)
    const ofRequester = { all: true, requester_id: requester.id }
    const counted = async (as: SignedIn, query: object) =>
      (await call(listTickets, { as, query: { limit: 1, ...query } })).body.counts
    const [before, after] = [
      await counted(agent, { all: true }),
      (await givenTicket(other), await counted(agent, { all: true })),
    ]

    const found = {
      own: await counted(requester, {}),
      'of a status': await counted(requester, { status: 'open' }),
      'of a requester': await counted(agent, ofRequester),
      sorted: await counted(agent, { ...ofRequester, sort: '-priority', status: 'closed' }),
      'of a priority': await counted(agent, { ...ofRequester, priority: 'high,urgent' }),
      'of an assignee': await counted(agent, { ...ofRequester, assignee_id: 'me' }),
      unassigned: await counted(agent, { ...ofRequester, assignee_id: 'none', status: 'pending' }),
      'of a category': await counted(agent, { all: true, category: 'counted' }),
      'own of another requester': await counted(agent, { requester_id: requester.id }),
    }
    await changedTicket(agent, made[1]!, { status: 'open' })
    const reopened = await counted(requester, {})

    const none = { open: 0, in_progress: 0, pending: 0, resolved: 0, closed: 0 }
    const all = { open: 1, in_progress: 1, pending: 1, resolved: 1, closed: 1 }
    expect(found).toEqual({
      own: all,
      'of a status': all,
      'of a requester': all,
      sorted: all,
      'of a priority': { ...all, pending: 0 },
      'of an assignee': { ...none, pending: 1 },
      unassigned: { ...all, pending: 0 },
      'of a category': all,
      'own of another requester': none,
    })
    expect(reopened).toEqual({ ...all, open: 2, closed: 0 })
    expect(after).toEqual({ ...before, open: before.open + 1 })
  })

  test('counts and sorts search results', async () => {
    const { agent } = desk
    const [requester, other] = [await signedIn(), await signedIn()]
    const word = `word${randomUUID().slice(0, 8)}`
    const made: { id: string }[] = []
    for (const [as, priority, subject] of [
      [requester, 'high', word],
      [requester, 'low', `A ${word} behind other words`],
      [requester, 'urgent', `${word} again`],
      [other, 'normal', word],
    ] as const)
      made.push(await givenTicket(as, { subject, priority }))
    await givenTicket(requester)
    await changedTicket(agent, made[1] as { id: string }, { status: 'closed' })
    await settle()
    const found = async (as: SignedIn, query: object) => {
      const items = await walk(listTickets, as, { q: word, limit: 1, ...query })
      const { counts } = (await call(listTickets, { as, query: { q: word, limit: 1, ...query } })).body
      return [
        items.map(({ id }) => made.findIndex((ticket) => ticket.id === id)),
        counts.open,
        counts.closed,
      ] as const
    }

    const answers = [
      await found(requester, { sort: '-priority' }),
      await found(requester, { sort: 'created', status: 'open' }),
      await found(agent, { sort: 'priority', all: true }),
      await found(agent, { sort: '-created', all: true, priority: 'low,high' }),
      await found(agent, { sort: '-created' }),
    ]
    const [byMatch, open, closed] = await found(requester, {})

    expect(answers).toEqual([
      [[2, 0, 1], 2, 1],
      [[0, 2], 2, 1],
      [[1, 3, 0, 2], 3, 1],
      [[1, 0], 1, 1],
      [[], 0, 0],
    ])
    expect([byMatch[0], byMatch.length, open, closed]).toEqual([0, 3, 2, 1])
  })

  test('finds tickets by subject, category, description and replies, for agents and the requester', async () => {
    const { requester, agent, admin } = desk
    const stranger = await signedIn()
    const words = ['subject', 'category', 'description', 'reply'].map(
      (part) => `${part}${randomUUID().slice(0, 8)}`,
    )
    const [subject = '', category = '', description = '', reply = ''] = words
    const ticket = await givenTicket(requester, { subject, category, description })
    await givenMessage(agent, ticket, { text: reply })
    await settle()
    const find = async (as: SignedIn, q: string, all?: boolean) =>
      (await walk(listTickets, as, { q, all })).map(({ id }) => id)

    const found = await Promise.all(
      [subject, category, description, reply].map(async (q) => [
        await find(requester, q),
        await find(agent, q, true),
        await find(admin, q, true),
        await find(agent, q),
        await find(stranger, q),
      ]),
    )

    const seen = [[ticket.id], [ticket.id], [ticket.id], [], []]
    expect(found).toEqual([seen, seen, seen, seen])
    const filtered = await walk(listTickets, agent, { q: subject, all: true, status: 'open' })
    expect(filtered).toEqual([])
  })

  test.each([{ all: true }, { assignee_id: randomUUID() }, { assignee_id: 'me' }, { priority: 'low' }])(
    'returns 403 for a requester with %o',
    async (query) => {
      const answer = await call(listTickets, { as: desk.requester, query })

      expect(answer.status).toBe(403)
    },
  )

  test.each([
    ['status', 'done'],
    ['assignee_id', 'nobody'],
    ['all', 'yes'],
    ['priority', 'low,none'],
    ['sort', 'subject'],
  ])('rejects a wrong %s', async (name, value) => {
    const answer = await call(listTickets, { as: desk.agent, query: { [name]: value } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${name}"`)
  })
})

describe('GET /support/messages', () => {
  test('includes the ticket of each message with its current subject', async () => {
    const { agent } = desk
    const requester = await signedIn()
    const ticket = await givenTicket(requester, { description: 'one' })
    await givenMessage(agent, ticket, { text: 'two', is_internal: true })
    await changedTicket(requester, ticket, { subject: 'The printer is well' })
    await settle()

    const [own, all] = await Promise.all([
      walk(listMessages, requester, {}),
      made(listMessages, { as: agent, query: { order: 'desc', limit: 2 } }),
    ])

    const { id, number } = ticket
    const about = { id, number, subject: 'The printer is well' }
    expect([...own, ...all.items].map(({ text, ticket }) => [text, ticket])).toEqual([
      ['one', about],
      ['two', about],
      ['one', about],
    ])
  })

  test('lists messages of one ticket, oldest first, in pages, after a message, and newest first', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester, { description: 'one' })
    for (const [as, text, is_internal] of [
      [agent, 'two', true],
      [requester, 'three', false],
      [agent, 'four', false],
    ] as const)
      await givenMessage(as, ticket, { text, is_internal })
    const ticket_id = ticket.id
    const list = async (as: SignedIn, query: object) =>
      (await walk(listMessages, as, { ticket_id, ...query })).map(({ text }) => text)
    const [, second, third] = await walk(listMessages, agent, { ticket_id })

    const answers = await Promise.all([
      list(agent, { limit: 1 }),
      list(agent, { order: 'desc', limit: 2 }),
      list(agent, { after: String(second?.id) }),
      list(agent, { after: String(second?.id), order: 'desc', limit: 1 }),
      list(requester, { limit: 2 }),
      list(requester, { after: String(third?.id) }),
    ])

    expect(answers).toEqual([
      ['one', 'two', 'three', 'four'],
      ['four', 'three', 'two', 'one'],
      ['three', 'four'],
      ['four', 'three'],
      ['one', 'three', 'four'],
      ['four'],
    ])
  })

  test('lists messages of all tickets that the caller may see', async () => {
    const [requester, other] = await Promise.all([signedIn(), signedIn()])
    const { agent, admin } = desk
    const [mine, second, theirs] = [
      await givenTicket(requester, { description: 'one' }),
      await givenTicket(requester, { description: 'two' }),
      await givenTicket(other, { description: 'three' }),
    ]
    await givenMessage(agent, mine, { text: 'four' })
    const last = await givenMessage(agent, second, { text: 'five', is_internal: true })
    const list = async (as: SignedIn, query: object) =>
      (await walk(listMessages, as, { limit: 2, ...query })).map(({ text }) => text)
    const [first] = await walk(listMessages, requester, {})

    const answers = await Promise.all([
      list(requester, {}),
      list(requester, { order: 'desc' }),
      list(other, {}),
      list(agent, { after: String(first?.id) }),
      list(admin, { after: String(first?.id), order: 'desc' }),
      list(agent, { after: last.id }),
    ])

    expect(theirs.message_count).toBe(1)
    expect(answers).toEqual([
      ['one', 'two', 'four'],
      ['four', 'two', 'one'],
      ['three'],
      ['two', 'three', 'four', 'five'],
      ['five', 'four', 'three', 'two'],
      [],
    ])
  })

  test('returns 404 for a ticket that does not exist or that the caller may not see', async () => {
    const stranger = await signedIn()
    const ticket = await givenTicket(desk.requester)

    const statuses = await statusByCase({
      'a stranger': call(listMessages, { as: stranger, query: { ticket_id: ticket.id } }),
      'no ticket': call(listMessages, { as: desk.agent, query: { ticket_id: randomUUID() } }),
      'an administrator': call(listMessages, { as: desk.admin, query: { ticket_id: ticket.id } }),
    })

    expect(statuses).toEqual({
      'a stranger': 404,
      'no ticket': 404,
      'an administrator': 200,
    })
  })

  test.each([
    ['ticket_id', 'abc'],
    ['after', 'abc'],
    ['order', 'newest'],
  ])('rejects a wrong %s', async (name, value) => {
    const answer = await call(listMessages, { as: desk.agent, query: { [name]: value } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${name}"`)
  })

  test('pages through more than 1 MB of long messages', async () => {
    const requester = await signedIn()
    const ticket = await givenTicket(requester)
    for (let n = 0; n < 9; n += 1)
      await givenMessage(requester, ticket, { text: `${n}${'語'.repeat(49_000)}` })
    const ticket_id = ticket.id

    const [ofTicket, ofAll] = await Promise.all([
      walk(listMessages, requester, { ticket_id }),
      walk(listMessages, requester, {}),
    ])

    expect(ofTicket.map(({ text }) => String(text).charAt(0)).join('')).toBe('012345678')
    expect(idsOf(ofAll)).toEqual(idsOf(ofTicket))
  })
})
