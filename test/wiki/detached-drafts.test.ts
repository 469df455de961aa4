import { describe, expect, test } from 'vitest'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { listPages } from '../../src/wiki/endpoints/list-pages.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { listEntries } from '../../src/trash/endpoints/list-entries.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, leftIn, purge, restore } from '../trash/given.ts'

interface Thing {
  id: string
}

/** Creates a page and its child, each with a draft of `author` and one of `writer`; both may write in the space. */
const givenDrafts = async () => {
  const [owner, author, writer] = await Promise.all([signedIn(), signedIn(), signedIn()])
  const space = await givenSpace(owner)
  const page = await givenPage(owner, space)
  const child = await givenPage(owner, space, { under: page })
  const draftOf = (as: SignedIn, under: Thing) => givenPage(as, space, { under, status: 'draft' })
  const drafts = [await draftOf(author, page), await draftOf(author, child)]
  const own = [await draftOf(writer, page), await draftOf(writer, child)]
  return { owner, author, writer, space, page, child, drafts, own }
}

const read = (as: SignedIn, { id }: Thing) => call(readPage, { as, params: { id } })

const statuses = (as: SignedIn, things: Thing[]) =>
  Promise.all(things.map(async (thing) => (await read(as, thing)).status))

const remove = (as: SignedIn, page: Thing) => deleted(deletePage, as, page, { recursive: true })

const placesOf = (as: SignedIn, things: Thing[]) =>
  Promise.all(
    things.map(async (thing) => {
      const { space_id, parent_id } = (await read(as, thing)).body
      return { space_id, parent_id }
    }),
  )

const rootsOf = async (as: SignedIn, { id }: Thing) => {
  const { items } = await made(listPages, { as, params: { id }, query: { limit: 100 } })
  return new Set(items.map((page: Thing) => page.id))
}

const countsOf = async ({ id }: Thing) => {
  const page = await pages.get({ id })
  return [page.children_count, page.draft_count]
}

const moveTo = (as: SignedIn, { id }: Thing, space: Thing) =>
  call(updatePage, { as, params: { id }, body: { space_id: space.id } })

