import { describe, expect, test } from 'vitest'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { listFilteredPages } from '../../src/wiki/endpoints/list-filtered-pages.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, leftIn, purge, restore } from '../trash/given.ts'

interface Thing {
  id: string
}

/** Creates a page with a child, and a draft of the author that is to be published below the child. */
const givenDraft = async () => {
  const [owner, author] = await Promise.all([signedIn(), signedIn()])
  const space = await givenSpace(owner)
  const page = await givenPage(owner, space, { title: 'Handbook' })
  const child = await givenPage(owner, space, { title: 'Rules', under: page })
  const draft = await givenPage(author, space, { title: 'A rule', under: child, status: 'draft' })
  return { owner, author, space, page, child, draft }
}

const read = (as: SignedIn, { id }: Thing) => call(readPage, { as, params: { id } })

const change = (as: SignedIn, { id }: Thing, body: object) => call(updatePage, { as, params: { id }, body })

const publish = (as: SignedIn, draft: Thing, body: object = {}) =>
  change(as, draft, { status: 'published', ...body })

const remove = (as: SignedIn, page: Thing) => deleted(deletePage, as, page, { recursive: true })

/** Returns the number of pages of a space, and those of its tree in order. */
const treeOf = async (as: SignedIn, { id }: Thing) => {
  const { page_count } = await made(readSpace, { as, params: { id } })
  const { items } = await made(listFilteredPages, { as, query: { space_id: id } })
  return [page_count, ...items.map(({ title, children_count }) => `${title} ${children_count}`)]
}

const missing = ({ id }: Thing) => ({
  detail: `The parent page "${id}" is not in the space; send another "parent_id", or null for none.`,
})

describe('A draft', () => {
  test('takes its place in the tree when it is published', async () => {
    const { owner, author, space, page, child, draft } = await givenDraft()
    const before = await treeOf(author, space)

    const { status, body } = await publish(author, draft)

    const above = [space.name, page.title, child.title]
    expect([draft.parent_id, draft.breadcrumbs.map(({ title }) => title)]).toEqual([child.id, [space.name]])
    expect(before).toEqual([2, 'Handbook 1', 'Rules 0'])
    expect([status, body.parent_id, body.breadcrumbs.map(({ title }) => title)]).toEqual([
      200,
      child.id,
      above,
    ])
    expect(await treeOf(owner, space)).toEqual([3, 'Handbook 1', 'Rules 1', 'A rule 0'])
    expect((await pages.get(draft)).ancestors).toEqual([child.id, page.id])
    expect((await call(deletePage, { as: owner, params: { id: child.id } })).status).toBe(409)
  })

  test.each<[string, (given: Awaited<ReturnType<typeof givenDraft>>) => Promise<unknown>]>([
    ['deleted', ({ owner, child }) => remove(owner, child)],
    ['deleted with an ancestor', ({ owner, page }) => remove(owner, page)],
    [
      'permanently deleted',
      async ({ owner, page }) => {
        await remove(owner, page)
        await purge(owner, page)
        await settle({ deliveries: 2 })
      },
    ],
    [
      'moved to another space',
      async ({ owner, page }) =>
        made(updatePage, {
          as: owner,
          params: { id: page.id },
          body: { space_id: (await givenSpace(owner, { visibility: 'private' })).id },
        }),
    ],
  ])('stays as it is when its parent is %s, and is published only at another place', async (_, leave) => {
    const given = await givenDraft()
    const { author, space, child, draft } = given
    const before = await read(author, draft)
    await leave(given)
    await settle()

    const after = await read(author, draft)
    const edited = await change(author, draft, { title: 'Edited' })
    const refused = await publish(author, draft)
    const { next_cursor: _end, items } = await made(listNotifications, { as: author })
    const published = await publish(author, draft, { parent_id: null })

    expect(after.body).toEqual(before.body)
    expect([edited.status, edited.body.parent_id]).toEqual([200, child.id])
    expect([refused.status, refused.headers['x-error-code'], refused.body]).toEqual([
      409,
      'wiki.parent_missing',
      missing(child),
    ])
    expect(items).toEqual([])
    expect([published.status, published.body.parent_id]).toEqual([200, null])
    expect(await treeOf(author, space)).toContain('Edited 0')
  })

  test('can be published below a parent that has been restored or moved within the space', async () => {
    const { owner, author, space, page, child, draft } = await givenDraft()
    await remove(owner, page)
    await restore(owner, page)
    await made(updatePage, { as: owner, params: { id: child.id }, body: { parent_id: null } })

    const { status } = await publish(author, draft)

    expect(status).toBe(200)
    expect(await treeOf(author, space)).toEqual([3, 'Handbook 0', 'Rules 1', 'A rule 0'])
  })

  test('belongs to no tree that its author deletes or moves', async () => {
    const { owner, space, page } = await givenDraft()
    const other = await givenSpace(owner)
    const own = await givenPage(owner, space, { under: page, status: 'draft' })

    await change(owner, page, { space_id: other.id })
    await remove(owner, page)
    const { body } = await read(owner, own)
    await restore(owner, page)

    expect(body).toMatchObject({ space_id: space.id, parent_id: page.id, version: 1 })
    expect((await read(owner, own)).body).toEqual(body)
    expect(await treeOf(owner, other)).toEqual([2, 'Handbook 1', 'Rules 0'])
  })

  test('returns from the trash without a parent', async () => {
    const { owner, author, space, page, child, draft } = await givenDraft()
    await deleted(deletePage, author, draft)
    await remove(owner, page)

    const { status, body } = await restore(author, draft)

    expect([status, body.parent_id, body.status]).toEqual([200, child.id, 'draft'])
    expect(await treeOf(owner, space)).toEqual([0])
    expect((await publish(author, draft)).status).toBe(409)
  })

  test('disappears and comes back with its space, and leaves nothing after a purge', async () => {
    const { owner, author, space, draft } = await givenDraft()
    await deleted(deleteSpace, owner, space)
    const gone = await read(author, draft)
    await restore(owner, space)
    const back = await read(author, draft)
    await deleted(deleteSpace, owner, space)
    await purge(owner, space)
    await settle({ deliveries: 2 })

    expect([gone.status, back.status]).toEqual([404, 200])
    expect(await leftIn(`page#${draft.id}`)).toEqual([])
    expect(await leftIn(`space#${space.id}`)).toEqual([])
  })

  test('moves to another space, and is published there', async () => {
    const { owner, author, space, child, draft } = await givenDraft()
    const other = await givenSpace(author)
    const closed = await givenSpace(owner, { internal_permission: 'read' })
    const top = await givenPage(author, other, { title: 'Top' })

    const refused = [
      await change(author, draft, { space_id: closed.id }),
      await change(author, draft, { space_id: other.id, parent_id: child.id }),
      await change(author, draft, { parent_id: top.id }),
    ]
    const moved = await change(author, draft, { space_id: other.id })
    const placed = await change(author, draft, { parent_id: top.id })
    const published = await publish(author, draft)
    await deleted(deleteSpace, owner, space)
    await purge(owner, space)
    await settle({ deliveries: 2 })

    expect(refused.map(({ status }) => status)).toEqual([403, 422, 422])
    expect([moved.body.parent_id, placed.body.parent_id, published.status]).toEqual([null, top.id, 200])
    expect(await treeOf(author, other)).toEqual([2, 'Top 1', 'A rule 0'])
  })

  test('moves and is published by one request', async () => {
    const { author, space, draft } = await givenDraft()
    const other = await givenSpace(author)
    const top = await givenPage(author, other, { title: 'Top' })

    const { status } = await publish(author, draft, { space_id: other.id, parent_id: top.id })

    expect(status).toBe(200)
    expect(await treeOf(author, other)).toEqual([2, 'Top 1', 'A rule 0'])
    expect(await treeOf(author, space)).toEqual([2, 'Handbook 1', 'Rules 0'])
  })
})

