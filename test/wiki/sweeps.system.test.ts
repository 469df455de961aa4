import { describe, expect, test } from 'vitest'
import { queryItems } from '../../src/platform/table/query.ts'
import { search } from '../../src/platform/search/query/query.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { pageSearchScope } from '../../src/wiki/page/page.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { purge } from '../trash/given.ts'
import { statusByCase } from '../support/statuses.ts'

type Thing = { id: string }

/** Creates a page with three children, and 32 pages below each of these: more than one transaction removes. */
const givenLargeTree = async (word = 'leaf') => {
  const { author, space, page: root } = await givenOwnPage()
  const branches: Thing[] = await Promise.all(
    Array.from({ length: 3 }, () => givenPage(author, space, { under: root })),
  )
  const leaves: Thing[] = []
  for (const under of branches)
    leaves.push(
      ...(await Promise.all(
        Array.from({ length: 32 }, () => givenPage(author, space, { under, title: word })),
      )),
    )
  const beside: Thing = await givenPage(author, space)
  return { author, space, root, branches, leaves, beside }
}

const read = async (as: SignedIn, { id }: Thing) => (await call(readPage, { as, params: { id } })).status

/** Reads one page after the other: 100 concurrent reads would wait too long for a connection on a busy machine. */
const readAll = (as: SignedIn, pages: Thing[]) => Array.fromAsync(pages, (page) => read(as, page))

const leftOf = async (pk: string) => {
  const query = {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  }
  return (await queryItems(query)).items.map(({ sk }) => sk)
}

describe('DELETE /wiki/pages/{id} of a large tree', () => {
  test('deletes the whole tree at once, and sweeps a purged tree even if each message is delivered twice', async () => {
    const { author, space, root, branches, leaves, beside } = await givenLargeTree()
    const branch = branches[0] as Thing
    const params = { id: branch.id }
    const draft = await givenPage(author, space, { under: branch, status: 'draft' })

    const removed = await call(deletePage, {
      as: author,
      params: { id: root.id },
      query: { recursive: true },
    })
    const reads = await readAll(author, [root, ...branches, ...leaves])
    const statuses = await statusByCase({
      'changing a page below': await call(updatePage, { as: author, params, body: { parent_id: null } }),
      'moving another page below': await call(updatePage, {
        as: author,
        params: { id: beside.id },
        body: { parent_id: branch.id },
      }),
      'creating a page below': await call(createPage, {
        as: author,
        body: { space_id: space.id, parent_id: branch.id, title: 'Late' },
      }),
      'publishing a draft below': await call(updatePage, {
        as: author,
        params: { id: draft.id },
        body: { status: 'published' },
      }),
    })
    const list = await call(listPages, {
      as: author,
      params: { id: space.id },
      query: { parent_id: branch.id },
    })
    const meanwhile = await read(author, beside)
    await purge(author, root)
    await settle({ deliveries: 2 })

    expect(removed.status).toBe(204)
    expect(new Set(reads)).toEqual(new Set([404]))
    expect(statuses).toEqual({
      'changing a page below': 404,
      'moving another page below': 422,
      'creating a page below': 422,
      'publishing a draft below': 409,
    })
    expect(list.body.items).toEqual([])
    expect([meanwhile, await read(author, beside), await read(author, draft)]).toEqual([200, 200, 200])
    expect((await call(readSpace, { as: author, params: { id: space.id } })).body.page_count).toBe(1)
    const left = await Promise.all([root, ...branches, ...leaves].map(({ id }) => leftOf(`page#${id}`)))
    expect(left.flat()).toEqual([])
  })
})

describe('DELETE /wiki/spaces/{id} with pages', () => {
  test('deletes all of them at once, and purging leaves nothing in the table', async () => {
    const word = 'onlyinthisspace'
    const { author, space, root, branches, leaves, beside } = await givenLargeTree(word)
    const draft = await givenPage(author, space, { under: leaves[0] as Thing, status: 'draft' })
    const pages = [root, beside, draft, ...branches, ...leaves]
    await settle()
    const findable = (await search({ scopes: [pageSearchScope], q: word })).things.length

    const removed = await call(deleteSpace, { as: author, params: { id: space.id } })
    const reads = await readAll(author, pages)
    const list = await call(listPages, { as: author, params: { id: space.id } })
    await purge(author, space)
    await settle()

    expect(removed.status, 'removed').toBe(204)
    expect(list.status, 'list').toBe(404)
    expect(new Set(reads)).toEqual(new Set([404]))
    const left = await Promise.all([`space#${space.id}`, ...pages.map(({ id }) => `page#${id}`)].map(leftOf))
    expect(left.flat()).toEqual([])
    expect([findable, (await search({ scopes: [pageSearchScope], q: word })).things.length]).toEqual([96, 0])
  })
})
