import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createFile } from '../../src/files/endpoints/create-file.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { call, raw } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'

let owner: SignedIn
let stranger: SignedIn
let admin: SignedIn

beforeAll(async () => {
  ;[owner, stranger, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
})

describe('POST /files', () => {
  test('creates a file that waits for its bytes, and returns the upload link', async () => {
    const body = { name: 'minutes.docx', size: 1_234, content_type: 'application/pdf' }

    const answer = await call(createFile, { as: owner, body })

    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toMatch(new RegExp(`/api/v1/files/${answer.body.file.id}$`))
    expect(answer.body).toMatchObject({
      file: { ...body, status: 'uploading', etag: null, last_modified: null, grants: [], locked_until: null },
      upload: { method: 'PUT', headers: { 'Content-Type': 'application/pdf', 'If-None-Match': '*' } },
    })
    const seconds = (Date.parse(answer.body.upload.expires_at) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(3_500)
    expect(seconds).toBeLessThanOrEqual(3_600)
  })

  test.each([
    ['a path', { name: '../etc/passwd' }, '"name" must be a name without a path.'],
    ['a path of Windows', { name: 'C:\\boot.ini' }, '"name" must be a name without a path.'],
    ['the folder itself', { name: '..' }, '"name" must be a name without a path.'],
    ['a line break', { name: 'a\nb' }, '"name" must not have line breaks or other control characters.'],
    [
      'a line separator',
      { name: 'a\u2028b' },
      '"name" must not have line breaks or other control characters.',
    ],
    [
      'nothing to be seen',
      { name: '\u200b\u200f' },
      '"name" must not have line breaks or other control characters.',
    ],
    ['a negative size', { size: -1 }, '"size" must be at least 0.'],
    ['more than S3 takes', { size: 5 * 1024 ** 3 + 1 }, '"size" must be at most 5368709120.'],
    ['half a byte', { size: 0.5 }, '"size" must be a whole number.'],
    ['a size as text', { size: '5' }, '"size" must be a number.'],
    ['no media type', { content_type: 'pdf' }, '"content_type" must be a media type such as text/plain.'],
  ])('rejects %s', async (_, fields, detail) => {
    const answer = await call(createFile, { as: owner, body: raw({ name: 'a.txt', size: 1, ...fields }) })

    expect(answer.status).toBe(422)
    expect(answer.detail).toBe(detail)
  })
})

describe('GET /files', () => {
  test('lists only the caller’s own files, newest first', async () => {
    const person = await signedIn()
    const first = await givenFile(person, { name: 'first.txt' })
    const second = await givenFile(person, { name: 'second.txt' })
    await givenFile(owner, { grants: [[person, 'write']] })

    const page = await call(listFiles, { as: person, query: { limit: 1 } })
    const rest = await call(listFiles, { as: person, query: { cursor: page.body.next_cursor! } })

    const [older, newer] = [first, second].map(({ attached_to, ...summary }) => {
      expect(attached_to).toEqual({ count: 0, items: [] })
      return summary
    })
    expect(page.body.items).toEqual([newer])
    expect(rest.body).toEqual({ items: [older], next_cursor: null, truncated: false })
  })
})

describe('GET /files/{id}', () => {
  test('shows a file to its owner, people it is shared with, and administrators', async () => {
    const friend = await signedIn()
    const file = await givenFile(owner, { grants: [[friend, 'read']] })

    const answers = await Promise.all(
      [owner, friend, admin, stranger].map((as) => call(readFile, { as, params: file })),
    )

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404])
    expect(answers[0]?.body).toEqual(file)
    expect(file.attached_to).toEqual({ count: 0, items: [] })
    expect(answers[1]?.body).toMatchObject({
      status: 'ready',
      size: 5,
      etag: '"5d41402abc4b2a76b9719d911017c592"',
      last_modified: expect.stringMatching(/\.000Z$/),
      owner: { id: owner.id, name: owner.name },
      grants: [{ user_id: friend.id, user: { id: friend.id, name: friend.name }, permission: 'read' }],
    })
  })
})

