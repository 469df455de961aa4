import { beforeEach, describe, expect, test, vi } from 'vitest'
import { announceObject, storeContents } from '../../src/files/file/contents.ts'
import { replaceContents } from '../../src/files/version/replacement.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { listVersions } from '../../src/files/endpoints/list-versions.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { readText } from '../../src/files/endpoints/read-text.ts'
import { readVersionContents } from '../../src/files/endpoints/read-version-contents.ts'
import { restoreVersion } from '../../src/files/endpoints/restore-version.ts'
import { fileVersions, retainedVersions, presentVersion } from '../../src/files/version/file-version.ts'
import { files } from '../../src/files/file/file.ts'
import { objectKey } from '../../src/files/file/object.ts'
import { headObject } from '../../src/platform/aws/s3.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { call } from '../support/call.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle, settleAfter } from '../support/world.ts'
import { purge } from '../trash/given.ts'

const day = 86_400

let owner: SignedIn
let colleague: SignedIn
let file: { id: string }

beforeEach(async () => {
  ;[owner, colleague] = await Promise.all([signedIn(), signedIn({ name: 'Grace Hopper' })])
  file = await givenFile(owner, { name: 'plan.md', bytes: 'first', grants: [[colleague, 'write']] })
})

const save = async (author: SignedIn, bytes: string) => {
  const [current, object_id] = [await files.get(file), newId()]
  await announceObject(current, object_id, bytes.length)
  return replaceContents(current, await storeContents(current, object_id, Buffer.from(bytes)), author)
}

/** Saves through an editor, which locks the file meanwhile. */
const saveByEditor = async (author: SignedIn, bytes: string) => {
  const editor = await givenEditor(author, file)
  await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' })
  await editor.save(bytes, { 'X-WOPI-Lock': 'a' })
  await editor.operate('UNLOCK', { 'X-WOPI-Lock': 'a' })
}

const list = (as = owner, query = {}) => call(listVersions, { as, params: file, query })

const restore = (number: number, as = owner) => call(restoreVersion, { as, params: { id: file.id, number } })

const download = async (url: string) => (await fetch(url)).text()

const bytesOf = async (number: number, as = owner) => {
  const query = { redirect: false }
  const { body } = await call(readVersionContents, { as, params: { id: file.id, number }, query })
  return download(body.url)
}

const presentBytes = async () =>
  download((await call(readContents, { as: owner, params: file, query: { redirect: false } })).body.url)

const isStored = async (object_id: string) => (await headObject(objectKey(file.id, object_id))) !== undefined

describe('GET /files/{id}/versions', () => {
  test('shows author and time of each save, newest first', async () => {
    const before = (await list()).body
    await saveByEditor(colleague, 'second version')

    const { body } = await list(colleague)

    const first = {
      number: 1,
      size: 5,
      content_type: 'text/plain',
      author: { id: owner.id, name: owner.name },
    }
    const author = { id: colleague.id, name: 'Grace Hopper' }
    const second = { number: 2, size: 14, content_type: 'text/plain', author, saved_at: expect.any(String) }
    expect(before.items).toEqual([{ ...first, saved_at: expect.any(String), is_current: true }])
    expect(body).toEqual({
      items: [
        { ...second, is_current: true },
        { ...before.items[0], is_current: false },
      ],
      next_cursor: null,
    })
  })

  test('returns pages', async () => {
    for (const bytes of ['second', 'third']) await save(owner, bytes)

    const first = (await list(owner, { limit: 2 })).body
    const rest = (await list(owner, { limit: 2, cursor: first.next_cursor })).body

    const numbers = [first, rest].map(({ items }) => items.map(({ number }: { number: number }) => number))
    expect(numbers).toEqual([[3, 2], [1]])
    expect(rest.next_cursor).toBeNull()
  })

  test('returns 404 to people who may not read the file, and 409 before its bytes have arrived', async () => {
    const { file: waiting } = await givenUpload(owner)

    const refused = await list(await signedIn())
    const early = await call(listVersions, { as: owner, params: waiting })

    expect([refused.status, refused.headers['x-error-code']]).toEqual([404, 'files.file_not_found'])
    expect(early.status).toBe(409)
  })

  test('keeps the newest 100 replaced versions, and loses none to concurrent saves', async () => {
    const version = presentVersion(await files.get(file))
    const older = Array.from({ length: 99 }, (_, index) => ({ ...version, number: index + 1 }))
    await writeBatch(older.map(fileVersions.itemOf), [])
    const at = { id: newId(), number: 100, author: version.author, at: version.saved_at }
    await files.update(await files.get(file), { save: at })

    await Promise.all([save(owner, 'a'), save(colleague, 'b')])

    const [page, next] = [(await list(owner, { limit: 100 })).body, await list(owner, { limit: 1 })]
    expect(page.items.slice(0, 3).map(({ number }: { number: number }) => number)).toEqual([102, 101, 100])
    expect(page.next_cursor).not.toBeNull()
    expect(next.body.items[0]!.is_current).toBe(true)
    expect(await fileVersions.find({ file_id: file.id, number: 1 })).toBeUndefined()
    expect(await fileVersions.find({ file_id: file.id, number: 2 })).toBeDefined()
  })
})

