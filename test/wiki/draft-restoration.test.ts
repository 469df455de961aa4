import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, leftIn, purge, restore } from '../trash/given.ts'

interface Thing {
  id: string
}

/** Creates a page and its child, each with a draft by a person other than the owner. */
const givenDrafts = async () => {
  const [owner, ada, bob] = await Promise.all([signedIn(), signedIn(), signedIn()])
  const space = await givenSpace(owner)
  const page = await givenPage(owner, space)
  const child = await givenPage(owner, space, { parent_id: page.id })
  const draftOf = (as: SignedIn, under: Thing) =>
    givenPage(as, space, { parent_id: under.id, status: 'draft', title: `Draft of ${as.id}` })
  const drafts = [await draftOf(ada, page), await draftOf(bob, child)] as const
  await settle()
  return { owner, ada, bob, space, page, child, drafts, draftOf }
}

const trash = async (as: SignedIn, page: Thing) => {
  await deleted(deletePage, as, page, { recursive: true })
  await settle()
}

const bringBack = async (as: SignedIn, page: Thing, place = {}) => {
  expect((await restore(as, page, place)).status).toBe(200)
  await settle({ deliveries: 2 })
}

const parentOf = async (as: SignedIn, { id }: Thing) =>
  (await made(readPage, { as, params: { id } })).parent_id as string | null

const newsOf = async (as: SignedIn) => {
  const { items } = await made(listNotifications, { as, query: { type: 'page_draft_moved' } })
  return items.map(({ body, resource }) => [resource!.id, body])
}

const update = async (as: SignedIn, { id }: Thing, body: object) => {
  expect((await call(updatePage, { as, params: { id }, body })).status).toBe(200)
  await settle()
}

const left = 'The parent page of your draft was deleted.'
const back = 'The parent page of your draft was restored.'

describe('Other people’s drafts detached by a deletion', () => {
  test('return to their parents when the page is restored, with a notification of each step', async () => {
    const { owner, ada, bob, page, child, drafts } = await givenDrafts()

    await trash(owner, page)
    const away = await Promise.all([parentOf(ada, drafts[0]), parentOf(bob, drafts[1])])
    await bringBack(owner, page)

    expect(away).toEqual([null, null])
    expect(await parentOf(ada, drafts[0])).toBe(page.id)
    expect(await parentOf(bob, drafts[1])).toBe(child.id)
    expect(await newsOf(ada)).toEqual([back, left].map((body) => [drafts[0].id, body]))
    expect(await newsOf(bob)).toEqual([back, left].map((body) => [drafts[1].id, body]))
    expect(await newsOf(owner)).toEqual([])
    const { children_count, draft_count } = await pages.get(page)
    expect([children_count, draft_count]).toEqual([2, 1])
    expect(await leftIn(`trash#${page.id}`)).toEqual([])
  })

  test('stay in place if their author has moved or published them meanwhile', async () => {
    const { owner, ada, bob, space, page, drafts } = await givenDrafts()
    const other = await givenPage(owner, space)
    await trash(owner, page)

    await update(ada, drafts[0], { parent_id: other.id })
    await update(bob, drafts[1], { status: 'published' })
    await bringBack(owner, page)

    expect(await parentOf(ada, drafts[0])).toBe(other.id)
    expect(await parentOf(bob, drafts[1])).toBe(null)
    expect([await newsOf(ada), await newsOf(bob)]).toEqual(drafts.map(({ id }) => [[id, left]]))
    expect(await leftIn(`trash#${page.id}`)).toEqual([])
  })

  test('return below a page that is restored to another place', async () => {
    const { owner, ada, space, page, drafts } = await givenDrafts()
    const other = await givenPage(owner, space)
    await trash(owner, page)

    await bringBack(owner, page, { parent_id: other.id })

    expect(await parentOf(owner, page)).toBe(other.id)
    expect(await parentOf(ada, drafts[0])).toBe(page.id)
  })

  test('stay in place if the page is purged, or deleted again', async () => {
    const { owner, ada, bob, page, child, drafts } = await givenDrafts()
    await trash(owner, child)
    expect((await restore(owner, child)).status).toBe(200)
    await trash(owner, child)
    await trash(owner, page)
    await purge(owner, page)
    await settle()

    expect(await parentOf(ada, drafts[0])).toBe(null)
    expect(await parentOf(bob, drafts[1])).toBe(null)
    expect(await leftIn(`trash#${page.id}`)).toEqual([])
  })

  test('exclude the deleter’s own drafts, which are deleted and restored silently', async () => {
    const { owner, page, draftOf } = await givenDrafts()
    const own = await draftOf(owner, page)
    await trash(owner, page)
    const gone = await call(readPage, { as: owner, params: { id: own.id } })

    await bringBack(owner, page)

    expect(gone.status).toBe(404)
    expect(await parentOf(owner, own)).toBe(page.id)
    expect(await newsOf(owner)).toEqual([])
  })

  test('cause no notification to an author who may no longer read the space', async () => {
    const { owner, ada, bob, space, page } = await givenDrafts()
    const body = {
      visibility: 'private' as const,
      members: [{ user_id: bob.id, permission: 'write' as const }],
    }
    expect((await call(updateSpace, { as: owner, params: { id: space.id }, body })).status).toBe(200)

    await trash(owner, page)

    expect([(await newsOf(ada)).length, (await newsOf(bob)).length]).toEqual([0, 1])
  })
})
