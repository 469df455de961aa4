import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { findHidden } from '../../src/platform/search/index/hidden-things.ts'
import { queryItems } from '../../src/platform/table/query.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { deleteEntry } from '../../src/trash/endpoints/delete-entry.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { call } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenOwnPage, givenPage, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, settle } from '../support/world.ts'

/** A resource that goes to the trash with another one; `id` is that of the other one. */
interface Along {
  as: SignedIn
  id: string
  trash: () => Promise<unknown>
}

const givenTree = async (content: string) => {
  const { author, space, page } = await givenOwnPage()
  const child = await givenPage(author, space, { parent_id: page.id })
  const grandchild = await givenPage(author, space, { parent_id: child.id, content })
  const params = { id: page.id }
  const trash = () => call(deletePage, { as: author, params, query: { recursive: 'true' } })
  return { as: author, id: page.id, grandchild, trash }
}

const givenComment = async (text: string) => {
  const { grandchild, ...tree } = await givenTree('Nothing')
  await made(createComment, { as: tree.as, params: { id: grandchild.id }, body: { text } })
  return tree
}

const givenLesson = async (text: string) => {
  const author = await signedIn({ role: 'admin' })
  const { id } = await givenCourse(author, { chapters: [chapterOf(text)] })
  return { as: author, id, trash: () => call(deleteCourse, { as: author, params: { id } }) }
}

let word: string

beforeEach(() => void (word = `along${randomUUID().replaceAll(/[^a-f]/g, '')}x`))

afterEach(() => void vi.useRealTimers())

const find = async (as: SignedIn, q: string) =>
  (await made(searchEverything, { as, query: { q } })) as { items: { type: string }[]; counts: object }

/** Returns the number of rows of the word in the table. */
const countRows = async (scope: string) => {
  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :word)',
    ExpressionAttributeValues: { ':pk': `words#${scope}#al`, ':word': `${word}#` },
    ConsistentRead: true,
  })
  return items.length
}

describe.each([
  ['A page two levels below another', 'wiki_page', 'wiki.page', givenTree],
  ['A comment on such a page', 'wiki_comment', 'wiki.comment', givenComment],
  ['A lesson of a course', 'lesson', 'lms.lesson', givenLesson],
])('%s in the trash', (_, type, scope, givenAlong) => {
  let along: Along

  beforeEach(async () => {
    along = await givenAlong(`About ${word}.`)
    await settle()
    await along.trash()
    await settle()
  })

  const hidden = async () => [...(await findHidden())].filter((name) => name.startsWith(`${type}#`))

  test('hides it and retains its terms, and finds it again once it is restored', async () => {
    const gone = await Promise.all([word, `${word.slice(0, -1)}z`].map((q) => find(along.as, q)))
    const kept = await countRows(scope)

    await made(restoreEntry, { as: along.as, params: { id: along.id }, body: {} })
    await settle()

    const { items } = await find(along.as, word)
    expect(gone).toMatchObject([
      { items: [], counts: {}, truncated: false },
      { items: [], counts: {} },
    ])
    expect(kept).toBe(1)
    expect(items.map((item) => item.type)).toContain(type)
    expect(await hidden()).toEqual([])
  })

  test('removes its terms a day later', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_500_000 })

    await sendScheduledMessages({}, lambdaContext('scheduler'))
    await settle()

    expect(await countRows(scope)).toBe(0)
    expect(await hidden()).toEqual([])
  })

  test('removes its terms at once when the other resource is permanently deleted', async () => {
    await call(deleteEntry, { as: along.as, params: { id: along.id } })
    await settle()

    expect(await countRows(scope)).toBe(0)
    expect(await hidden()).toEqual([])
  })
})
