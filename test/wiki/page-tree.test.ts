import { describe, expect, test } from 'vitest'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

const titlesOf = async (as: SignedIn, space: { id: string }, parent?: { id: string }, limit = 2) => {
  const titles: string[] = []
  let cursor: string | undefined
  do {
    const query = { limit, cursor, parent_id: parent?.id }
    const { body } = await call(listPages, { as, params: { id: space.id }, query })
    titles.push(...body.items.map(({ title }: { title: string }) => title))
    cursor = body.next_cursor ?? undefined
  } while (cursor)
  return titles
}

const move = (as: SignedIn, page: { id: string }, parent: { id: string } | null, headers = {}) =>
  call(updatePage, { as, params: { id: page.id }, body: { parent_id: parent?.id ?? null }, headers })

const countOf = async (as: SignedIn, page: { id: string }) =>
  (await call(readPage, { as, params: { id: page.id } })).body.children_count as number

describe('GET /wiki/spaces/{id}/pages', () => {
  test('lists roots and children by position, then title', async () => {
    const author = await signedIn()
    const space = await givenSpace(author)
    const places: [string, number][] = [
      ['tenth', 10],
      ['b', 1],
      ['Ä', 1],
      ['between', 1.5],
      ['before', -2],
      ['far before', -1000],
      ['c', 1],
    ]
    for (const [title, position] of places) await givenPage(author, space, { title, position })
    const parent = await givenPage(author, space, { title: 'parent', position: 99 })
    await givenPage(author, space, { title: 'child', under: parent })

    const roots = await titlesOf(author, space)
    const below = await titlesOf(author, space, parent)

    expect(roots).toEqual(['far before', 'before', 'Ä', 'b', 'c', 'between', 'tenth', 'parent'])
    expect(below).toEqual(['child'])
  })

  test('returns summaries with the number of children and without content', async () => {
    const { author, space, page } = await givenOwnPage({ content: 'long' })
    await givenPage(author, space, { under: page })

    const { body } = await call(listPages, { as: author, params: { id: space.id } })

    const { content: _, breadcrumbs: __, permission: ___, is_subscribed: ____, ...summary } = page
    expect(body.items).toEqual([{ ...summary, children_count: 1 }])
  })
})

describe('PUT /wiki/pages/{id} with parent_id', () => {
  test('moves a page with its descendants, and updates the counts', async () => {
    const { author, space, page: a } = await givenOwnPage({ title: 'a' })
    const b = await givenPage(author, space, { title: 'b' })
    const child = await givenPage(author, space, { title: 'child', under: a })

    const below = await move(author, child, b)
    const counts = [await countOf(author, a), await countOf(author, b)]
    const lists = [await titlesOf(author, space, a), await titlesOf(author, space, b)]
    await move(author, child, null)

    expect(below.body).toMatchObject({ parent_id: b.id, version: 2 })
    expect(counts).toEqual([0, 1])
    expect(lists).toEqual([[], ['child']])
    expect(await countOf(author, b)).toBe(0)
    expect(await titlesOf(author, space)).toEqual(['a', 'b', 'child'])
  })

  test('rejects a descendant as parent, another space, and an outdated version', async () => {
    const { author, space, page: a } = await givenOwnPage()
    const b = await givenPage(author, space, { under: a })
    const c = await givenPage(author, space, { under: b })
    const elsewhere = await givenPage(author, await givenSpace(author))

    const answers = [
      await move(author, a, a),
      await move(author, a, c),
      await move(author, a, elsewhere),
      await move(author, c, null, { 'If-Match': '"9"' }),
    ]

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 412])
    for (const { detail } of answers.slice(0, 3)) expect(detail).toMatch(/^"parent_id" /)
    expect(await countOf(author, a)).toBe(1)
  })

  test('forms no cycle when moves cross', async () => {
    const author = await signedIn()
    const space = await givenSpace(author)
    const crossed = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const [a, b] = await Promise.all([givenPage(author, space), givenPage(author, space)])
        const [a1, b1] = await Promise.all([
          givenPage(author, space, { under: a }),
          givenPage(author, space, { under: b }),
        ])
        return { a, b, a1, b1 }
      }),
    )

    for (const { a, b, a1, b1 } of crossed) {
      const answers = await Promise.all([move(author, a, b1), move(author, b, a1)])
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
    }

    expect(await titlesOf(author, space, undefined, 100)).toHaveLength(10)
  })
})

describe('DELETE /wiki/pages/{id}', () => {
  test('deletes a page, and with recursive=true all its descendants', async () => {
    const { author, space, page: root } = await givenOwnPage()
    const a = await givenPage(author, space, { under: root })
    const b = await givenPage(author, space, { under: a })
    const remove = (page: { id: string }, query = {}) =>
      call(deletePage, { as: author, params: { id: page.id }, query })

    const refused = await remove(a)
    const statuses = await statusByCase({
      'a page with all below': await remove(a, { recursive: true }),
      'the same again': await remove(a, { recursive: true }),
      'the page above': await remove(root),
    })

    expect(refused.status).toBe(409)
    expect(statuses).toEqual({
      'a page with all below': 204,
      'the same again': 404,
      'the page above': 204,
    })
    const reads = await Promise.all(
      [root, a, b].map(({ id }) => call(readPage, { as: author, params: { id } })),
    )
    expect(reads.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await call(readSpace, { as: author, params: { id: space.id } })).body.page_count).toBe(0)
    expect(await titlesOf(author, space)).toEqual([])
  })

  test('lowers the count of the parent, and honors If-Match', async () => {
    const { author, space, page: root } = await givenOwnPage()
    const child = await givenPage(author, space, { under: root })
    const remove = (version: number) =>
      call(deletePage, { as: author, params: { id: child.id }, headers: { 'If-Match': `"${version}"` } })

    const statuses = await statusByCase({
      'another version': await remove(2),
      'the current version': await remove(1),
    })

    expect(statuses).toEqual({
      'another version': 412,
      'the current version': 204,
    })
    expect(await countOf(author, root)).toBe(0)
  })

  test('loses no page created below it at the same time', async () => {
    const author = await signedIn()
    const space = await givenSpace(author)
    const rounds = Array.from({ length: 10 }, async () => {
      const root = await givenPage(author, space)
      const [made, removed] = await Promise.all([
        givenPage(author, space, { under: root }).then(
          ({ id }) => id as string,
          () => undefined,
        ),
        call(deletePage, { as: author, params: { id: root.id } }),
      ])
      const read = made && (await call(readPage, { as: author, params: { id: made } }))
      return { status: removed.status, isMade: made !== undefined, child: read && read.status }
    })

    for (const { status, isMade, child } of await Promise.all(rounds))
      expect([status, child]).toEqual(isMade ? [409, 200] : [204, undefined])
  })
})
