import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { deleteChat } from '../../src/chats/endpoints/delete-chat.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { createMessage } from '../../src/support/endpoints/create-message.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenChat } from '../support/given-chat.ts'
import { givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'

/** Returns a word that no other test has. */
const newWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 16)}`

const find = async (as: SignedIn, q: string, query: Record<string, string | number> = {}) => {
  const answer = await call(searchEverything, { as, query: { q, ...query } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const typesOf = ({ items }: { items: { type: string }[] }) => items.map(({ type }) => type).sort()

const isSame = (a: string[], b: string[]) => JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted())

/** Creates one resource of each kind, in private places of `owner` that `friend` may see. */
const givenEverything = async (owner: SignedIn, friend: SignedIn, word: string) => {
  const space = await givenSpace(owner, { visibility: 'private', members: [[friend, 'read']] })
  const project = await givenProject(owner, { visibility: 'private', members: [[friend, 'guest']] })
  const [page, task, ticket, file, chat] = await Promise.all([
    givenPage(owner, space, { title: `Page ${word}`, content: `Everything about ${word} and more` }),
    givenTask(owner, project, { title: `Task ${word}`, description: `Do ${word}` }),
    givenTicket(owner, { subject: `Ticket ${word}`, description: `It is ${word}` }),
    givenFile(owner, { name: `${word}.txt`, grants: [[friend, 'read']] }),
    givenChat(owner, [friend], { topic: `Chat ${word}` }),
  ])
  await givenCourse(owner, { title: `Course ${word}`, short_description: `Learn ${word}` })
  await settle()
  return { space, project, page, task, ticket, file, chat }
}

let owner: SignedIn
let friend: SignedIn
let stranger: SignedIn
let agent: SignedIn
let admin: SignedIn
let given: Awaited<ReturnType<typeof givenEverything>>
const word = newWord()

beforeAll(async () => {
  ;[owner, friend, stranger, agent, admin] = await Promise.all([
    signedIn(),
    signedIn(),
    signedIn(),
    signedIn({ role: 'support_agent' }),
    signedIn({ role: 'admin' }),
  ])
  given = await givenEverything(owner, friend, word)
})

describe('GET /search', () => {
  test('finds everything with the word, with an excerpt and its location', async () => {
    const found = await find(owner, word)

    expect(typesOf(found)).toEqual(['chat', 'course', 'file', 'task', 'ticket', 'wiki_page'])
    expect(found).toMatchObject({ next_cursor: null, truncated: false })
    expect(found.items.find(({ type }: { type: string }) => type === 'wiki_page')).toEqual({
      type: 'wiki_page',
      id: given.page.id,
      title: `Page ${word}`,
      snippet: `Everything about ${word} and more`,
      marks: [[17, 17 + word.length]],
      matched: { words: [word], missing: [] },
      breadcrumbs: [{ type: 'wiki_space', id: given.space.id, title: given.space.name }],
      url: `http://127.0.0.1:3000/view/wiki_page/${given.page.id}`,
      api_url: `http://127.0.0.1:3000/api/v1/wiki/pages/${given.page.id}`,
      updated_at: given.page.updated_at,
    })
    expect(found.items.find(({ type }: { type: string }) => type === 'task')).toMatchObject({
      title: `${given.project.key}-1 Task ${word}`,
      snippet: `Do ${word}`,
    })
  })

  test('shows each person only what they may see', async () => {
    const answers = await Promise.all([friend, stranger, agent, admin].map((as) => find(as, word)))

    expect(answers.map(typesOf)).toEqual([
      ['chat', 'course', 'file', 'task', 'wiki_page'],
      ['course'],
      ['course', 'ticket'],
      ['course', 'task', 'ticket', 'wiki_page'],
    ])
  })

  test.each([
    ['wiki_page', ['wiki_page']],
    ['task,course', ['course', 'task']],
  ])('returns only %s if requested', async (types, expected) => {
    expect(typesOf(await find(owner, word, { types }))).toEqual(expected)
  })

  test.each([
    [{ types: 'wiki_page,moon' }, /^"types" must be one of/],
    [{ types: '' }, /^"types" must be one of/],
    [{ q: '' }, /^"q" is required/],
  ])('rejects %j', async (query, detail) => {
    const answer = await call(searchEverything, { as: owner, query: { q: word, ...query } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(detail)
  })

  test('finds a long title in a script without spaces by all of it', async () => {
    const own = Array.from({ length: 200 }, (_, n) => String.fromCodePoint(0x4e00 + n * 7)).join('')
    const ticket = await givenTicket(stranger, { subject: own })
    await settle()

    const found = await find(stranger, own)

    expect(found.items.map(({ id }: { id: string }) => id)).toEqual([ticket.id])
  })

  test('lists the exact title first, then other titles with the word, without gaps between pages', async () => {
    const [person, own] = [await signedIn(), newWord()]
    const space = await givenSpace(person)
    const inText = await givenPage(person, space, { title: 'Other', content: own })
    const first = await givenPage(person, space, { title: own })
    const ticket = await givenTicket(person, { subject: own })
    await settle()

    const whole = await find(person, own)
    const pages = []
    for (let cursor: string | undefined, n = 0; n < 3; n += 1) {
      const page = await find(person, own, { limit: 1, ...(cursor && { cursor }) })
      pages.push(...page.items)
      cursor = page.next_cursor ?? undefined
    }

    expect(whole.items.map(({ id }: { id: string }) => id)).toEqual([first.id, ticket.id, inText.id])
    expect(pages).toEqual(whole.items)
  })

  test('hides withdrawn resources from the next request on', async () => {
    const [person, own] = [await signedIn(), newWord()]
    const things = await givenEverything(owner, person, own)
    const before = await find(person, own)

    await call(updateSpace, { as: owner, params: { id: things.space.id }, body: { members: [] } })
    await call(updateProject, { as: owner, params: { id: things.project.id }, body: { members: [] } })
    await call(updateFile, { as: owner, params: { id: things.file.id }, body: { grants: [] } })
    await call(updateChat, { as: owner, params: { id: things.chat.id }, body: { participants: [] } })
    const after = await find(person, own)

    expect(typesOf(before)).toEqual(['chat', 'course', 'file', 'task', 'wiki_page'])
    expect(typesOf(after)).toEqual(['course'])
  })

  test('hides deleted resources, before and after their removal from the index', async () => {
    const [person, own] = [await signedIn(), newWord()]
    const things = await givenEverything(owner, person, own)
    await call(deleteSpace, { as: owner, params: { id: things.space.id } })
    await call(deleteFile, { as: owner, params: { id: things.file.id } })
    await call(deleteChat, { as: owner, params: { id: things.chat.id } })

    const before = await find(owner, own)
    await settle()
    const after = await find(owner, own)

    for (const found of [before, after]) expect(typesOf(found)).toEqual(['course', 'task', 'ticket'])
  })

  test('finds a file by its new name, for people with whom it is currently shared', async () => {
    const [person, own] = [await signedIn(), newWord()]
    const file = await givenFile(owner, { name: 'old.txt' })
    const grants = [{ user_id: person.id, permission: 'read' as const }]
    await call(updateFile, { as: owner, params: { id: file.id }, body: { name: `${own}.txt`, grants } })
    await settle()

    const [theirs, old] = [await find(person, own), await find(person, 'old')]

    expect(typesOf(theirs)).toEqual(['file'])
    expect(old.items).toEqual([])
  })

  test('finds internal messages for agents, but none on their own tickets', async () => {
    const [own, colleague] = [newWord(), await signedIn({ role: 'support_agent' })]
    for (const requester of [owner, colleague]) {
      const body = { ticket_id: (await givenTicket(requester)).id, text: own, is_internal: true }
      await call(createMessage, { as: agent, body })
    }
    await settle()

    const answers = await Promise.all([owner, agent, colleague].map((as) => find(as, own)))

    expect(answers.map(typesOf)).toEqual([[], ['ticket_message', 'ticket_message'], ['ticket_message']])
    expect(answers.map(({ counts }) => counts)).toEqual([{}, { ticket_message: 2 }, { ticket_message: 1 }])
  })
})

