import { beforeEach, describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { listComments } from '../../src/wiki/endpoints/list-comments.ts'
import { listRevisions } from '../../src/wiki/endpoints/list-revisions.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, leftIn, nextVersionOf, purge, restore, trashOf } from './given.ts'

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

const codeOf = ({ status, headers }: { status: number; headers: Record<string, string> }) => [
  status,
  headers['x-error-code'],
]

describe('A page in the trash', () => {
  test('comes back with its descendants, revisions, comments and terms, without notifications', async () => {
    const space = await givenSpace(author)
    const parent = await givenPage(author, space)
    const page = await givenPage(author, space, { under: parent, title: 'Wombats', tags: ['fauna'] })
    const leaf = await givenPage(author, space, { under: page })
    await givenRevision(author, page, { content: 'They dig.' })
    await made(createComment, { as: author, params: { id: page.id }, body: { text: 'Indeed.' } })
    await settle()
    const before = [(await read(author, page)).body, (await read(author, leaf)).body]
    const news = async () => (await call(listNotifications, { as: author })).body.items.length
    const told = await news()

    const removal = await remove(page)
    await settle({ deliveries: 2 })
    const meanwhile = [
      (await read(author, page)).status,
      (await read(author, leaf)).status,
      await countOf(space),
    ]
    const hits = (await call(searchEverything, { as: author, query: { q: 'wombats' } })).body.items
    const answer = await restore(author, page)
    await settle({ deliveries: 2 })

    expect([removal.status, meanwhile, hits]).toEqual([204, [404, 404, 1], []])
    expect(answer).toMatchObject({
      status: 200,
      body: { id: page.id, content: 'They dig.', children_count: 1 },
    })
    expect([(await read(author, page)).body, (await read(author, leaf)).body]).toEqual(
      before.map(nextVersionOf),
    )
    expect([await countOf(space), (await read(author, parent)).body.children_count]).toEqual([3, 1])
    const params = { id: page.id }
    expect((await call(listRevisions, { as: author, params })).body.items).toHaveLength(2)
    expect((await call(listComments, { as: author, params })).body.items).toHaveLength(1)
    expect((await call(searchEverything, { as: author, query: { q: 'wombats' } })).body.items).toHaveLength(1)
    expect(await news()).toBe(told)
  })

  test('appears in no other trash, and requires its parent and its space', async () => {
    const space = await givenSpace(author)
    const [parent, other] = [await givenPage(author, space), await givenPage(author, space)]
    const page = await givenPage(author, space, { under: parent })
    await remove(page)
    await remove(parent)

    const orphan = await restore(author, page)
    const elsewhere = await restore(author, page, { parent_id: space.id })
    await deleted(deleteSpace, author, space)
    const homeless = await restore(author, page, { parent_id: null })
    const inTrash = await trashOf(author)
    await restore(author, space)
    const moved = await restore(author, page, { parent_id: other.id })

    expect([orphan, elsewhere, homeless].map(codeOf)).toEqual([
      [409, 'trash.parent_missing'],
      [422, 'request.invalid'],
      [409, 'trash.container_missing'],
    ])
    expect(new Set(inTrash)).toEqual(new Set([page.id, parent.id, space.id]))
    expect([moved.status, moved.body.parent_id]).toEqual([200, other.id])
    expect((await read(author, other)).body.children_count).toBe(1)
  })

  test('can be restored by current writers of the space, and is hidden from people who may not read it', async () => {
    const [writer, reader, stranger] = [await signedIn(), await signedIn(), await signedIn()]
    const space = await givenSpace(author, {
      visibility: 'private',
      members: [
        [writer, 'write'],
        [reader, 'read'],
      ],
    })
    const page = await givenPage(writer, space)
    await remove(page, writer)
    const query = { space_id: space.id as string }

    const lists = [await trashOf(author, query), await trashOf(writer), await trashOf(reader)]
    const refused = await Promise.all([reader, stranger].map((as) => restore(as, page)))
    await call(updateSpace, { as: author, params: { id: space.id }, body: { members: [] } })
    const left = [await trashOf(writer), (await restore(writer, page)).status]

    expect(lists).toEqual([[page.id], [page.id], []])
    expect(refused.map(({ status }) => status)).toEqual([404, 404])
    expect(left).toEqual([[], 404])
    expect((await restore(author, page)).status).toBe(200)
  })

  test('appears as a draft only to its author and the admins of the space', async () => {
    const [writer, other] = [await signedIn(), await signedIn()]
    const space = await givenSpace(author)
    const page = await givenPage(writer, space, { status: 'draft' })
    await remove(page, writer)
    const query = { space_id: space.id as string }

    const lists = await Promise.all([writer, author, other].map((as) => trashOf(as, query)))

    expect(lists).toEqual([[page.id], [page.id], []])
    expect((await restore(other, page)).status).toBe(404)
  })

  test('loses its descendants when it is permanently deleted', async () => {
    const space = await givenSpace(author)
    const page = await givenPage(author, space)
    const leaf = await givenPage(author, space, { under: page })
    await made(createComment, { as: author, params: { id: leaf.id }, body: { text: 'Indeed.' } })
    await remove(page)
    await settle()

    const answer = await purge(author, page)
    await settle({ deliveries: 2 })

    expect(answer.status).toBe(204)
    const places = [`page#${page.id}`, `page#${leaf.id}`, `trash#${page.id}`]
    expect((await Promise.all(places.map(leftIn))).flat()).toEqual([])
    expect(await countOf(space)).toBe(0)
  })
})
