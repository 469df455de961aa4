import { describe, expect, test } from 'vitest'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { transact } from '../../src/platform/table/table.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { children } from '../../src/wiki/page/tree/child.ts'
import { newStoredContent } from '../../src/wiki/page/content.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { pages, parentPartition } from '../../src/wiki/page/page.ts'
import { spaces } from '../../src/wiki/space/space.ts'
import { moveBelow } from '../../src/wiki/page/tree/tree-move.ts'
import { ongoingMoves, trees } from '../../src/wiki/space/tree.ts'
import { moveTree } from '../../src/wiki/workers/move-tree.ts'
import { call } from '../support/call.ts'
import { handTo } from '../support/messages.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'

interface Thing {
  id: string
}

/** Writes pages below another page, as if they had been created one by one. */
const fill = async ({ id, name }: SignedIn, space: Thing, under: Thing, titles: string[]) => {
  const place = {
    space_id: space.id,
    parent_id: under.id,
    author: { id, name },
    status: 'published' as const,
  }
  const text = newStoredContent('')
  const below = titles.map((title) => pages.make({ ...place, title, revision: 1, text }))
  await writeBatch(
    below.flatMap((page) => [
      pages.itemOf(page),
      children.itemOf({ parent: parentPartition(page), id: page.id }),
    ]),
    [],
  )
  await transact([
    pages.toAdd(under, 'children_count', below.length),
    spaces.toAdd(space, 'page_count', below.length),
  ])
  return below
}

const numbered = (word: string, count: number) =>
  Array.from({ length: count }, (_, n) => `${word} ${String(n).padStart(3, '0')}`)

/**
 * Creates two private spaces of one person, each with a member of its own; the first has a tree of 304 pages, and a
 * draft of that member that is to be published deep inside.
 */
const givenLargeTree = async () => {
  const [author, before, after] = await Promise.all([signedIn(), signedIn(), signedIn()])
  const space = await givenSpace(author, { visibility: 'private', members: [[before, 'write']] })
  const other = await givenSpace(author, { visibility: 'private', members: [[after, 'write']] })
  const root = await givenPage(author, space, { title: 'root' })
  const [wide, deep] = await fill(author, space, root, ['wide', 'deep'])
  if (!wide || !deep) throw new Error('There are no branches.')
  const twigs = await fill(author, space, wide, numbered('twig', 200))
  const leaves = await fill(author, space, deep, numbered('leaf', 101))
  const draft = await givenPage(before, space, {
    title: 'secret',
    under: leaves[50] as Thing,
    status: 'draft',
  })
  return { author, before, after, space, other, root, wide, deep, twigs, leaves, draft }
}

const foundIn = async (as: SignedIn, { id }: Thing, q: string) => {
  const { items } = await made(searchEverything, {
    as,
    query: { q, space_id: id, types: 'wiki_page', limit: 100 },
  })
  return items.length as number
}

type Given = Awaited<ReturnType<typeof givenLargeTree>>

const move = (as: SignedIn, { id }: Thing, body: object) => call(updatePage, { as, params: { id }, body })

const titlesOf = async (as: SignedIn, { id }: Thing, parent: Thing) => {
  const query = { parent_id: parent.id, limit: 100 }
  const { items } = await made(listPages, { as, params: { id }, query })
  return items.map((page: { title: string; space_id: string }) => `${page.space_id} ${page.title}`)
}

/** Delivers a message to the mover, as the queue does. */
const deliver = async (message: object | undefined) =>
  expect(await handTo(moveTree, message)).toEqual({ batchItemFailures: [] })

/** Returns the parts of the tree that the two members see after its root has moved, regardless of progress. */
const seen = async ({ before, after, space, other, root, wide, deep, twigs, leaves, draft }: Given) => {
  const some = [root, wide, deep, ...twigs.slice(0, 2), ...twigs.slice(-2), ...leaves.slice(-2)]
  const read = (as: SignedIn, { id }: Thing) => call(readPage, { as, params: { id } })
  const [gone, come] = await Promise.all(
    [before, after].map((as) => Promise.all(some.map((one) => read(as, one)))),
  )
  const [own, foreign] = await Promise.all([before, after].map((as) => read(as, draft)))
  return {
    gone: new Set(gone?.map(({ status }) => status)),
    come: new Set(come?.map(({ status, body }) => `${status} ${body.space_id}`)),
    way: come?.at(-1)?.body.breadcrumbs.map(({ title }: { title: string }) => title),
    twigs: await titlesOf(after, other, wide),
    former: await titlesOf(before, space, wide),
    draft: [own?.status, own?.body.space_id, own?.body.parent_id, foreign?.status],
  }
}

const expected = ({ space, other, leaves }: Given) => ({
  gone: new Set([404]),
  come: new Set([`200 ${other.id}`]),
  way: [other.name, 'root', 'deep'],
  twigs: numbered('twig', 100).map((title) => `${other.id} ${title}`),
  former: [],
  draft: [200, space.id, leaves[50]?.id, 404],
})