describe('PUT /files/{id}', () => {
  test('renames, shares and stops sharing, and keeps other fields', async () => {
    const [friend, file] = [await signedIn(), await givenFile(owner)]
    const grants = [{ user_id: friend.id, permission: 'write' }]

    const renamed = await call(updateFile, { as: owner, params: file, body: { name: 'other.txt' } })
    const shared = await call(updateFile, { as: owner, params: file, body: raw({ ...renamed.body, grants }) })
    const ended = await call(updateFile, { as: admin, params: file, body: { grants: [] } })

    expect(renamed.body).toMatchObject({ name: 'other.txt', version: file.version + 1, size: 5 })
    expect(shared.body).toMatchObject({ name: 'other.txt', grants: [{ user: { id: friend.id } }] })
    expect(ended.body.grants).toEqual([])
    expect((await call(readFile, { as: friend, params: file })).status).toBe(404)
  })

  test('rejects another content type by name', async () => {
    const file = await givenFile(owner)

    const answer = await call(updateFile, { as: owner, params: file, body: { content_type: 'image/png' } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(/^"content_type" cannot be changed here: /)
  })

  test('returns 403 for people it is shared with and 404 for strangers, regardless of the body', async () => {
    const friend = await signedIn()
    const file = await givenFile(owner, { grants: [[friend, 'write']] })
    const body = { grants: [{ user_id: randomUUID(), permission: 'read' as const }] }

    const answers = await Promise.all(
      [friend, stranger].map((as) => call(updateFile, { as, params: file, body })),
    )

    expect(answers.map(({ status }) => status)).toEqual([403, 404])
  })

  test.each([
    [
      'nobody',
      [{ user_id: randomUUID(), permission: 'read' }],
      '"grants[0].user_id" must be the ID of a user.',
    ],
    [
      'another permission',
      [{ user_id: randomUUID(), permission: 'own' }],
      /^"grants\[0\]\.permission" must be/,
    ],
  ])('rejects sharing with %s', async (_, grants, detail) => {
    const file = await givenFile(owner)

    const answer = await call(updateFile, { as: owner, params: file, body: { grants: raw(grants) } })

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(detail)
  })

  test('rejects a person named twice', async () => {
    const [friend, file] = [await signedIn(), await givenFile(owner)]
    const grants = (['read', 'write'] as const).map((permission) => ({ user_id: friend.id, permission }))

    const answer = await call(updateFile, { as: owner, params: file, body: { grants } })

    expect(answer.detail).toBe('"grants" must not name a person or a group twice.')
  })

  test('returns 412 if another person was faster', async () => {
    const file = await givenFile(owner)
    await call(updateFile, { as: owner, params: file, body: { name: 'first.txt' } })

    const headers = { 'If-Match': `"${file.version}"` }
    const answer = await call(updateFile, { as: owner, params: file, body: { name: 'late.txt' }, headers })

    expect(answer.status).toBe(412)
  })
})

describe('DELETE /files/{id}', () => {
  test('ends access for everybody at once', async () => {
    const friend = await signedIn()
    const file = await givenFile(owner, { grants: [[friend, 'write']] })

    const refused = await Promise.all([friend, stranger].map((as) => call(deleteFile, { as, params: file })))
    const answer = await call(deleteFile, { as: owner, params: file })
    const statuses = await statusByCase({
      reading: call(readFile, { as: friend, params: file }),
      downloading: call(readContents, { as: owner, params: file }),
      'deleting again': call(deleteFile, { as: owner, params: file }),
    })

    expect(refused.map(({ status }) => status)).toEqual([403, 404])
    expect(answer.status).toBe(204)
    expect(statuses).toEqual({
      reading: 404,
      downloading: 404,
      'deleting again': 404,
    })
  })
})