describe('Concurrent requests', () => {
  const givenDrafts = async () => {
    const given = await givenDraft()
    const { author, space, child } = given
    const fields = { under: child, status: 'draft' as const }
    const drafts = await Promise.all(Array.from({ length: 5 }, () => givenPage(author, space, fields)))
    return { ...given, drafts }
  }

  test('publish a draft before its parent is deleted, or not at all', async () => {
    const { owner, author, space, page, child, drafts } = await givenDrafts()

    const [removed, ...answers] = await Promise.all([
      remove(owner, page),
      ...drafts.map((draft) => publish(author, draft)),
    ])
    const statuses = await Promise.all(drafts.map(async (draft) => (await read(author, draft)).status))
    const count = answers.filter(({ status }) => status === 200).length
    const gone = await treeOf(owner, space)
    await restore(owner, page)
    const { items } = await made(listPages, {
      as: owner,
      params: { id: space.id },
      query: { parent_id: child.id },
    })

    expect(removed.status).toBe(204)
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body]).toEqual([409, missing(child)])
    // a published page is in the trash with its parent, any other draft is still a draft
    expect(statuses).toEqual(answers.map(({ status }) => (status === 200 ? 404 : 200)))
    expect(gone).toEqual([0])
    expect(items).toHaveLength(count)
    expect((await treeOf(owner, space)).slice(0, 3)).toEqual([2 + count, 'Handbook 1', `Rules ${count}`])
  })

  test('publish a draft before its parent moves to another space, or not at all', async () => {
    const { owner, author, space, page, child, drafts } = await givenDrafts()
    const other = await givenSpace(owner)

    const [moved, ...answers] = await Promise.all([
      change(owner, page, { space_id: other.id }),
      ...drafts.map((draft) => publish(author, draft)),
    ])
    const count = answers.filter(({ status }) => status === 200).length
    const spaces = await Promise.all(drafts.map(async (draft) => (await read(author, draft)).body.space_id))

    expect(moved.status).toBe(200)
    for (const { status, body } of answers)
      if (status !== 200) expect([status, body]).toEqual([409, missing(child)])
    expect(spaces).toEqual(answers.map(({ status }) => (status === 200 ? other.id : space.id)))
    expect(await treeOf(owner, space)).toEqual([0])
    expect((await treeOf(owner, other)).slice(0, 3)).toEqual([2 + count, 'Handbook 1', `Rules ${count}`])
  })
})
