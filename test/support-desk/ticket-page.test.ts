import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { nameRemover, withoutFraming } from '../../src/support/article/anonymous-text.ts'
import { createTicketPage } from '../../src/support/article/endpoints/create-ticket-page.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { tickets } from '../../src/support/ticket/ticket.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { newWord } from '../search/given-readers.ts'
import { call, raw } from '../support/call.ts'
import { givenContactTicket } from '../support/given-contact.ts'
import { givenFile } from '../support/given-file.ts'
import {
  changedTicket,
  givenContact,
  givenDesk,
  givenMessage,
  givenTicket,
  givenTicketIn,
  ticketFor,
} from '../support/given-ticket.ts'
import { givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'

const desk = await givenDesk()

type Thing = { id: string }

const create = (as: SignedIn, { id }: Thing, space: Thing, headers: Record<string, string> = {}) =>
  call(createTicketPage, { as, params: { id }, body: { space_id: space.id }, headers })

const read = (as: SignedIn, { id }: Thing) => call(readPage, { as, params: { id } })

describe('POST /support/tickets/{id}/page', () => {
  test('creates a draft of the public messages, without names, addresses, greetings and signatures', async () => {
    const { requester, agent, admin } = desk
    const space = await givenSpace(agent)
    const ticket = await givenTicket(requester, {
      subject: 'Rosa’s printer is on fire',
      description:
        'Hi Amir,\n\nrosa here. Page two burns; write to Rosa.Requester@example.com.\n\nBest regards\nRosa\n+49 1',
    })
    await givenMessage(admin, ticket, { text: 'Adamantium secret', is_internal: true })
    await givenMessage(agent, ticket, { text: 'Dear Rosa, Ada has found it:\n\n- close lid 7\n\nAmir' })
    await changedTicket(agent, ticket, { status: 'resolved', assignee_id: agent.id })

    const { status, headers, body } = await create(agent, ticket, space)

    expect(status).toBe(201)
    expect(headers['location']).toMatch(new RegExp(`/wiki/pages/${body.id}$`))
    expect(body).toMatchObject({
      space_id: space.id,
      parent_id: null,
      status: 'draft',
      title: '… printer is on fire',
      content: '> … here. Page two burns; write to ….\n\n… has found it:\n\n- close lid 7',
      author: { id: agent.id },
      revision: 1,
    })
    const { author, breadcrumbs, permission: _, ...shown } = (await read(agent, body)).body
    expect(JSON.stringify(shown)).not.toMatch(/rosa|requester|amir|\bada\b|admin\b|@|secret|\+49/i)
    expect([author.id, breadcrumbs.length]).toEqual([agent.id, 1])
  })

  test('links the ticket with the page for those who may read the page', async () => {
    const { requester, agent, admin } = desk
    const space = await givenSpace(agent, { members: [[requester, 'read']], visibility: 'private' })
    const ticket = await givenTicketIn(requester, agent, 'closed')

    const { body: page } = await create(agent, ticket, space)
    const links = async (as: SignedIn) => (await ticketFor(as, ticket)).links
    const link = { type: 'wiki_page', id: page.id, number: null, title: page.title }

    expect(await links(agent)).toMatchObject([link])
    expect(await links(admin)).toMatchObject([link])
    const { items } = await made(listTickets, {
      as: agent,
      query: { all: true, limit: 100, status: 'closed' },
    })
    expect(items.find(({ id }) => id === ticket.id)?.links).toEqual([])
    expect(await links(requester)).toEqual([])
    expect(await links(await signedIn({ role: 'support_agent' }))).toEqual([])
    await made(updatePage, { as: agent, params: page, body: { status: 'published' } })
    expect(await links(requester)).toMatchObject([{ ...link, url: expect.stringContaining(page.id) }])
    await call(deletePage, { as: agent, params: page })
    expect(await links(requester)).toEqual([])
  })

  test('removes the name of a contact', async () => {
    const { agent } = desk
    const contact = await givenContact(agent, { name: 'Zoltan Quist' })
    const description = `Zoltan Quist, ${contact.email}: it leaks. QUIST!`
    const ticket = await givenContactTicket(agent, contact, { description })
    await changedTicket(agent, ticket, { status: 'resolved' })

    const { body } = await create(agent, ticket, await givenSpace(agent))

    expect(body.content).toBe('> …, …: it leaks. …!')
  })

  test('leaves out files in texts, so that the readers of the page may not read them', async () => {
    const { requester, agent } = desk
    const file = await givenFile(requester, { name: 'screen.txt', bytes: 'My salary.' })
    const address = `/api/v1/files/${file.id}/contents`
    const ticket = await givenTicket(requester)
    const text = `See ![my screen](${address} "Screen"), [again](<${address}>) or ${address}?redirect=false now.`
    await givenMessage(requester, ticket, { text, attachments: [file.id] })
    await changedTicket(agent, ticket, { status: 'resolved' })

    const { body: page } = await create(agent, ticket, await givenSpace(agent))
    await made(updatePage, { as: agent, params: page, body: { status: 'published' } })

    const seen = await call(readContents, { as: await signedIn(), params: file, query: { redirect: false } })
    expect(seen.status).toBe(404)
    expect(page.content).toBe('> See my screen, again or … now.')
  })

  test('rejects other callers, spaces, statuses and bodies', async () => {
    const { requester, agent, admin } = desk
    const space = await givenSpace(agent)
    const readable = await givenSpace(requester, { internal_permission: 'read' })
    const hidden = await givenSpace(requester, { visibility: 'private' })
    const solved = () => givenTicketIn(requester, agent, 'resolved')
    const ticket = await solved()
    const [moved, kept, into] = [
      await givenTicket(requester),
      await givenTicket(await signedIn()),
      await givenTicket(requester),
    ]
    for (const { id } of [moved, kept])
      await made(mergeTicket, { as: agent, params: { id }, body: { into: into.id } })
    const own = await givenTicketIn(agent, admin, 'resolved')
    const bodyOf = (body: object) => call(createTicketPage, { as: agent, params: ticket, body: raw(body) })

    const statuses = await statusByCase({
      'the requester': create(requester, ticket, space),
      nobody: call(createTicketPage, { params: ticket, body: { space_id: space.id } }),
      'an agent’s own ticket': create(agent, own, space),
      'a space without permission to write': create(agent, ticket, readable),
      'a space the agent cannot see': create(agent, ticket, hidden),
      'an unknown space': create(agent, ticket, { id: randomUUID() }),
      'an unknown ticket': create(agent, { id: randomUUID() }, space),
      'an open ticket': create(agent, await givenTicket(requester), space),
      'a pending ticket': create(agent, await givenTicketIn(requester, agent, 'pending'), space),
      'a merged ticket': create(agent, moved, space),
      'a merged ticket whose messages stayed': create(agent, kept, space),
      'no space': bodyOf({}),
      'a wrong ID': bodyOf({ space_id: 'x' }),
      'another field': bodyOf({ space_id: space.id, title: 'x' }),
      'an administrator': create(admin, await solved(), space),
    })

    expect(statuses).toEqual({
      'the requester': 403,
      nobody: 401,
      'an agent’s own ticket': 403,
      'a space without permission to write': 403,
      'a space the agent cannot see': 422,
      'an unknown space': 422,
      'an unknown ticket': 404,
      'an open ticket': 409,
      'a pending ticket': 409,
      'a merged ticket': 409,
      'a merged ticket whose messages stayed': 409,
      'no space': 422,
      'a wrong ID': 422,
      'another field': 422,
      'an administrator': 201,
    })
    expect((await ticketFor(agent, ticket)).links).toEqual([])
  })

  test('creates one page for ten calls at once, and another one once the page is deleted', async () => {
    const { requester, agent } = desk
    const space = await givenSpace(agent)
    const ticket = await givenTicketIn(requester, agent, 'resolved')

    const answers = await Promise.all(Array.from({ length: 10 }, () => create(agent, ticket, space)))

    const [page, ...others] = answers.filter(({ status }) => status === 201).map(({ body }) => body)
    const refused = answers.filter(({ status }) => status === 409)
    expect([others.length, refused.length]).toEqual([0, 9])
    for (const { headers, detail } of refused) {
      expect(headers['x-error-code']).toBe('support.ticket_page_exists')
      expect(detail).toContain(page!.id)
    }
    await call(deletePage, { as: agent, params: page! })
    const again = await create(agent, ticket, space)
    expect(again.status).toBe(201)
    const { links } = await ticketFor(agent, ticket)
    expect(links.map(({ id }) => id)).toEqual([again.body.id])
  })

  test('does not count deleted pages among the 100 links of a ticket', async () => {
    const { requester, agent } = desk
    const space = await givenSpace(agent)
    const ticket = await givenTicketIn(requester, agent, 'resolved')
    const { body: deleted } = await create(agent, ticket, space)
    await call(deletePage, { as: agent, params: deleted })
    const { linked } = await tickets.get(ticket)
    const merged = Array.from({ length: 98 }, () => ({ type: 'merged_from' as const, id: randomUUID() }))
    await tickets.update(await tickets.get(ticket), {
      linked: [...merged, ...linked, { ...linked[0]!, id: randomUUID() }],
    })

    const { status, body } = await create(agent, ticket, space)
    const into = { body: { into: ticket.id }, params: await givenTicket(requester), as: agent }
    const merging = await call(mergeTicket, into)
    const beyond = await call(mergeTicket, { ...into, params: await givenTicket(requester) })

    expect([status, merging.status, beyond.status]).toEqual([201, 200, 409])
    const links = (await tickets.get(ticket)).linked.map(({ id }) => id)
    expect(links).toEqual([...merged.map(({ id }) => id), body.id, into.params.id])
  })

  test('returns the same page to a repeated request with the same key', async () => {
    const { requester, agent } = desk
    const space = await givenSpace(agent)
    const ticket = await givenTicketIn(requester, agent, 'resolved')
    const key = { 'Idempotency-Key': randomUUID() }

    const [first, second] = [await create(agent, ticket, space, key), await create(agent, ticket, space, key)]

    expect([first.status, second.status, second.body.id]).toEqual([201, 201, first.body.id])
    expect(second.headers['idempotency-replayed']).toBe('true')
  })

  test('creates a page that a search finds once it is published', async () => {
    const { requester, agent } = desk
    const word = newWord()
    const ticket = await givenTicket(requester, { description: `The ${word} is jammed.` })
    await changedTicket(agent, ticket, { status: 'resolved' })
    const { body: page } = await create(agent, ticket, await givenSpace(agent))
    const found = async () => {
      await settle()
      const query = raw({ q: word, types: ['wiki_page'] })
      return (await made(searchEverything, { as: requester, query })).items.map(({ id }) => id)
    }

    expect(await found()).toEqual([])
    await made(updatePage, { as: agent, params: page, body: { status: 'published' } })
    expect(await found()).toEqual([page.id])
  })
})

describe('Text without names', () => {
  const withoutNames = (text: string, ...names: string[]) => nameRemover(names)(text)

  test.each([
    ['parts in any case', 'ask ROSA or rosa requester', 'ask … or …', 'Rosa Requester'],
    ['the genitive', 'Rosas and Rosa’s printers', '… and … printers', 'Rosa Requester'],
    ['double names', 'Anna, Lena and Anna-Lena', '…, … and …', 'Anna-Lena Maier'],
    ['no particles', 'Der Drucker von Berg', 'Der Drucker von …', 'Jan von der Berg'],
    ['no parts of words', 'a rosary', 'a rosary', 'Rosa Requester'],
    ['no common words', 'Will asks if you will', '… asks if you will', 'Will Smith'],
    ['names without spaces around', '请问王小明先生', '请问…先生', '王小明'],
    ['other apostrophes', "O'Brien, O’Brien", '…, …', "Pat O'Brien"],
  ])('contains %s', (_, text, expected, name) => {
    expect(withoutNames(text, name)).toBe(expected)
  })

  test('contains no email addresses, and is computed in linear time', () => {
    const started = performance.now()

    expect(withoutNames('<a.b+c@mail.example.com>, mailto:x@y.de')).toBe('<…>, mailto:…')
    expect(withoutNames('a'.repeat(500_000)).length).toBe(500_000)
    expect(withoutFraming('hi …'.repeat(100_000)).length).toBe(400_000)
    expect(withoutFraming('Cheers\n'.repeat(50_000)).length).toBeGreaterThan(300_000)
    expect(performance.now() - started).toBeLessThan(3_000)
  })
})

describe('Text without greeting and signature', () => {
  test.each([
    ['Hi …,\n\nit burns.\n\nBest regards\n…\nTel. 1', 'It burns.'],
    ['Hallo zusammen! Es brennt.\nMit freundlichen Grüßen,\n…', 'Es brennt.'],
    ['Sehr geehrte Damen und Herren,\nes brennt.', 'Es brennt.'],
    ['Bonjour …, ça brûle. …', 'Ça brûle.'],
    ['It burns.\n-- \n…\nCompany', 'It burns.'],
    ['Hello printers of the world', 'Hello printers of the world'],
    [
      'It burns.\n\nCheers\n'.concat('more\n'.repeat(20)),
      'It burns.\n\nCheers\n'.concat('more\n'.repeat(20)).trim(),
    ],
    ['Hi …,\nThanks,\n…', 'Thanks,'],
  ])('%j', (text, expected) => {
    expect(withoutFraming(text)).toBe(expected)
  })
})
