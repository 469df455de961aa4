import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFile } from '../../src/files/endpoints/create-file.ts'
import { files } from '../../src/files/file/file.ts'
import { objectKey } from '../../src/files/file/object.ts'
import { headObject } from '../../src/platform/aws/s3.ts'
import { deleteUser } from '../../src/users/endpoints/delete-user.ts'
import { beginSession } from '../../src/auth/token.ts'
import { restoreVersion } from '../../src/files/endpoints/restore-version.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { sessions } from '../../src/platform/identity/session.ts'
import { users } from '../../src/platform/identity/user.ts'
import { call } from '../support/call.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile, givenUpload, putBytes } from '../support/given-file.ts'
import { itemsWith } from '../personal-data/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle, settleAfter } from '../support/world.ts'
import { purge, restore } from '../trash/given.ts'

let owner: SignedIn

beforeEach(async () => {
  owner = await signedIn()
})

afterEach(() => {
  delete process.env['LIMIT_STORAGE_GB']
})

/** Limits storage to this number of bytes. */
const limitBytes = (bytes: number) => {
  process.env['LIMIT_STORAGE_GB'] = String(bytes / 1e9)
}

const announce = (size: number, as = owner) =>
  call(createFile, { as, body: { name: 'notes.txt', size, content_type: 'text/plain' } })

/** Lets this much time pass, in seconds, and signs the owner in again. */
const passTime = async (seconds: number) => {
  await settleAfter(seconds)
  const { session, token } = await beginSession(await users.get(owner))
  await sessions.create(session)
  owner = { ...owner, token: token.access_token }
}

/** Returns true if exactly this number of bytes is still free. */
const hasRoom = async (bytes: number) => {
  const [more, all] = [await announce(bytes + 1), await announce(bytes)]
  return more.status === 413 && all.status === 201
}

const lock = { 'X-WOPI-Lock': 'a' }

describe('LIMIT_STORAGE_GB', () => {
  test('rejects a file beyond the limit with a sentence that names the limit and the way to make room', async () => {
    process.env['LIMIT_STORAGE_GB'] = '1'
    await announce(400_000_000)

    const { status, headers, body } = await announce(600_000_001)

    expect([status, headers['x-error-code']]).toEqual([413, 'files.storage_full'])
    expect(body).toEqual({
      detail:
        'The owner of the file may store at most 1 GB (LIMIT_STORAGE_GB), with the trash and the versions of the ' +
        'last 30 days; permanently delete files to make room.',
    })
    expect((await announce(600_000_000)).status).toBe(201)
  })

  test('accepts exactly as many of 20 concurrent uploads as fit', async () => {
    limitBytes(35)

    const answers = await Promise.all(Array.from({ length: 20 }, () => announce(5)))

    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 7 }, () => 201),
      ...Array.from({ length: 13 }, () => 413),
    ])
    expect(await hasRoom(0)).toBe(true)
  })

  test('counts each person separately, and does not apply if it is 0', async () => {
    limitBytes(5)
    await announce(5)

    expect((await announce(5, await signedIn())).status).toBe(201)
    limitBytes(0)
    expect((await announce(5_000_000_000)).status).toBe(201)
  })
})

