import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { suggestSolutions } from '../../src/support/suggestion/endpoints/suggest-solutions.ts'
import type { TicketStatus } from '../../src/support/ticket/ticket.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { itemsWith } from '../personal-data/given.ts'
import { newWord } from '../search/given-readers.ts'
import { call, type BodyOf } from '../support/call.ts'
import { givenCourse } from '../support/given-course.ts'
import { givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'
import { changedTicket, givenDesk, givenMessage, givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const desk = await givenDesk()

const suggest = (as: SignedIn, body: BodyOf<typeof suggestSolutions>) => call(suggestSolutions, { as, body })

/** Returns the IDs of the suggestions for a subject of these words. */
const suggested = async (as: SignedIn, subject: string, description: string | null = null) =>
  (await made(suggestSolutions, { as, body: { subject, description } })).items.map(({ id }) => id)

const givenSolved = async (
  as: SignedIn,
  description: string,
  status: TicketStatus = 'resolved',
  fields: { agent?: SignedIn; requester_id?: string } = {},
) => {
  const { agent = desk.admin, ...rest } = fields
  return changedTicket(agent, await givenTicket(as, { description, ...rest }), { status })
}

const givenLesson = async (as: SignedIn, content: string, status: 'draft' | 'published' = 'published') => {
  const chapters = [{ title: 'Chapter', lessons: [{ title: 'Lesson', content }] }]
  const { chapters: made } = await givenCourse(as, { status, chapters })
  return made[0]!.lessons[0]!
}

describe('POST /support/tickets/suggest', () => {
  test.each(['user', 'support_agent', 'admin'] as const)(
    'returns a page, a lesson and own solved tickets to a caller with the role %s',
    async (role) => {
      const [as, author, admin] = await Promise.all([
        signedIn({ role }),
        signedIn(),
        signedIn({ role: 'admin' }),
      ])
      const words = `${newWord()} ${newWord()}`
      const page = await givenPage(author, await givenSpace(author), { content: `Of ${words}.` })
      const lesson = await givenLesson(author, `About ${words}.`)
      const resolved = await givenSolved(as, words, 'resolved', { agent: admin })
      const closed = await givenSolved(as, words, 'closed', { agent: admin })
      await settle()

      const { items } = await made(suggestSolutions, { as, body: { subject: words } })

      expect(items.map(({ type, id }) => `${type} ${id}`).sort()).toEqual(
        [
          `wiki_page ${page.id}`,
          `lesson ${lesson.id}`,
          `ticket ${resolved.id}`,
          `ticket ${closed.id}`,
        ].sort(),
      )
      expect(items.find(({ id }) => id === page.id)).toMatchObject({
        title: page.title,
        snippet: expect.stringContaining(words),
        matched: { words: words.split(' '), missing: [] },
        api_url: expect.stringContaining(`/api/v1/wiki/pages/${page.id}`),
      })
    },
  )

  test.each(['requester', 'agent', 'admin'] as const)(
    'returns to the %s neither unsolved nor other people’s tickets',
    async (name) => {
      const as = desk[name]
      const words = `${newWord()} ${newWord()}`
      const [other, solver] = await Promise.all([signedIn(), signedIn({ role: 'admin' })])
      await givenSolved(other, words)
      if (name !== 'requester') await givenSolved(as, words, 'closed', { requester_id: other.id })
      for (const status of ['in_progress', 'pending'] as const)
        await givenSolved(as, words, status, { agent: solver })
      const reopened = await givenSolved(as, words, 'closed', { agent: solver })
      await changedTicket(as, reopened, { status: 'open' })
      await givenTicket(as, { description: words })
      await settle()

      expect(await suggested(as, words)).toEqual([])
    },
  )

  test('returns no merged tickets, which close before their problem is solved', async () => {
    const [as, other] = [await signedIn(), await signedIn()]
    const words = `${newWord()} ${newWord()}`
    for (const owner of [as, other]) {
      const [from, into] = [await givenTicket(as, { subject: words }), await givenTicket(owner)]
      await made(mergeTicket, { as: desk.agent, params: from, body: { into: into.id } })
    }
    await settle()

    expect(await suggested(as, words)).toEqual([])
  })

  test('returns no resources that the caller may not read', async () => {
    const owner = await signedIn()
    const words = `${newWord()} ${newWord()}`
    const space = await givenSpace(owner, { visibility: 'private', members: [[desk.requester, 'read']] })
    const page = await givenPage(owner, space, { content: words })
    const draft = await givenLesson(owner, words, 'draft')
    await settle()

    const before = await suggested(desk.requester, words)
    await call(updateSpace, { as: owner, params: { id: space.id }, body: { members: [] } })

    expect(before).toEqual([page.id])
    expect(await suggested(desk.requester, words)).toEqual([])
    expect(await suggested(desk.agent, words)).toEqual([])
    expect((await suggested(owner, words)).sort()).toEqual([page.id, draft.id].sort())
  })

  test.each(['user', 'support_agent', 'admin'] as const)(
    'returns no trace of internal messages to a requester with the role %s',
    async (role) => {
      const as = await signedIn({ role })
      const [words, secret] = [`${newWord()} ${newWord()}`, `${newWord()} ${newWord()}`]
      const ticket = await givenTicket(as, { description: words })
      await settle()
      const solve = await changedTicket(as, ticket, { status: 'resolved' })
      const before = await suggest(as, { subject: words })
      await givenMessage(desk.agent, ticket, { text: `${words} ${secret}`, is_internal: true })
      await settle()

      expect(before.body.items.map(({ id }) => id)).toEqual([solve.id])
      expect((await suggest(as, { subject: words })).body).toEqual(before.body)
      expect(await suggested(as, secret)).toEqual([])
    },
  )

  test('prefers words of the subject, and also finds those of the description', async () => {
    const { requester } = desk
    const [one, two, three] = [newWord(), newWord(), newWord()]
    const space = await givenSpace(requester)
    const page = await givenPage(requester, space, { content: `${one} and ${two}` })
    const other = await givenPage(requester, space, { content: `${two} and ${three}` })
    await settle()

    expect(await suggested(requester, `Why ${one}?`, `I have tried ${two}.`)).toContain(page.id)
    expect(await suggested(requester, 'Help', `The ${two} of\nthe ${three}!`)).toContain(other.id)
  })

  test('returns five suggestions at most, and none for a subject without words', async () => {
    const { requester } = desk
    const words = `${newWord()} ${newWord()}`
    const space = await givenSpace(requester)
    for (let n = 0; n < 7; n += 1) await givenPage(requester, space, { content: words })
    await settle()

    expect(await suggested(requester, words)).toHaveLength(5)
    expect(await suggested(requester, '???', '…')).toEqual([])
  })

  test('finds the only solved ticket among many newer ones', async () => {
    const as = await signedIn()
    const words = `${newWord()} ${newWord()}`
    const { id } = await givenSolved(as, words)
    for (let n = 0; n < 12; n += 1) await givenTicket(as, { subject: words })
    await settle()

    expect(await suggested(as, words)).toEqual([id])
  })

  test('stores nothing and notifies nobody', async () => {
    const as = await signedIn()
    const agent = await signedIn({ role: 'support_agent' })
    const text = `Unsent ${randomUUID()}`

    const body = { subject: text, description: text }
    const answers = await Promise.all(Array.from({ length: 10 }, () => suggest(as, body)))
    await settle()

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(await itemsWith([text])).toEqual([])
    expect((await made(listTickets, { as })).items).toEqual([])
    expect(JSON.stringify((await made(listNotifications, { as: agent })).items)).not.toContain(text)
  })

  test.each<[string, object]>([
    ['subject', {}],
    ['subject', { subject: '' }],
    ['subject', { subject: '  ' }],
    ['subject', { subject: 'x'.repeat(256) }],
    ['description', { subject: 'x', description: 'x'.repeat(50_001) }],
    ['category', { subject: 'x', category: 'hardware' }],
  ])('returns 422 naming "%s"', async (field, body) => {
    const answer = await suggest(desk.requester, body as never)

    expect([answer.status, answer.detail]).toEqual([422, expect.stringContaining(`"${field}"`)])
  })
})

describe('POST /support/tickets/suggest with a long description', () => {
  let given: GivenTableProxy<{ suggestSolutions: typeof suggestSolutions }>

  beforeAll(async () => {
    given = await givenTableProxy(() => import('../../src/support/suggestion/endpoints/suggest-solutions.ts'))
  })

  afterAll(() => given.end())

  test('makes at most 80 calls to the table, however long the description is', async () => {
    const description = Array.from({ length: 5_000 }, (_, n) => `${newWord().slice(0, 5)}${n}`)
      .join(' ')
      .slice(0, 50_000)
    const body = { subject: 'The printer in the office prints pages without colors', description }
    given.proxy.calls.length = 0

    const { status } = await call(given.loaded.suggestSolutions, { as: desk.requester, body })

    expect(status).toBe(200)
    expect(given.proxy.calls.length).toBeGreaterThan(0)
    expect(given.proxy.calls.length).toBeLessThanOrEqual(80)
  })
})
