import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { files } from '../../src/files/file/file.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { createToken } from '../../src/wopi/endpoints/create-token.ts'
import { call } from '../support/call.ts'
import { editorWith, givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

let owner: SignedIn

beforeAll(async () => {
  owner = await signedIn()
})

afterEach(() => {
  delete process.env['WOPI_SAVE_BYTES']
})

/** Creates a document recorded with this size. */
const givenDocument = async (size: number) => {
  const { id } = await givenFile(owner, { name: 'plan.docx' })
  await writeItem(files.toUpdate(await files.get({ id }), { size }))
  return { id }
}

const infoOf = async (size: number) =>
  (await (await givenEditor(owner, await givenDocument(size))).info()).body

describe('CheckFileInfo of a large document', () => {
  test('links to the object store above 10 MB, where the gateway becomes slow', async () => {
    const [fast, slow] = [await infoOf(10_000_000), await infoOf(10_000_001)]

    expect(fast.FileUrl).toBeUndefined()
    expect(await (await fetch(slow.FileUrl!)).text()).toBe('hello')
  })

  test('allows editing only while there is room to save additions', async () => {
    const [small, large] = [await infoOf(4_202_496), await infoOf(4_202_497)]

    expect(small).toMatchObject({ UserCanWrite: true, ReadOnly: false, SupportsLocks: true })
    expect(small.BreadcrumbDocName).toBeUndefined()
    expect(large).toMatchObject({
      BreadcrumbDocName: 'plan.docx (read-only: too large to save)',
      ReadOnly: true,
      UserCanWrite: false,
      UserCanRename: false,
      UserCanNotWriteRelative: true,
      SupportsLocks: false,
      SupportsGetLock: false,
      SupportsExtendedLockLength: false,
      SupportsUpdate: false,
      SupportsRename: false,
    })
  })

  test('depends on the limit of the deployment; copies still pass through the gateway', async () => {
    process.env['WOPI_SAVE_BYTES'] = '100000000'

    const [large, larger] = [await infoOf(90_000_000), await infoOf(90_000_001)]

    expect(large).toMatchObject({ UserCanWrite: true, SupportsUpdate: true, UserCanNotWriteRelative: true })
    expect(larger).toMatchObject({ UserCanWrite: false, ReadOnly: true })
  })

  test('does not report the size to people who may only read', async () => {
    const reader = await signedIn()
    const { id } = await givenFile(owner, { grants: [[reader, 'read']] })
    await writeItem(files.toUpdate(await files.get({ id }), { size: 9_000_000 }))

    const { body } = await (await givenEditor(reader, { id })).info()

    expect(body).toMatchObject({ UserCanWrite: false, ReadOnly: true })
    expect(body.BreadcrumbDocName).toBeUndefined()
  })
})

describe('LOCK of a document too large to be saved', () => {
  test('returns 409 with the reason', async () => {
    const file = await givenDocument(4_202_497)
    const editor = await givenEditor(owner, file)

    const { status, headers, detail } = await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' })

    expect([status, headers['x-wopi-lock']]).toEqual([409, ''])
    expect(headers['x-wopi-lockfailurereason']).toBe(
      'This document is larger than 4.2 MB, the maximum size for editing here',
    )
    expect(detail).toBe(`${headers['x-wopi-lockfailurereason']}.`)
  })

  test('succeeds if the document was locked before it grew, and its changes can be saved', async () => {
    const file = await givenFile(owner)
    const editor = await givenEditor(owner, file)
    await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' })
    await writeItem(files.toUpdate(await files.get(file), { size: 4_202_497 }))

    const statuses = await statusByCase({
      LOCK: await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' }),
      REFRESH_LOCK: await editor.operate('REFRESH_LOCK', { 'X-WOPI-Lock': 'a' }),
      PutFile: await editor.save('smaller again', { 'X-WOPI-Lock': 'a' }),
      UNLOCK: await editor.operate('UNLOCK', { 'X-WOPI-Lock': 'a' }),
    })

    expect(statuses).toEqual({
      LOCK: 200,
      REFRESH_LOCK: 200,
      PutFile: 200,
      UNLOCK: 200,
    })
  })
})

describe('PUT_RELATIVE of a document whose copy could not be sent', () => {
  test('returns 501, as UserCanNotWriteRelative announces', async () => {
    const editor = await givenEditor(owner, await givenDocument(4_202_497))

    const { status } = await editor.operate('PUT_RELATIVE', { 'X-WOPI-SuggestedTarget': '.pdf' }, 'x')

    expect(status).toBe(501)
  })
})

describe('POST /wopi/files/{id}/token', () => {
  test('returns the reason why a writer can only read', async () => {
    const [small, large] = [await givenDocument(1_000), await givenDocument(4_202_497)]

    const [editing, reading] = await Promise.all(
      [small, large].map(async ({ id }) => (await call(createToken, { as: owner, params: { id } })).body),
    )

    expect(editing!.read_only_reason).toBeNull()
    expect(reading!.read_only_reason).toBe(
      'This document is larger than 4.2 MB, the maximum size for editing here, so it opens read-only.',
    )
    expect((await editorWith(reading!.access_token, large).info()).body.UserCanWrite).toBe(false)
  })
})
