import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { announceObject, storeContents } from '../../src/files/file/contents.ts'
import { replaceContents } from '../../src/files/version/replacement.ts'
import { files } from '../../src/files/file/file.ts'
import { objectKey } from '../../src/files/file/object.ts'
import { headObject } from '../../src/platform/aws/s3.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { call } from '../support/call.ts'
import { givenFile, givenUpload, putBytes } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle, settleAfter } from '../support/world.ts'
import { purge } from '../trash/given.ts'

const day = 86_400

let owner: SignedIn

beforeEach(async () => {
  owner = await signedIn()
})

afterEach(() => {
  vi.useRealTimers()
})

const objectOf = async ({ id }: { id: string }) => (await files.get({ id })).object_id

const isKept = async (file: { id: string }, object_id: string) =>
  (await headObject(objectKey(file.id, object_id))) !== undefined

describe('A file whose bytes never arrive', () => {
  test('counts as deleted after a day, even before it is swept', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1.1 * day * 1000 })
    const { file } = await givenUpload(owner)
    vi.useRealTimers()

    const before = await Promise.all([
      call(readFile, { as: owner, params: file }),
      call(listFiles, { as: owner }),
    ])
    await settleAfter(0)

    expect(before[0].status).toBe(404)
    expect(before[1].body.items).not.toContainEqual(expect.objectContaining({ id: file.id }))
    expect(await files.find(file)).toBeUndefined()
  })

  test('stays if the bytes have arrived', async () => {
    const file = await givenFile(owner)
    const object_id = await objectOf(file)

    await settleAfter(3 * day)

    expect(await files.find(file)).toBeDefined()
    expect(await isKept(file, object_id)).toBe(true)
  })
})

describe('The bytes of a file', () => {
  test('disappear when the file is purged', async () => {
    const file = await givenFile(owner)
    const object_id = await objectOf(file)

    await call(deleteFile, { as: owner, params: file })
    await settle({ deliveries: 5 })
    const kept = await isKept(file, object_id)
    await purge(owner, file)
    await settle({ deliveries: 5 })

    expect([kept, await isKept(file, object_id)]).toEqual([true, false])
  })

  test('disappear even if they arrive after the deletion of the file', async () => {
    const { file, upload } = await givenUpload(owner)
    const object_id = await objectOf(file)
    await call(deleteFile, { as: owner, params: file })
    await settle()
    await putBytes(upload, 'hello')

    const arrived = await isKept(file, object_id)
    await settleAfter(3 * day)

    expect([arrived, await isKept(file, object_id)]).toEqual([true, false])
  })

  test('disappear even if they arrive after their replacement', async () => {
    const { file, upload } = await givenUpload(owner)
    const [awaited, next] = [await objectOf(file), newId()]
    const known = await files.get(file)
    await announceObject(known, next, 5)
    await replaceContents(known, await storeContents(known, next, Buffer.from('other')), owner)
    await settle()
    await settleAfter(3_601)
    await putBytes(upload, 'hello')

    const arrived = await isKept(file, awaited)
    await settleAfter(3 * day)

    expect([arrived, await isKept(file, awaited), await isKept(file, next)]).toEqual([true, false, true])
  })

  test('stay for 30 days after their replacement', async () => {
    const file = await givenFile(owner)
    const [old, next] = [await objectOf(file), newId()]
    const known = await files.get(file)
    await announceObject(known, next, 5)
    await replaceContents(known, await storeContents(known, next, Buffer.from('other')), owner)

    await settle({ deliveries: 5 })
    await settleAfter(29 * day)
    const kept = await isKept(file, old)
    await settleAfter(30 * day + 10)
    await settleAfter(30 * day + 10)

    expect([kept, await isKept(file, old), await isKept(file, next)]).toEqual([true, false, true])
  })

  test('disappear if the request that stored them was killed before the file referred to them', async () => {
    const file = await givenFile(owner)
    const [present, lost] = [await objectOf(file), newId()]
    await announceObject(await files.get(file), lost, 4)
    await storeContents(await files.get(file), lost, Buffer.from('lost'))

    const stored = await isKept(file, lost)
    await settleAfter(day + 1)

    expect([stored, await isKept(file, lost), await isKept(file, present)]).toEqual([true, false, true])
  })
})
