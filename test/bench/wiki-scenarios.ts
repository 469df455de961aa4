import { randomUUID } from 'node:crypto'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { listedRows } from '../../src/wiki/page/lists/listed-page.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { store } from './filling.ts'
import { givenOwnPage, givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import type { Scenario } from './scenarios.ts'

const content = 'How the wiki keeps what it is told.\n'.repeat(50)
const title = 'A page'

/** Creates a scenario on a page of the caller's own, with a new page for every call that changes it. */
const onPage = (
  endpoint: string,
  trips: number,
  { of, query, body, params, isOnce, revisions = 1 }: PageCall = {},
): Scenario => ({
  endpoint,
  trips,
  ...(of && { of }),
  ...(isOnce && { isOnce }),
  given: async () => {
    const { author: as, page } = await givenOwnPage({ content })
    for (let number = 2; number <= revisions; number += 1)
      await givenRevision(as, page, { content: `${content}${number}` })
    return () => ({ as, params: { id: page.id, ...params }, ...(query && { query }), body })
  },
})

interface PageCall {
  of?: string
  query?: Record<string, string | number>
  params?: Record<string, number>
  body?: object
  isOnce?: boolean
  revisions?: number
}

const comment = (as: SignedIn, page: { id: string }) =>
  made(createComment, { as, params: { id: page.id }, body: { text: 'A comment' } })

const onComment = (endpoint: string, more: { body?: object; isOnce?: boolean } = {}): Scenario => ({
  endpoint,
  trips: 3,
  ...(more.isOnce && { isOnce: true }),
  given: async () => {
    const { author: as, page } = await givenOwnPage()
    const { id } = await comment(as, page)
    return () => ({ as, params: { id: page.id, comment_id: id }, body: more.body })
  },
})

const commentsOf = (limit: number): Scenario => ({
  ...onPage('wiki-list-comments', 2, { of: `page of ${limit}` }),
  given: async () => {
    const { author: as, page } = await givenOwnPage()
    for (let index = 0; index < limit; index += 1) await comment(as, page)
    return () => ({ as, params: { id: page.id }, query: { limit } })
  },
})

const onSpace = (endpoint: string, trips: number, body?: object, more: Partial<Scenario> = {}): Scenario => ({
  endpoint,
  trips,
  given: async () => {
    const as = await signedIn()
    const { id } = await givenSpace(as)
    return () => ({ as, params: { id }, body })
  },
  ...more,
})

const listOf = (
  endpoint: string,
  limit: number,
  make: (as: SignedIn, index: number) => Promise<unknown>,
): Scenario => ({
  endpoint,
  of: `page of ${limit}`,
  trips: 1,
  given: async () => {
    const as = await signedIn()
    for (let index = 0; index < limit; index += 1) await make(as, index)
    return () => ({ as, query: { limit } })
  },
})

const givenPages = async (count: number) => {
  const as = await signedIn()
  const space = await givenSpace(as)
  for (let index = 0; index < count; index += 1) await givenPage(as, space, { content: '' })
  return { as, space }
}

const pagesOf = (limit: number): Scenario => ({
  ...listOf('wiki-list-pages', limit, async () => {}),
  given: async () => {
    const { as, space } = await givenPages(limit)
    return () => ({ as, params: { id: space.id }, query: { limit } })
  },
})

const recentOf = (limit: number): Scenario => ({
  ...listOf('wiki-list-recent-pages', limit, async () => {}),
  trips: 2,
  given: async () => {
    const { as, space } = await givenPages(limit)
    return () => ({ as, query: { limit, space_id: space.id } })
  },
})

const taggedOf = (limit: number): Scenario => ({
  ...listOf('wiki-list-filtered-pages', limit, async () => {}),
  trips: 2,
  given: async () => {
    const as = await signedIn()
    const space = await givenSpace(as)
    const tag = randomUUID()
    const tagged = await Promise.all(
      Array.from({ length: limit }, () => givenPage(as, space, { content: '', tags: [tag] })),
    )
    for (const { id } of tagged) await store(listedRows.toSync(undefined, await pages.get({ id })))
    return () => ({ as, query: { limit, tag } })
  },
})

/** Creates a scenario on private spaces, sorted before all others by name, so that each page costs the same. */
const spacesOf = (limit: number): Scenario => ({
  ...listOf('wiki-list-spaces', limit, (as) => givenSpace(as, { visibility: 'private', name: '0' })),
  exception: {
    trips: 2,
    because: 'what members may do follows from the spaces, which are read after their rows',
  },
})

export const wikiScenarios: Scenario[] = [
  spacesOf(1),
  spacesOf(100),
  onSpace('wiki-read-space', 1),
  onSpace('wiki-update-space', 2, { description: 'What it is for.' }),
  onSpace('wiki-delete-space', 2, undefined, { isOnce: true }),
  {
    endpoint: 'wiki-create-space',
    trips: 2,
    given: async () => {
      const as = await signedIn()
      return () => ({ as, body: { name: `Space ${randomUUID()}` } })
    },
  },
  onPage('wiki-read-page', 2),
  onPage('wiki-read-page', 2, { of: 'older revision', query: { revision: 1 }, revisions: 2 }),
  pagesOf(1),
  pagesOf(100),
  recentOf(1),
  recentOf(100),
  taggedOf(1),
  taggedOf(100),
  {
    endpoint: 'wiki-create-page',
    trips: 2,
    given: async () => {
      const as = await signedIn()
      const space = await givenSpace(as)
      return () => ({ as, body: { space_id: space.id, title, content } })
    },
  },
  onPage('wiki-list-links', 2),
  onPage('wiki-update-page', 3, { body: { tags: ['bench'] } }),
  {
    endpoint: 'wiki-update-page',
    of: 'draft published below a page',
    trips: 5,
    isOnce: true,
    given: async () => {
      const { author: as, space, page: under } = await givenOwnPage()
      const { id } = await givenPage(as, space, { under, status: 'draft' })
      return () => ({ as, params: { id }, body: { status: 'published' } })
    },
  },
  onPage('wiki-delete-page', 3, { isOnce: true }),
  onPage('wiki-create-revision', 3, { body: { content } }),
  onPage('wiki-list-revisions', 2, { of: 'page of 1', query: { limit: 1 } }),
  onPage('wiki-list-revisions', 2, { of: 'page of 100', query: { limit: 100 }, revisions: 100 }),
  onPage('wiki-read-revision', 2, { params: { number: 2 }, revisions: 2 }),
  onPage('wiki-restore-revision', 3, { params: { number: 1 }, revisions: 2 }),
  {
    endpoint: 'wiki-subscribe-page',
    trips: 3,
    isOnce: true,
    given: async () => {
      const [as, { page }] = await Promise.all([signedIn(), givenOwnPage()])
      return () => ({ as, params: { id: page.id } })
    },
  },
  onPage('wiki-unsubscribe-page', 3, { isOnce: true }),
  onPage('wiki-create-comment', 3, { body: { text: 'A comment' } }),
  commentsOf(1),
  commentsOf(100),
  onComment('wiki-update-comment', { body: { resolved: true } }),
  onComment('wiki-delete-comment', { isOnce: true }),
]
