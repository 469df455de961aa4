import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkFileInfo } from '../../src/wopi/endpoints/check-file-info.ts'
import { headFile } from '../../src/wopi/endpoints/head-file.ts'
import { call } from '../support/call.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

let owner: SignedIn

beforeAll(async () => {
  owner = await signedIn({ name: 'Grace Hopper' })
})

const plain = (id: string) => id.replaceAll('-', '')

describe('CheckFileInfo', () => {
  test('returns the properties of the protocol, and none that an unknown editor may reject', async () => {
    const file = await givenFile(owner, { name: 'letter.docx' })
    const editor = await givenEditor(owner, file)

    const { body, headers } = await editor.info()

    expect(body).toEqual({
      BaseFileName: 'letter.docx',
      OwnerId: plain(owner.id),
      UserId: plain(owner.id),
      UserFriendlyName: 'Grace Hopper',
      Size: 5,
      Version: expect.stringMatching(/^[0-9a-f-]{36}$/),
      LastModifiedTime: expect.stringMatching(new RegExp(`^${file.last_modified!.slice(0, 19)}\\.\\d{7}Z$`)),
      FileExtension: '.docx',
      HostEditUrl: `http://127.0.0.1:3000/files/${file.id}/open?action=edit`,
      HostViewUrl: `http://127.0.0.1:3000/files/${file.id}/open?action=view`,
      FileNameMaxLength: 250,
      ReadOnly: false,
      UserCanWrite: true,
      UserCanRename: true,
      UserCanNotWriteRelative: false,
      SupportsLocks: true,
      SupportsGetLock: true,
      SupportsExtendedLockLength: true,
      SupportsUpdate: true,
      SupportsRename: true,
      SupportsDeleteFile: true,
      SupportsUserInfo: true,
      PostMessageOrigin: 'http://127.0.0.1:3000',
    })
    expect(headers['cache-control']).toBe('no-store')
  })

  test('accepts unknown parameters, including those of our lists', async () => {
    const file = await givenFile(owner)
    const query = { access_token: (await givenEditor(owner, file)).token, cursor: 'x', limit: 'all', q: '' }

    const statuses = await statusByCase({
      GET: await call(checkFileInfo, { params: file, query }),
      HEAD: await call(headFile, { params: file, query }),
    })

    expect(statuses).toEqual({
      GET: 200,
      HEAD: 200,
    })
  })

  test('shows people who share a file their permissions', async () => {
    const [writer, reader] = [await signedIn(), await signedIn()]
    const grants: [SignedIn, 'read' | 'write'][] = [
      [writer, 'write'],
      [reader, 'read'],
    ]
    const file = await givenFile(owner, { grants })

    const [writing, reading] = await Promise.all(
      [writer, reader].map(async (as) => (await (await givenEditor(as, file)).info()).body),
    )

    expect(writing).toMatchObject({
      OwnerId: plain(owner.id),
      UserId: plain(writer.id),
      UserCanWrite: true,
      SupportsLocks: true,
      UserCanRename: false,
      SupportsDeleteFile: false,
    })
    expect(reading).toMatchObject({
      ReadOnly: true,
      UserCanWrite: false,
      UserCanNotWriteRelative: true,
      SupportsLocks: false,
      SupportsUpdate: false,
      UserCanRename: false,
    })
  })

  test('returns properties known only to Collabora to Collabora only', async () => {
    const editor = await givenEditor(owner, await givenFile(owner))

    const [collabora, older, other] = await Promise.all(
      ['COOLWSD HTTP Agent 25.04.1', 'LOOLWSD WOPI Agent 6.4', 'Mozilla/5.0'].map(async (agent) => {
        const { body } = await editor.info({ 'User-Agent': agent })
        return body.EnableOwnerTermination
      }),
    )

    expect([collabora, older, other]).toEqual([true, true, undefined])
  })

  test('returns the hash of bytes saved by an editor, and another version after each save', async () => {
    const editor = await givenEditor(owner, await givenFile(owner, { bytes: '' }))
    const before = await editor.info()
    await editor.save('one')
    const first = await editor.info()
    await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' })
    await editor.save('two', { 'X-WOPI-Lock': 'a' })

    const second = await editor.info()

    expect(before.body.SHA256).toBeUndefined()
    expect(second.body.SHA256).toBe(createHash('sha256').update('two').digest('base64'))
    expect(new Set([before, first, second].map(({ body }) => body.Version)).size).toBe(3)
  })
})

describe('HEAD /wopi/files/{id}', () => {
  test('returns the headers of the contents like other operations, without a body', async () => {
    const file = await givenFile(owner)
    const editor = await givenEditor(owner, file)
    const request = { params: { id: file.id }, query: { access_token: editor.token } }

    const [head, info, contents] = await Promise.all([call(headFile, request), editor.info(), editor.read()])

    expect(head.status).toBe(200)
    expect(head.text).toBe('')
    for (const { headers } of [head, info, contents])
      expect(headers).toMatchObject({
        etag: file.etag,
        'last-modified': new Date(file.last_modified!).toUTCString(),
        'x-wopi-itemversion': info.body.Version,
      })
  })

  test('returns errors like other operations, without a body', async () => {
    const file = await givenFile(owner)

    const answer = await call(headFile, { params: { id: file.id }, query: { access_token: 'x' } })

    expect([answer.status, answer.text]).toEqual([401, ''])
  })
})
