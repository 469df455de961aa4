import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../src/platform/runtime/id.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { pageSearchScope } from '../../src/wiki/page/page.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { ask, titlesOf } from './given-library.ts'

/** Returns a word of letters that no other test has. */
const newWord = () => `crowd${randomUUID().replaceAll(/[^a-f]/g, '')}`

/** Writes rows of a word as if `count` newer pages of a space had it. */
const givenCrowd = (space: { id: string }, word: string, count: number) =>
  writeBatch(
    Array.from({ length: count }, () => ({
      pk: `words#${pageSearchScope}#${word.slice(0, 2)}`,
      sk: `${word}#title#${newId()}`,
      type: 'wiki_page',
      container: space.id,
      length: 3,
    })),
    [],
  )

const find = (as: SignedIn, query: object) =>
  made(searchEverything, { as, query: { types: 'wiki_page', ...query } }) as Promise<{
    items: { id: string }[]
    truncated: boolean
    counts: Record<string, number>
  }>

describe('GET /search with 2,400 newer pages of others', () => {
  const word = newWord()
  let reader: SignedIn
  let outsider: SignedIn
  let owner: SignedIn
  let spaces: { id: string }[]
  let pages: string[]
  let crowded: { id: string }

  beforeAll(async () => {
    ;[reader, outsider, owner] = await Promise.all([signedIn(), signedIn(), signedIn()])
    spaces = await Promise.all(
      [1, 2].map(() => givenSpace(owner, { visibility: 'private', members: [[reader, 'read']] })),
    )
    const places = spaces.flatMap((space) => [space, space, space])
    pages = (
      await Promise.all(places.map((space) => givenPage(owner, space, { content: `All about ${word}.` })))
    ).map(({ id }) => id as string)
    await settle()
    crowded = await givenSpace(await signedIn(), { visibility: 'private' })
    await givenCrowd(crowded, word, 2_400)
  })

  test('finds all readable pages in few private spaces, and does not report more', async () => {
    const found = await find(reader, { q: word })

    expect(found.items.map(({ id }) => id).toSorted()).toEqual(pages.toSorted())
    expect(found).toMatchObject({ truncated: false, counts: { wiki_page: 6 } })
  })

  test('finds everything within a space', async () => {
    const found = await find(reader, { q: word, space_id: spaces[0]?.id })

    expect(found.items).toHaveLength(3)
    expect(found).toMatchObject({ truncated: false, counts: { wiki_page: 3 } })
  })

  test('returns nothing to an outsider, and does not reveal that others use the word', async () => {
    const nothing = { items: [], truncated: false, counts: {} }

    expect(await find(outsider, { q: word })).toMatchObject(nothing)
    expect(await find(outsider, { q: word, space_id: crowded.id })).toMatchObject(nothing)
  })
})

test('reports truncation to a reader with more rows than are read', async () => {
  const [word, as] = [newWord(), await signedIn()]
  const space = await givenSpace(as, { visibility: 'private' })
  await givenCrowd(space, word, 2_400)

  const { items, truncated } = await find(as, { q: word })

  expect([items, truncated]).toEqual([[], true])
})

test('finds a course beside a space in which many pages have the word', async () => {
  const [word, as] = [newWord(), await signedIn()]
  const space = await givenSpace(as)
  for (let n = 0; n < 65; n += 1) await givenPage(as, space, { title: `${word} ${n}` })
  const lessons = [chapterOf('Nothing yet.', `A ${word} squeaks in winter.`)]
  const { id } = await givenCourse(as, { title: 'Noises', chapters: lessons })
  await settle()
  const within = [
    { type: 'wiki_space' as const, id: space.id },
    { type: 'course' as const, id },
  ]

  const passages = await ask(as, `When does a ${word} squeak?`, within)

  expect(titlesOf(passages)[0]).toBe('Noises')
})
