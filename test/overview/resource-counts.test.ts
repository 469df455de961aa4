import { beforeAll, describe, expect, test } from 'vitest'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { countedKinds } from '../../src/overview/tally.ts'
import { countChangedResource } from '../../src/overview/workers/count-changed-resource.ts'
import { loadHistory } from '../../src/platform/history/history-registry.ts'
import { users } from '../../src/platform/identity/user.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { call } from '../support/call.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { givenGroup } from '../support/given-group.ts'
import { givenPage, givenRevision, givenSpace } from '../support/given.ts'
import { handOver } from '../support/hand-over.ts'
import { handTo } from '../support/messages.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { purge, restore } from '../trash/given.ts'
import { changeOf, undo } from '../undo/given.ts'
import { countsOf, overviewFor } from './given-overview.ts'

const admin = await signedIn({ role: 'admin' })
const author = await signedIn()

const pageCounts = () => countsOf(admin, 'wiki_page')

describe('resources in GET /admin/overview', () => {
  let space: { id: string }

  beforeAll(async () => {
    space = await givenSpace(author)
  })

  test('follow pages into the trash with all pages below, back, and to their end', async () => {
    const before = await pageCounts()
    const parent = await givenPage(author, space)
    await givenPage(author, space, { under: parent })
    const seen = [await pageCounts()]
    await call(deletePage, { as: author, params: { id: parent.id }, query: { recursive: 'true' } })
    seen.push(await pageCounts())
    await restore(author, parent)
    seen.push(await pageCounts())
    await call(deletePage, { as: author, params: { id: parent.id }, query: { recursive: 'true' } })
    await settle()
    await purge(author, parent)
    seen.push(await pageCounts())

    expect(before).toEqual([0, 0])
    expect(seen).toEqual([
      [2, 0],
      [0, 2],
      [2, 0],
      [0, 0],
    ])
  })

  test('do not change with a revision, and follow an undone creation', async () => {
    const [before, trashed] = (await pageCounts()) as [number, number]
    const page = await givenPage(author, space)
    await givenRevision(author, page, { content: 'Other words' })
    const created = await pageCounts()
    await undo(author, await changeOf(author, 'wiki_page.created'))

    expect(created).toEqual([before + 1, trashed])
    expect(await pageCounts()).toEqual([before, trashed + 1])
  })

  test('count ten pages created at once, and each page once if ten workers count it', async () => {
    const [before = 0] = await pageCounts()
    const created = await Promise.all(Array.from({ length: 10 }, () => givenPage(author, space)))
    const { pk, sk } = pages.keyOf(created[0] as { id: string })
    const body = { pk, sk, id: created[0]?.id }
    await Promise.all(Array.from({ length: 10 }, () => handTo(countChangedResource, body)))

    expect((await pageCounts())[0]).toBe(before + 10)
  })

  test('ignore a creation that the stream delivers again after the deletion', async () => {
    const page = await givenPage(author, space)
    const [item] = await getItems([pages.keyOf(page)])
    await call(deletePage, { as: author, params: { id: page.id } })
    const before = await pageCounts()
    await handOver(item as Parameters<typeof handOver>[0])

    expect(await pageCounts()).toEqual(before)
  })

  test('keep the pages of a space in the trash until the space is purged', async () => {
    const other = await givenSpace(author)
    await givenPage(author, other)
    const [pagesBefore, spacesBefore] = [
      await pageCounts(),
      (await countsOf(admin, 'wiki_space')) as number[],
    ]
    await call(deleteSpace, { as: author, params: { id: other.id } })
    const [pagesThen, spacesThen] = [await pageCounts(), await countsOf(admin, 'wiki_space')]
    await purge(author, other)

    const [present = 0, trashed = 0] = spacesBefore
    expect(pagesThen).toEqual(pagesBefore)
    expect(spacesThen).toEqual([present - 1, trashed + 1])
    expect((await pageCounts())[0]).toBe((pagesBefore[0] ?? 0) - 1)
  })

  test('leave out only settings, relations and traces of people among the types with a history', async () => {
    const types = [...(await loadHistory()).values()].map(({ entityType }) => entityType)

    expect(types.filter((type) => !(type in countedKinds)).sort()).toEqual([
      'auth.access_token',
      'auth.session',
      'calendar.feed',
      'groups.membership',
      'identity.reading',
      'jobs.job',
      'lms.assignment',
      'lms.category_subscription',
      'lms.enrollment',
      'notifications.notification',
      'notifications.preferences',
      'notifications.read_mark',
      'support.policy',
      'trash.entry',
      'users.lockout',
      'users.sign_in_failure',
      'webhooks.webhook',
      'wiki.subscription',
    ])
  })
})

describe('storage in GET /admin/overview', () => {
  test('adds up uploaded files and their former contents, in the trash too', async () => {
    const { storage: before } = await overviewFor(admin)
    await givenUpload(author, { size: 5 })
    const file = await givenFile(author, { name: 'plan.md', bytes: 'first' })
    const seen = [(await overviewFor(admin)).storage]
    const editor = await givenEditor(author, file)
    const lock = { 'X-WOPI-Lock': 'a' }
    await editor.operate('LOCK', lock)
    await editor.save('the second', lock)
    await editor.operate('UNLOCK', lock)
    seen.push((await overviewFor(admin)).storage)
    await call(deleteFile, { as: author, params: { id: file.id } })
    seen.push((await overviewFor(admin)).storage)
    await purge(author, file)
    seen.push((await overviewFor(admin)).storage)

    expect(before).toEqual({ files: 0, bytes: 0, trashed_files: 0, trashed_bytes: 0 })
    expect(seen).toEqual([
      { files: 1, bytes: 5, trashed_files: 0, trashed_bytes: 0 },
      { files: 1, bytes: 15, trashed_files: 0, trashed_bytes: 0 },
      { files: 0, bytes: 0, trashed_files: 1, trashed_bytes: 15 },
      before,
    ])
  })
})

describe('people and groups in GET /admin/overview', () => {
  test('tell active, invited and deactivated people and service accounts apart', async () => {
    const { people: before } = await overviewFor(admin)
    const [active, deactivated] = [await signedIn(), await signedIn()]
    await users.create(
      users.make({ email: 'robot@example.com', name: 'Robot', role: 'user', type: 'service' }),
    )
    await writeItem(users.toTouch(active, { last_login_at: '2027-03-01T10:00:00.000Z' }))
    await call(updateUser, { as: admin, params: { id: deactivated.id }, body: { is_active: false } })

    expect((await overviewFor(admin)).people).toEqual({
      active: before.active + 1,
      invited: before.invited,
      deactivated: before.deactivated + 1,
      service_accounts: before.service_accounts + 1,
    })
  })

  test('subtract deleted groups', async () => {
    const group = await givenGroup(author)
    await givenGroup(author)
    const { groups } = await overviewFor(admin)
    await call(deleteGroup, { as: admin, params: { id: group.id } })

    expect((await overviewFor(admin)).groups).toBe(groups - 1)
  })
})
