import { beforeAll, describe, expect, test } from 'vitest'
import documented from '#generated/openapi.json' with { type: 'json' }
import { files } from '../../src/files/file/file.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { givenEditor, type Editor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

let owner: SignedIn
let file: Awaited<ReturnType<typeof givenFile>>
let editor: Editor

beforeAll(async () => {
  owner = await signedIn()
  file = await givenFile(owner, { bytes: 'hello world', content_type: 'text/plain' })
  editor = await givenEditor(owner, file)
})

describe('GET /wopi/files/{id}/contents', () => {
  test('streams the bytes', async () => {
    const answer = await editor.read()

    expect(answer.status).toBe(200)
    expect(answer.text).toBe('hello world')
    expect(answer.headers).toMatchObject({
      'content-length': '11',
      'accept-ranges': 'bytes',
      etag: file.etag,
    })
  })

  test.each(['text/javascript', 'text/html', 'text/css', 'image/svg+xml', 'application/xml'])(
    'sends %s as bytes that no page of our origin can run or load',
    async (content_type) => {
      const script = await givenEditor(owner, await givenFile(owner, { bytes: 'alert(1)', content_type }))

      const { headers } = await script.read()

      expect(headers).toMatchObject({
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment',
        'content-security-policy': 'sandbox',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      })
    },
  )

  test('streams an empty file without bytes', async () => {
    const empty = await givenEditor(owner, await givenFile(owner, { bytes: '' }))

    const answer = await empty.read()

    expect([answer.status, answer.text, answer.headers['content-length']]).toEqual([200, '', '0'])
  })

  test.each([
    ['bytes=0-4', 'hello', 'bytes 0-4/11'],
    ['bytes=6-', 'world', 'bytes 6-10/11'],
    ['bytes=-5', 'world', 'bytes 6-10/11'],
    ['bytes=6-100', 'world', 'bytes 6-10/11'],
  ])('returns the range %s', async (range, text, place) => {
    const answer = await editor.read({ Range: range })

    expect([answer.status, answer.text]).toEqual([206, text])
    expect(answer.headers).toMatchObject({ 'content-range': place, 'content-length': String(text.length) })
  })

  test.each(['bytes=0-1,3-4', 'bytes=文-', 'bytes=', 'lines=0-1'])('ignores the range %s', async (range) => {
    const answer = await editor.read({ Range: range })

    expect([answer.status, answer.text]).toEqual([200, 'hello world'])
  })

  test('returns 416 for a range after the end', async () => {
    const answer = await editor.read({ Range: 'bytes=11-' })

    expect(answer.status).toBe(416)
    expect(answer.headers['content-range']).toBe('bytes */11')
  })

  test('sends the whole file if the range is for another version', async () => {
    const answers = await Promise.all(
      [file.etag!, '"other"'].map((etag) => editor.read({ Range: 'bytes=0-4', 'If-Range': etag })),
    )

    expect(answers.map(({ status }) => status)).toEqual([206, 200])
  })

  test('returns 304 if the editor already has the contents', async () => {
    const answers = await Promise.all(
      [file.etag!, `W/${file.etag}`, '*', '"other"'].map((etag) => editor.read({ 'If-None-Match': etag })),
    )

    expect(answers.map(({ status }) => status)).toEqual([304, 304, 304, 200])
    expect(answers[0]?.text).toBe('')
  })

  test('returns 412 if the file is larger than the editor accepts', async () => {
    const answers = await Promise.all(
      ['10', '11', ''].map((most) => editor.read({ 'X-WOPI-MaxExpectedSize': most })),
    )

    expect(answers.map(({ status }) => status)).toEqual([412, 200, 200])
  })

  test('documents any content type, because files may have any', () => {
    const operations = documented.paths['/api/v1/wopi/files/{id}/contents']

    expect(operations).toHaveProperty(['get', 'responses', '200', 'content', '*/*'])
    expect(operations).toHaveProperty(['post', 'requestBody', 'content', '*/*'])
  })

  test('redirects to the object store if Lambda cannot stream the size, and CheckFileInfo has the URL', async () => {
    const large = await givenFile(owner, { name: 'film.mp4' })
    const known = await files.get(large)
    await writeItem(files.toUpdate(known, { size: 200 * 1024 ** 2 + 1 }))
    const large_editor = await givenEditor(owner, large)

    const [answer, info] = await Promise.all([large_editor.read(), large_editor.info()])

    expect(answer.status).toBe(307)
    for (const url of [answer.headers['location'], info.body.FileUrl])
      expect(await (await fetch(url!)).text()).toBe('hello')
  })
})