describe('A page with more descendants than one move transaction takes, and another space_id', () => {
  test('appears there in search, and can be moved again, after the queue has finished', async () => {
    const [author, before, after] = await Promise.all([signedIn(), signedIn(), signedIn()])
    const space = await givenSpace(author, { visibility: 'private', members: [[before, 'write']] })
    const other = await givenSpace(author, { visibility: 'private', members: [[after, 'write']] })
    const root = await givenPage(author, space, { title: 'root' })
    const leaf = await givenPage(author, space, { title: 'tamarind', under: root })
    const leaves = await fill(author, space, leaf, numbered('leaf', 95))

    await made(updatePage, { as: author, params: { id: root.id }, body: { space_id: other.id } })
    await settle({ deliveries: 2 })
    const found = await Promise.all(
      [before, after].map(
        async (as) => (await made(searchEverything, { as, query: { q: 'tamarind' } })).counts,
      ),
    )
    const stored = await pages.findMany([leaf, ...leaves])
    const back = await move(author, root, { space_id: space.id })

    expect(found).toEqual([{}, { wiki_page: 1 }])
    expect(stored[0]).toMatchObject({ space_id: other.id, parent_id: root.id, children_count: 95 })
    expect(stored.slice(1).map((page) => [page?.space_id, page?.parent_id])).toEqual(
      leaves.map(() => [other.id, leaf.id]),
    )
    expect([back.status, back.body.space_id]).toEqual([200, space.id])
    expect(await titlesOf(before, space, root)).toEqual([`${space.id} tamarind`])
  })

  test('appears in search only in its new space from the response on, before the index is updated', async () => {
    const author = await signedIn()
    const [space, other] = [await givenSpace(author), await givenSpace(author)]
    const root = await givenPage(author, space, { title: 'calamansi' })
    const leaf = await givenPage(author, space, { title: 'calamansi', under: root })
    await fill(author, space, leaf, numbered('leaf', 95))
    await settle()
    const before = await Promise.all([space, other].map((one) => foundIn(author, one, 'calamansi')))

    await made(updatePage, { as: author, params: { id: root.id }, body: { space_id: other.id } })
    const atOnce = await Promise.all([space, other].map((one) => foundIn(author, one, 'calamansi')))
    await settle({ deliveries: 2 })
    const after = await Promise.all([space, other].map((one) => foundIn(author, one, 'calamansi')))

    expect([before, atOnce, after]).toEqual([
      [2, 0],
      [0, 2],
      [0, 2],
    ])
  })

  test('arrives as a whole with the response, and the rest follows even if a worker is killed', async () => {
    const given = await givenLargeTree()
    const { author, before, after, space, other, root, deep, twigs, leaves, draft } = given
    const [leaf, twig] = [leaves.at(-1) as Thing, twigs[0] as Thing]

    const moved = await move(author, root, { space_id: other.id })
    const atOnce = await seen(given)
    const tagged = await move(after, leaf, { space_id: other.id, parent_id: deep.id, tags: ['new'] })
    const late = { title: 'late', parent_id: leaf.id }
    const statuses = await statusByCase({
      'making a page below': call(createPage, { as: after, body: { ...late, space_id: other.id } }),
      'making one below in the former space': call(createPage, {
        as: before,
        body: { ...late, space_id: space.id },
      }),
      'moving one of them': move(author, leaf, { parent_id: null }),
      'publishing a draft below one of them': move(before, draft, { status: 'published' }),
      'moving all back': move(author, root, { space_id: space.id }),
      'deleting one of them': call(deletePage, { as: author, params: { id: twig.id } }),
      'deleting the former space': call(deleteSpace, { as: author, params: { id: space.id } }),
    })
    const tree = await trees.find({ space_id: space.id })
    const [ongoing] = tree ? ongoingMoves(tree) : []
    // a run that ends after its first pages, without a message to continue
    const path = ongoing && (await moveBelow(ongoing, root.id, [], 0))
    const cutOff = await seen(given)
    for (const _ of ['again', 'twice']) await deliver(ongoing)
    const atLast = await seen(given)

    expect([moved.status, moved.body.space_id]).toEqual([200, other.id])
    expect(atOnce).toEqual(expected(given))
    expect([tagged.status, tagged.body.space_id, tagged.body.tags]).toEqual([200, other.id, ['new']])
    expect(statuses).toEqual({
      'making a page below': 201,
      'making one below in the former space': 422,
      'moving one of them': 409,
      'publishing a draft below one of them': 409,
      'moving all back': 409,
      'deleting one of them': 409,
      'deleting the former space': 409,
    })
    expect(path).toEqual([expect.any(String)])
    expect(cutOff).toEqual(expected(given))
    expect(atLast).toEqual(expected(given))

    const stored = await pages.findMany([root, ...twigs, ...leaves, draft])
    expect(new Set(stored.slice(0, -1).map((page) => page?.space_id))).toEqual(new Set([other.id]))
    expect(stored.at(-1)).toMatchObject({ space_id: space.id, parent_id: leaves[50]?.id, version: 1 })
    const counts = [space, other].map(
      async ({ id }) => (await made(readSpace, { as: author, params: { id } })).page_count,
    )
    expect(await Promise.all(counts)).toEqual([0, 1 + 2 + 200 + 101 + 1])
    expect((await move(author, leaf, { parent_id: null })).status).toBe(200)
  })
})
