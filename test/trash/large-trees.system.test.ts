import { beforeEach, describe, expect, test } from 'vitest'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, leftIn, purge, restore } from './given.ts'

interface Thing {
  id: string
}

let author: SignedIn

beforeEach(async () => {
  author = await signedIn()
})

const read = (as: SignedIn, { id }: Thing) => call(readPage, { as, params: { id } })

const countOf = async ({ id }: Thing) =>
  (await call(readSpace, { as: author, params: { id } })).body.page_count

const remove = (page: Thing, as = author) => deleted(deletePage, as, page, { recursive: true })

describe('A page with more descendants than fit into one transaction', () => {
  const givenLargeTree = async () => {
    const space = await givenSpace(author)
    const root = await givenPage(author, space)
    const branches: Thing[] = []
    for (let n = 0; n < 4; n += 1) branches.push(await givenPage(author, space, { under: root }))
    const leaves: Thing[] = []
    for (const under of branches)
      leaves.push(
        ...(await Promise.all(Array.from({ length: 24 }, () => givenPage(author, space, { under })))),
      )
    return { space, root, branches, leaves }
  }

  test('disappears at once and comes back at once, never partly', async () => {
    const { space, root, branches, leaves } = await givenLargeTree()
    const some = [...branches, ...leaves.slice(0, 8), ...leaves.slice(-8)]
    const statuses = async () =>
      new Set(await Promise.all([root, ...some].map(async (page) => (await read(author, page)).status)))
    const list = () =>
      call(listPages, { as: author, params: { id: space.id }, query: { parent_id: root.id } })

    const removal = await remove(root)
    const gone = [await statuses(), (await list()).body.items]
    await settle({ deliveries: 2 })
    const later = [await statuses(), await countOf(space)]
    const answer = await restore(author, root)
    const back = [await statuses(), (await list()).body.items.length, await countOf(space)]

    expect([removal.status, answer.status]).toEqual([204, 200])
    expect(gone).toEqual([new Set([404]), []])
    expect(later).toEqual([new Set([404]), 0])
    expect(back).toEqual([new Set([200]), 4, 101])
  })

  test('can be permanently deleted, whether it was counted or not', async () => {
    const { space, root, branches, leaves } = await givenLargeTree()
    await remove(root)

    await purge(author, root)
    await settle({ deliveries: 2 })

    const places = [root, ...branches, ...leaves].map(({ id }) => `page#${id}`)
    expect((await Promise.all([...places, `trash#${root.id}`].map(leftIn))).flat()).toEqual([])
    expect(await countOf(space)).toBe(0)
  })
})