describe('A search result', () => {
  test('names the matched words as typed', async () => {
    const as = await signedIn()
    const [word, other] = [newWord(), newWord()]
    await givenPage(as, await givenSpace(as), { title: `Straßen-Fest ${word}` })
    await settle()

    const { items } = await find(as, `Straßen-Fest ${word.toUpperCase()} ${other}`)

    expect(items[0]!.matched).toEqual({
      words: expect.toSatisfy((words: string[]) => isSame(words, ['Straßen-Fest', word.toUpperCase()])),
      missing: [other],
    })
  })

  test('does not match an unknown key by its number', async () => {
    const as = await signedIn()
    const key = `Q${newWord().replaceAll(/\d/g, '').slice(0, 6)}`
    await givenTask(as, await givenProject(as), { title: 'Part 77' })
    await settle()

    expect((await find(as, `${key}-77`, { types: 'task' })).items).toEqual([])
    expect((await find(as, 'part 77', { types: 'task' })).items).not.toEqual([])
  })

  test('takes the snippet from the text, not from the tags that match', async () => {
    const as = await signedIn()
    const word = newWord()
    await givenPage(as, await givenSpace(as), { title: 'Harbour', content: 'Ships.', tags: [word, 'port'] })
    await settle()

    const { items } = await find(as, word)

    expect(items[0]).toMatchObject({ title: 'Harbour', snippet: 'Ships.', marks: [] })
  })
})