describe('Another person’s draft below a page', () => {
  test('becomes a root when the page is deleted, which does not require "recursive" because of it', async () => {
    const { owner, author, writer, space, drafts, child } = await givenDrafts()
    const draft = drafts[1] as Thing & { version: number }

    const { status } = await call(deletePage, { as: writer, params: { id: child.id } })
    const { body } = await read(author, draft)
    await settle()

    expect(status).toBe(204)
    expect(body).toMatchObject({ status: 'draft', parent_id: null, version: draft.version + 1 })
    expect(body.breadcrumbs).toEqual([{ type: 'wiki_space', id: space.id, title: space.name }])
    expect((await pages.get(draft)).ancestors).toEqual([])
    expect(await statuses(owner, [draft])).toEqual([200])
    expect(await statuses(writer, [draft])).toEqual([404])
    expect(await rootsOf(author, space)).toContain(draft.id)
    expect(await rootsOf(writer, space)).not.toContain(draft.id)
  })

  test('does not enter the trash, does not count there, and is neither restored nor purged with the page', async () => {
    const { author, writer, owner, space, page, child, drafts, own } = await givenDrafts()

    await remove(writer, page)
    const { items } = (await call(listEntries, { as: writer })).body
    const gone = await statuses(writer, own)
    await restore(writer, page)
    const back = await statuses(writer, [page, child, ...own])
    const counts = [await countsOf(page), await countsOf(child)]
    await remove(writer, page)
    await purge(owner, page)
    await settle({ deliveries: 2 })

    expect(items).toMatchObject([{ resource_id: page.id, item_count: 2 }])
    expect([gone, back]).toEqual([
      [404, 404],
      [200, 200, 200, 200],
    ])
    expect(counts).toEqual([
      [2, 1],
      [1, 1],
    ])
    expect(await placesOf(author, drafts)).toEqual(
      drafts.map(() => ({ space_id: space.id, parent_id: null })),
    )
    expect((await Promise.all(own.map(({ id }) => leftIn(`page#${id}`)))).flat()).toEqual([])
  })

  test('stays in its space when the page moves to another one, and remains hidden', async () => {
    const { author, writer, space, page, child, drafts, own } = await givenDrafts()
    const other = await givenSpace(writer, { visibility: 'private' })

    const { status } = await moveTo(writer, page, other)

    expect(status).toBe(200)
    expect(await statuses(writer, drafts)).toEqual([404, 404])
    expect(await placesOf(author, drafts)).toEqual(
      drafts.map(() => ({ space_id: space.id, parent_id: null })),
    )
    expect(await placesOf(writer, own)).toEqual(
      [page, child].map(({ id }) => ({ space_id: other.id, parent_id: id })),
    )
    expect([await countsOf(page), await countsOf(child)]).toEqual([
      [2, 1],
      [1, 1],
    ])
    expect(await rootsOf(author, space)).toEqual(new Set(drafts.map(({ id }) => id)))
  })

  test('follows when the page moves within its space, and is deleted with the space', async () => {
    const { owner, author, writer, space, page, child, drafts } = await givenDrafts()
    const below = drafts[1]!

    await made(updatePage, { as: writer, params: { id: child.id }, body: { parent_id: null } })
    const [place] = await placesOf(author, [below])
    await deleted(deleteSpace, owner, space)
    const gone = await statuses(author, drafts)
    await restore(owner, space)

    expect(place).toEqual({ space_id: space.id, parent_id: child.id })
    expect(gone).toEqual([404, 404])
    expect(await placesOf(author, drafts)).toEqual(
      [page, child].map(({ id }) => ({ space_id: space.id, parent_id: id })),
    )
  })

  test.each([
    ['deleted', (as: SignedIn, page: Thing) => remove(as, page)],
    ['moved', (as: SignedIn, page: Thing, space: Thing) => moveTo(as, page, space)],
  ])('survives if it is created while the page is %s', async (_, leave) => {
    const { author, writer, space, page } = await givenDrafts()
    const other = await givenSpace(writer, { visibility: 'private' })
    const body = { space_id: space.id, parent_id: page.id, title: 'New', status: 'draft' as const }

    const [answer, ...created] = await Promise.all([
      leave(writer, page, other),
      ...Array.from({ length: 5 }, () => call(createPage, { as: author, body })),
    ])
    const drafts = created.filter(({ status }) => status === 201).map((one) => one.body as Thing)

    expect([200, 204]).toContain(answer.status)
    for (const { status } of created) expect([201, 422]).toContain(status)
    expect(await placesOf(author, drafts)).toEqual(
      drafts.map(() => ({ space_id: space.id, parent_id: null })),
    )
  })

  test.each([true, false])(
    'does not appear in the changes reported by a function call (dry_run %s)',
    async (dry_run) => {
      const { author, writer, page, child, drafts, own } = await givenDrafts()
      const other = await givenSpace(writer, { visibility: 'private' })
      const changesOf = async (name: string, args: Record<string, unknown>, as = writer) =>
        (
          await made(invokeFunction, { as, params: { name }, body: { arguments: args, dry_run } })
        ).changes.map(({ id }) => id)

      const moved = await changesOf('wiki_update_page', { id: child.id, space_id: other.id })
      const gone = await changesOf('wiki_delete_page', { id: page.id, recursive: true })
      if (dry_run) await remove(writer, page)
      const back = await changesOf('trash_restore_entry', { id: page.id }, author)

      expect(moved).toContain(own[1]?.id)
      expect(gone).toContain(own[0]?.id)
      expect(back).toContain(page.id)
      expect(back).not.toContain(own[0]?.id)
      for (const { id } of drafts) expect([...moved, ...gone]).not.toContain(id)
      expect(await statuses(author, drafts)).toEqual([200, 200])
    },
  )

  describe('A draft below a page with more descendants than one transaction takes', () => {
    const givenMany = async () => {
      const given = await givenDrafts()
      const { author, space, page, drafts } = given
      const fields = { under: page, status: 'draft' }
      drafts.push(...(await Promise.all(Array.from({ length: 33 }, () => givenPage(author, space, fields)))))
      return given
    }

    test('becomes a root, and is hidden until then', async () => {
      const { author, writer, space, page, child, drafts } = await givenMany()

      await remove(writer, page)
      const hidden = new Set(await statuses(author, drafts))
      await settle()
      const left = await rootsOf(author, space)
      await restore(writer, page)
      const counts = [await countsOf(page), await countsOf(child)]

      expect(hidden).toEqual(new Set([404]))
      expect(left).toEqual(new Set(drafts.map(({ id }) => id)))
      expect(counts).toEqual([
        [2, 1],
        [1, 1],
      ])
    })

    test('stays in place if the page is restored first, and survives if the page is purged at once', async () => {
      const { owner, author, writer, page, child, drafts, own } = await givenMany()

      await remove(writer, page)
      await restore(writer, page)
      await settle()
      const back = (await placesOf(author, drafts)).map(({ parent_id }) => parent_id)
      await remove(writer, page)
      await purge(owner, page)
      await settle({ deliveries: 2 })

      expect(back).toEqual(drafts.map((_, index) => (index === 1 ? child.id : page.id)))
      expect(new Set(await statuses(author, drafts))).toEqual(new Set([200]))
      expect((await Promise.all(own.map(({ id }) => leftIn(`page#${id}`)))).flat()).toEqual([])
    })
  })
})