describe('GET /files/{id}/versions/{number}/contents', () => {
  test('redirects to the bytes of the version under the file’s current name', async () => {
    await save(owner, 'second')

    const { status, headers } = await call(readVersionContents, {
      as: colleague,
      params: { id: file.id, number: 1 },
    })

    const answer = await fetch(headers['location'] as string)
    expect([status, await answer.text()]).toEqual([307, 'first'])
    expect(answer.headers.get('content-disposition')).toContain('plan.md')
    expect(await bytesOf(2)).toBe('second')
  })

  test.each([
    [404, 'files.version_not_found', 7],
    [422, 'request.invalid', 'first'],
  ])('returns %i (%s) for version %s', async (status, code, number) => {
    const answer = await call(readVersionContents, { as: owner, params: { id: file.id, number } })

    expect([answer.status, answer.headers['x-error-code']]).toEqual([status, code])
  })

  test('returns 404 to people who may not read the file', async () => {
    const params = { id: file.id, number: 1 }

    const answer = await call(readVersionContents, { as: await signedIn(), params })

    expect([answer.status, answer.headers['x-error-code']]).toEqual([404, 'files.file_not_found'])
  })
})

describe('POST /files/{id}/versions/{number}/restore', () => {
  test('creates a new version with the bytes and the text of an older one', async () => {
    await saveByEditor(colleague, 'second')
    const editor = await givenEditor(owner, file)
    const before = (await editor.info()).body

    const { status, body } = await restore(1, colleague)
    await settle({ deliveries: 2 })

    const author = { id: colleague.id, name: colleague.name }
    expect(status).toBe(201)
    expect(body).toMatchObject({ number: 3, size: 5, is_current: true, author })
    expect((await list()).body.items).toMatchObject([body, { number: 2 }, { number: 1 }])
    expect([await presentBytes(), await bytesOf(2)]).toEqual(['first', 'second'])
    expect((await call(readText, { as: owner, params: file })).text).toContain('first')
    const after = (await editor.info()).body
    expect([after.Version, after.LastModifiedTime]).not.toContain(before.Version)
    expect(after.LastModifiedTime).not.toBe(before.LastModifiedTime)
  })

  test('returns 409 while an editor holds the lock', async () => {
    await save(owner, 'second')
    const editor = await givenEditor(colleague, file)
    await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' })

    const locked = await restore(1)
    await editor.operate('UNLOCK', { 'X-WOPI-Lock': 'a' })

    expect([locked.status, locked.headers['x-error-code']]).toEqual([409, 'files.locked'])
    expect((await restore(1)).status).toBe(201)
  })

  test('returns 403 to readers, and 404 to strangers and for unknown versions', async () => {
    const reader = await signedIn()
    const shown = await givenFile(owner, { grants: [[reader, 'read']] })

    const asReader = await call(restoreVersion, { as: reader, params: { id: shown.id, number: 1 } })
    const others = [await restore(1, reader), await restore(9)]

    expect([asReader.status, asReader.headers['x-error-code']]).toEqual([403, 'files.write_required'])
    expect(others.map(({ headers }) => headers['x-error-code'])).toEqual([
      'files.file_not_found',
      'files.version_not_found',
    ])
  })

  test('creates two versions for concurrent requests of two people', async () => {
    await save(owner, 'second')

    const made = await Promise.all([restore(1), restore(2, colleague)])

    expect(made.map(({ body }) => body.number).toSorted((a, b) => a - b)).toEqual([3, 4])
  })
})

describe('The bytes of a version', () => {
  test('disappear 30 days after their replacement, unless they were restored', async () => {
    const { object_id: first } = await files.get(file)
    const { object_id: second } = await save(owner, 'second')
    await restore(1)
    await settle()

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * day * 1000 + 1_000 })
    const late = await retainedVersions(file.id)
    vi.useRealTimers()
    await settleAfter(2 * day)
    const kept = await isStored(second)
    // a recent replacement keeps the object for another hour
    await settleAfter(30 * day + 10)
    await settleAfter(30 * day + 10)

    expect(late).toEqual([])
    expect([kept, await isStored(first), await isStored(second)]).toEqual([true, true, false])
  })

  test('disappear when the file is purged', async () => {
    const objects = [(await files.get(file)).object_id, (await save(owner, 'second')).object_id]
    await settle()

    await call(deleteFile, { as: owner, params: file })
    await settle({ deliveries: 5 })
    const kept = await Promise.all(objects.map(isStored))
    await purge(owner, file)
    await settle({ deliveries: 5 })
    await settleAfter(3_601)

    expect([...kept, ...(await Promise.all(objects.map(isStored)))]).toEqual([true, true, false, false])
    expect(await fileVersions.find({ file_id: file.id, number: 1 })).toBeUndefined()
  })
})
