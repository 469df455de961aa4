import { beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { listEntries as listTrash } from '../../src/trash/endpoints/list-entries.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { files } from '../../src/files/file/file.ts'
import { fileShares } from '../../src/files/file/share.ts'
import { readAll } from '../../src/platform/table/list/list.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { call } from '../support/call.ts'
import { heldCalls } from '../support/dynamo-proxy.ts'
import { made } from '../support/given.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let [owner, reader] = [] as unknown as [SignedIn, SignedIn]

beforeEach(async () => {
  ;[owner, reader] = await Promise.all([signedIn(), signedIn()])
})

const list = (as: SignedIn, query: Record<string, string | number> = {}) =>
  made(listFiles, { as, query: { shared: true, ...query } })

const namesOf = async (as: SignedIn) => (await list(as)).items.map(({ name }: { name: string }) => name)

const share = (file: { id: string }, people: SignedIn[]) =>
  call(updateFile, {
    as: owner,
    params: file,
    body: { grants: people.map(({ id }) => ({ user_id: id, permission: 'read' as const })) },
  })

const rowsOf = (user: SignedIn) => readAll(fileShares.in('all', { user_id: user.id }))

describe('GET /files?shared=true', () => {
  test('lists files shared with the caller, newest first, page by page', async () => {
    for (const name of ['one.txt', 'two.txt', 'three.txt'])
      await givenFile(owner, { name, grants: [[reader, 'read']] })
    await givenFile(owner, { name: 'private.txt' })
    await givenFile(reader, { name: 'own.txt', grants: [[owner, 'read']] })

    const first = await list(reader, { limit: 2 })
    const second = await list(reader, { limit: 2, cursor: first.next_cursor! })

    expect([first, second].map(({ items }) => items.map(({ name }: { name: string }) => name))).toEqual([
      ['three.txt', 'two.txt'],
      ['one.txt'],
    ])
    expect(second.next_cursor).toBeNull()
    expect(first.items[0]).toMatchObject({ owner: { id: owner.id }, text_status: 'pending' })
    expect(await namesOf(owner)).toEqual(['own.txt'])
  })

  test('lists a file until it is no longer shared', async () => {
    const file = await givenFile(owner, { name: 'plan.txt', grants: [[reader, 'read']] })
    const other = await signedIn()
    const before = await namesOf(reader)

    await share(file, [other])

    expect([before, await namesOf(reader), await namesOf(other)]).toEqual([['plan.txt'], [], ['plan.txt']])
  })

  test('lists a file until it is deleted, and leaves no rows', async () => {
    const file = await givenFile(owner, { grants: [[reader, 'read']] })
    await call(deleteFile, { as: owner, params: file })

    const after = await namesOf(reader)
    await settle()

    expect([after, await rowsOf(reader)]).toEqual([[], []])
  })

  test('shows the current name of a file', async () => {
    const file = await givenFile(owner, { name: 'old.txt', grants: [[reader, 'write']] })
    await call(updateFile, { as: owner, params: file, body: { name: 'new.txt' } })

    expect(await namesOf(reader)).toEqual(['new.txt'])
  })

  test('shows shares whose rows the stream restores', async () => {
    const file = await givenFile(owner, { grants: [[reader, 'read']] })
    await writeItem(fileShares.toRemove({ user_id: reader.id, file_id: file.id }))
    const without = await namesOf(reader)

    await settle({ deliveries: 2 })

    expect([without, await namesOf(reader)]).toEqual([[], ['notes.txt']])
  })

  test('omits an upload that was never completed', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 90_000_000 })
    const { file } = await givenUpload(owner)
    await share(file, [reader])
    vi.useRealTimers()

    expect([await namesOf(reader), (await rowsOf(reader)).length]).toEqual([[], 1])
  })

  test('rejects a cursor from the list of own files', async () => {
    await givenFile(reader, { name: 'one.txt' })
    await givenFile(reader, { name: 'two.txt' })
    const { next_cursor } = await made(listFiles, { as: reader, query: { limit: 1 } })

    const answer = await call(listFiles, { as: reader, query: { shared: true, cursor: next_cursor! } })

    expect(answer.status).toBe(422)
  })
})

describe('Notifications of shared files', () => {
  const toldOf = async (as: SignedIn) =>
    (await made(listNotifications, { as, query: { type: 'file_shared' } })).items.map(
      ({ title, resource }) => [title, resource!.id],
    )

  test('reach new people once, but not the sharing person and people who already had the file', async () => {
    const [other, late, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
    const file = await givenFile(owner, { name: 'plan.txt' })
    await share(file, [reader])
    await share(file, [reader, other, late])
    await share(file, [reader, other])
    await made(updateFile, {
      as: admin,
      params: file,
      body: { grants: [reader, admin].map(({ id }) => ({ user_id: id, permission: 'write' as const })) },
    })

    await settle({ deliveries: 2 })

    const told = [`${owner.name} shared “plan.txt” with you`, file.id]
    expect(await Promise.all([reader, other, late, admin, owner].map(toldOf))).toEqual([
      [told],
      [],
      [],
      [],
      [],
    ])
  })

  test('disappear for people who lost the file, also through the trash, until they have it again', async () => {
    const other = await signedIn()
    const file = await givenFile(owner, { name: 'plan.txt' })
    await share(file, [reader, other])
    await settle({ deliveries: 2 })
    const first = await Promise.all([reader, other].map(toldOf))
    await share(file, [other])
    await settle({ deliveries: 2 })
    const second = await Promise.all([reader, other].map(toldOf))
    await share(file, [reader, other])
    await settle({ deliveries: 2 })
    const third = await Promise.all([reader, other].map(toldOf))
    await made(deleteFile, { as: owner, params: file })
    await settle({ deliveries: 2 })
    const [entry] = (await made(listTrash, { as: owner, query: { type: 'file' } })).items
    await made(restoreEntry, { as: owner, params: { id: entry!.id } })
    await settle({ deliveries: 2 })
    const last = await Promise.all([reader, other].map(toldOf))

    const counts = [first, second, third, last].map((each) => each.map(({ length }) => length))
    expect(counts).toEqual([
      [1, 1],
      [0, 1],
      [1, 1],
      [0, 0],
    ])
  })

  test('disappear if the share ends while people are being notified', async () => {
    const load = () => import('../../src/files/workers/notify-of-share.ts')
    const { proxy, loaded, end } = await givenTableProxy(load)
    const file = await givenFile(owner, { name: 'plan.txt' })
    await share(file, [reader])
    const { sharings } = await files.get(file)
    const held = heldCalls(proxy, 'TransactWriteItems')

    const telling = loaded.notifyOfShare.work({ file_id: file.id, ...sharings[0] })
    await held.came
    await share(file, [])
    await settle({ deliveries: 2 })
    held.pass()
    await telling
    await end()

    expect(await toldOf(reader)).toEqual([])
  })
})
