import { beforeAll, describe, expect, test } from 'vitest'
import { completeFile } from '../../src/files/endpoints/complete-file.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { call } from '../support/call.ts'
import { givenFile, givenUpload, putBytes } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

let owner: SignedIn

beforeAll(async () => {
  owner = await signedIn()
})

describe('The upload link', () => {
  test('accepts the bytes once', async () => {
    const { file, upload } = await givenUpload(owner)

    const first = await putBytes(upload, 'hello')
    const second = await putBytes(upload, 'other')

    expect(first.status, 'first').toBe(200)
    expect(second.status, 'second').toBe(412)
    const link = await call(readContents, { as: owner, params: file, query: { redirect: false } })
    expect(await (await fetch(link.body.url)).text()).toBe('hello')
  })

  test.each([
    ['more bytes', 'too long', {}],
    ['fewer bytes', 'hi', {}],
    ['another media type', 'hello', { 'Content-Type': 'text/html' }],
    ['leave to overwrite', 'hello', { 'If-None-Match': '' }],
  ])('rejects %s', async (_, bytes, headers) => {
    const { file, upload } = await givenUpload(owner)

    const put = await putBytes({ ...upload, headers: { ...upload.headers, ...headers } }, bytes)
    const answer = await call(completeFile, { as: owner, params: file })

    expect(put.status).toBe(403)
    expect(answer.status).toBe(409)
  })

  test('works for this file only', async () => {
    const [mine, other] = await Promise.all([givenUpload(owner), givenUpload(owner)])
    const url = mine.upload.url.replace(mine.file.id, other.file.id)

    const put = await putBytes({ ...mine.upload, url }, 'hello')

    expect(put.status).toBe(403)
    expect((await call(completeFile, { as: owner, params: other.file })).status).toBe(409)
  })
})

describe('POST /files/{id}/complete', () => {
  test('returns 409 while the bytes have not arrived', async () => {
    const { file } = await givenUpload(owner, { name: 'film.mp4', size: 400_000_000 })

    const answer = await call(completeFile, { as: owner, params: file })

    expect(answer.status).toBe(409)
    expect(answer.detail).toBe(
      '"film.mp4" has not been uploaded yet; send its bytes to the upload link first.',
    )
  })

  test('accepts an empty file', async () => {
    const { file, upload } = await givenUpload(owner, { size: 0 })
    await putBytes(upload, '')

    const answer = await call(completeFile, { as: owner, params: file })

    expect(answer.body).toMatchObject({ status: 'ready', size: 0, version: 2 })
  })

  test('changes nothing when called again', async () => {
    const file = await givenFile(owner)

    const again = await call(completeFile, { as: owner, params: file })

    expect(again.body).toEqual(file)
  })

  test('returns 404 to people who may not read the file', async () => {
    const [file, stranger] = [await givenFile(owner), await signedIn()]

    const answer = await call(completeFile, { as: stranger, params: file })

    expect(answer.status).toBe(404)
  })
})

describe('GET /files/{id}/contents', () => {
  test('redirects to the bytes under the name of the file', async () => {
    const file = await givenFile(owner, { name: 'Übersicht "neu" 文.txt', bytes: 'öäü' })

    const answer = await call(readContents, { as: owner, params: file })
    const download = await fetch(answer.headers['location'] as string)

    expect(answer.status).toBe(307)
    expect(await download.text()).toBe('öäü')
    expect(download.headers.get('content-type')).toBe('text/plain')
    expect(download.headers.get('content-disposition')).toBe(
      `attachment; filename="_bersicht _neu_ _.txt"; filename*=UTF-8''%C3%9Cbersicht%20%22neu%22%20%E6%96%87.txt`,
    )
  })

  test('checks by itself whether the bytes have arrived', async () => {
    const { file, upload } = await givenUpload(owner)
    const before = await call(readContents, { as: owner, params: file })
    await putBytes(upload, 'hello')

    const after = await call(readContents, { as: owner, params: file, query: { redirect: false } })

    expect(before.status, 'before').toBe(409)
    expect(after.status, 'after').toBe(200)
    expect(Object.keys(after.body)).toEqual(['url', 'expires_at'])
    expect((await call(readFile, { as: owner, params: file })).body.status).toBe('ready')
  })

  test('returns 404 to people who may not read the file', async () => {
    const [friend, stranger] = await Promise.all([signedIn(), signedIn()])
    const file = await givenFile(owner, { grants: [[friend, 'read']] })

    const answers = await Promise.all(
      [friend, stranger].map((as) => call(readContents, { as, params: file })),
    )

    expect(answers.map(({ status }) => status)).toEqual([307, 404])
  })

  test('returns a link that cannot be altered', async () => {
    const [file, other] = [await givenFile(owner), await givenFile(await signedIn())]
    const { body } = await call(readContents, { as: owner, params: file, query: { redirect: false } })

    const statuses = await Promise.all(
      [body.url.replace(file.id, other.id), body.url.replace('X-Amz-Expires=300', 'X-Amz-Expires=9000')].map(
        async (url) => (await fetch(url)).status,
      ),
    )

    expect(statuses).toEqual([403, 403])
  })
})