describe('The bytes of a person', () => {
  test('include a deleted file until it is deleted from the trash', async () => {
    limitBytes(10)
    const file = await givenFile(owner, { bytes: '1234567890' })
    await call(deleteFile, { as: owner, params: file })
    await settle()
    const trashed = await announce(1)
    await purge(owner, file)
    await settle({ deliveries: 3 })

    expect(trashed.status).toBe(413)
    expect(await hasRoom(10)).toBe(true)
  })

  test('exclude an upload that is deleted, and whose bytes are removed if they arrive later', async () => {
    limitBytes(10)
    const { file, upload } = await givenUpload(owner, { size: 10 })
    await call(deleteFile, { as: owner, params: file })
    await settle()
    await putBytes(upload, '1234567890')
    await settle()

    const again = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: '1234567890' })
    expect(again.status).toBe(200)
    expect(await hasRoom(10)).toBe(true)
  })

  test('do not return to the bucket if the link of a purged upload is used again', async () => {
    const { file, upload } = await givenUpload(owner, { size: 10 })
    await putBytes(upload, '1234567890')
    await settle()
    const { object_id } = await files.get(file)
    await call(deleteFile, { as: owner, params: file })
    await settle()
    await purge(owner, file)
    await settle({ deliveries: 3 })
    const again = await putBytes(upload, '1234567890')
    await settle()

    expect(again.status).toBe(200)
    expect(await headObject(objectKey(file.id, object_id))).toBeUndefined()
  })

  test('exclude an abandoned upload after its file is swept', async () => {
    limitBytes(10)
    await givenUpload(owner, { size: 10 })

    await passTime(1.1 * 86_400)

    expect(await hasRoom(10)).toBe(true)
  })

  test('include each version of a document, until it ends', async () => {
    limitBytes(20)
    const file = await givenFile(owner, { bytes: 'first' })
    const editor = await givenEditor(owner, file)
    await editor.operate('LOCK', lock)
    const saved = await editor.save('1234567890', lock)

    const refused = await editor.save('123456', lock)

    expect(saved.status).toBe(200)
    expect([refused.status, refused.headers['x-error-code']]).toEqual([413, 'files.storage_full'])
    expect((await editor.read()).text).toBe('1234567890')
    await passTime(30 * 86_400 + 10)
    await passTime(30 * 86_400 + 10)
    expect(await hasRoom(10)).toBe(true)
  })

  test('include what others save in their file, and nothing for a restored version', async () => {
    limitBytes(20)
    const colleague = await signedIn()
    const file = await givenFile(owner, { bytes: '12345', grants: [[colleague, 'write']] })
    const editor = await givenEditor(colleague, file)
    await editor.operate('LOCK', lock)
    await editor.save('1234567890', lock)
    await editor.operate('UNLOCK', lock)
    const restored = await call(restoreVersion, { as: owner, params: { id: file.id, number: 1 } })

    expect(restored.status).toBe(201)
    expect(await hasRoom(5)).toBe(true)
    expect((await announce(20, colleague)).status).toBe(201)
  })

  test('allow exactly as many of 20 concurrent copies as fit', async () => {
    limitBytes(40)
    const editor = await givenEditor(owner, await givenFile(owner, { name: 'a.docx', bytes: '12345' }))

    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        editor.operate('PUT_RELATIVE', { 'X-WOPI-SuggestedTarget': `copy-${n}.docx` }, '12345'),
      ),
    )

    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual(Array.from({ length: 20 }, (_, n) => (n < 7 ? 200 : 413)))
  })

  test('include a file from the time without a limit once it is replayed or restored', async () => {
    const file = await givenFile(owner, { bytes: '1234567890' })
    await call(deleteFile, { as: owner, params: file })
    limitBytes(16)
    await restore(owner, file)
    await settle({ deliveries: 2 })

    expect(await hasRoom(6)).toBe(true)
  })

  test('disappear with the person, and do not return when the files do', async () => {
    limitBytes(10)
    const file = await givenFile(owner, { bytes: '12345' })
    const admin = await signedIn({ role: 'admin' })
    await call(deleteUser, { as: admin, params: owner, query: { erase: true } })
    await settle()

    expect(await files.find(file)).toBeUndefined()
    const keys = await itemsWith([`user#${owner.id}`, `object#${file.id}`])
    expect(keys.filter((key) => /^(user|object)#/.test(key))).toEqual([`user#${owner.id} user`])
  })

  test('let an editor overwrite a file with exactly the bytes that are free, and forget a refused copy', async () => {
    limitBytes(25)
    const editor = await givenEditor(owner, await givenFile(owner, { name: 'a.docx', bytes: '12345' }))
    await givenFile(owner, { name: 'b.docx', bytes: '1234567890' })
    await settle()
    const name = { 'X-WOPI-RelativeTarget': 'b.docx' }
    const refused = await editor.operate('PUT_RELATIVE', name, '1234567890')
    const overwritten = await editor.operate(
      'PUT_RELATIVE',
      { ...name, 'X-WOPI-OverwriteRelativeTarget': 'true' },
      '1234567890',
    )

    expect([refused.status, overwritten.status]).toEqual([409, 200])
    expect(await hasRoom(0)).toBe(true)
    await passTime(1.1 * 86_400)
    expect(await hasRoom(0)).toBe(true)
  })

  test('exclude a copy that must not overwrite a locked file', async () => {
    limitBytes(25)
    const editor = await givenEditor(owner, await givenFile(owner, { name: 'a.docx', bytes: '12345' }))
    const other = await givenEditor(owner, await givenFile(owner, { name: 'b.docx', bytes: '1234567890' }))
    await other.operate('LOCK', lock)
    await settle()

    const { status } = await editor.operate(
      'PUT_RELATIVE',
      { 'X-WOPI-RelativeTarget': 'b.docx', 'X-WOPI-OverwriteRelativeTarget': 'true' },
      '1234567890',
    )

    expect(status).toBe(409)
    expect(await hasRoom(10)).toBe(true)
  })

  test('include copies by an editor, once if they overwrite a file', async () => {
    limitBytes(40)
    const editor = await givenEditor(owner, await givenFile(owner, { name: 'a.docx', bytes: '12345' }))
    const name = { 'X-WOPI-RelativeTarget': 'b.docx' }
    await editor.operate('PUT_RELATIVE', name, '1234567890')
    await editor.operate('PUT_RELATIVE', { ...name, 'X-WOPI-OverwriteRelativeTarget': 'true' }, '1234567890')

    const refused = await editor.operate(
      'PUT_RELATIVE',
      { 'X-WOPI-SuggestedTarget': 'c.docx' },
      'x'.repeat(16),
    )

    expect(refused.status).toBe(413)
    expect(await hasRoom(15)).toBe(true)
  })
})
