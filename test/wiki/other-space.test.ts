import { describe, expect, test } from 'vitest'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { subscriptions } from '../../src/wiki/page/subscription.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

interface Thing {
  id: string
}

/**
 * Creates two private spaces of one person, each with a member of its own; the first has a page with a child and a
 * grandchild.
 */
const givenTwo = async () => {
  const [author, before, after] = await Promise.all([signedIn(), signedIn(), signedIn()])
  const space = await givenSpace(author, { visibility: 'private', members: [[before, 'write']] })
  const other = await givenSpace(author, { visibility: 'private', members: [[after, 'read']] })
  const page = await givenPage(author, space, { title: 'root' })
  const child = await givenPage(author, space, { title: 'child', under: page, content: 'tamarind' })
  const leaf = await givenPage(author, space, { title: 'leaf', under: child })
  return { author, before, after, space, other, page, child, leaf }
}

const move = (as: SignedIn, page: Thing, space: Thing, more: object = {}) =>
  call(updatePage, { as, params: { id: page.id }, body: { space_id: space.id, ...more } })

const statusOf = async (as: SignedIn, { id }: Thing) => (await call(readPage, { as, params: { id } })).status

const titlesOf = async (as: SignedIn, space: Thing, parent?: Thing) => {
  const query = parent && { parent_id: parent.id }
  const { items } = await made(listPages, { as, params: { id: space.id }, ...(query && { query }) })
  return items.map(({ title }: { title: string }) => title)
}

const countOf = async (as: SignedIn, { id }: Thing): Promise<number> =>
  (await made(readSpace, { as, params: { id } })).page_count

describe('A page with another space_id', () => {
  test('moves there with all descendants, under the permissions there', async () => {
    const { author, before, after, space, other, page, child, leaf } = await givenTwo()

    const { status, body } = await move(author, page, other)
    const moved = [page, child, leaf]
    const [left, come] = await Promise.all(
      [before, after].map((as) => Promise.all(moved.map((one) => statusOf(as, one)))),
    )

    expect([status, body.space_id, body.parent_id]).toEqual([200, other.id, null])
    expect(body.breadcrumbs).toEqual([{ type: 'wiki_space', id: other.id, title: other.name }])
    expect([left, come]).toEqual([
      [404, 404, 404],
      [200, 200, 200],
    ])
    expect(await titlesOf(author, space)).toEqual([])
    expect(await titlesOf(after, other)).toEqual(['root'])
    expect(await titlesOf(after, other, child)).toEqual(['leaf'])
    expect(await Promise.all([space, other].map((one) => countOf(author, one)))).toEqual([0, 3])
  })

  test('becomes a child of the given page, and leaves its former parent', async () => {
    const { author, space, other, page, child } = await givenTwo()
    const target = await givenPage(author, other, { title: 'target' })

    const { body } = await move(author, child, other, { parent_id: target.id, title: 'renamed' })
    const counts = await Promise.all(
      [page, target].map(
        async ({ id }) => (await made(readPage, { as: author, params: { id } })).children_count,
      ),
    )

    expect(body).toMatchObject({ parent_id: target.id, title: 'renamed', revision: 2 })
    expect(counts).toEqual([0, 1])
    expect(await titlesOf(author, space, page)).toEqual([])
    expect(await titlesOf(author, other, target)).toEqual(['renamed'])
  })

  test('appears there in search with its comments, and keeps its subscribers', async () => {
    const { author, before, after, other, page, child } = await givenTwo()
    const params = { id: child.id }
    await made(createComment, { as: before, params, body: { text: 'What about rambutan?' } })
    await settle()

    await move(author, page, other)
    await settle()
    const found = await Promise.all(
      [before, after].flatMap((as) =>
        ['tamarind', 'rambutan'].map(
          async (q) => (await made(searchEverything, { as, query: { q } })).counts,
        ),
      ),
    )

    expect(found).toEqual([{}, {}, { wiki_page: 1 }, { wiki_comment: 1 }])
    expect(await subscriptions.find({ page_id: child.id, user_id: author.id })).toBeDefined()
  })

  test('requires write permission in both spaces, without revealing hidden spaces', async () => {
    const { author, before, after, space, other, page } = await givenTwo()
    const shown = await givenSpace(author, { internal_permission: 'read' })

    const answers = [
      await move(before, page, other),
      await move(before, page, { id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11' }),
      await move(before, page, shown),
      await move(after, page, space),
    ]

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 403, 404])
    expect(answers[0]?.body).toEqual(answers[1]?.body)
    expect(await countOf(author, space)).toBe(3)
  })

  test.each([
    ['its former parent', ({ page }: Record<string, Thing>) => page],
    ['a page below itself', ({ leaf }: Record<string, Thing>) => leaf],
  ])('cannot be moved below %s', async (_, parentOf) => {
    const given = await givenTwo()
    const parent_id = parentOf(given)?.id

    const { status, detail } = await move(given.author, given.child, given.other, { parent_id })

    expect([status, detail]).toEqual([422, expect.stringMatching(/^"parent_id" /)])
  })

  test('loses no page that is created, moved or deleted below it meanwhile', async () => {
    const { author, space, other, page, child, leaf } = await givenTwo()
    const create = (index: number) =>
      call(createPage, {
        as: author,
        body: { space_id: space.id, parent_id: child.id, title: `new ${index}` },
      })

    const [moved, lifted, deleted, ...created] = await Promise.all([
      move(author, page, other),
      call(updatePage, { as: author, params: { id: leaf.id }, body: { parent_id: page.id } }),
      call(deletePage, { as: author, params: { id: leaf.id } }),
      ...[1, 2, 3].map(create),
    ])
    const pages = created.filter(({ status }) => status === 201).map(({ body }) => body as Thing)
    const read = await Promise.all(
      pages.map(async ({ id }) => (await made(readPage, { as: author, params: { id } })).space_id),
    )

    expect([moved.status, deleted.status]).toEqual([200, 204])
    expect([200, 404, 422]).toContain(lifted.status)
    for (const { status } of created) expect([201, 422]).toContain(status)
    expect(new Set(read).difference(new Set([other.id]))).toEqual(new Set())
    expect(await countOf(author, space)).toBe(0)
    expect(await countOf(author, other)).toBe(2 + pages.length)
    expect(await titlesOf(author, other, child)).toHaveLength(pages.length)
  })

  test('forms no cycle with a crossing move', async () => {
    const { author, space, other, page, child } = await givenTwo()
    const target = await givenPage(author, other, { title: 'target' })

    const answers = await Promise.all([
      move(author, page, other, { parent_id: target.id }),
      move(author, target, space, { parent_id: child.id }),
    ])

    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 422])
    expect((await countOf(author, space)) + (await countOf(author, other))).toBe(4)
  })
})
