import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files } from '../../src/files/file/file.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { memoryGrowth, partOf, putLarge, streamed } from '../support/large-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'
import { webFiles } from '../support/web-files.ts'

const mebibyte = 1024 ** 2

/** Maximum size of a response streamed by Lambda. */
const size = 200 * mebibyte

let service: RunningService
let owner: SignedIn
let file: { id: string; etag: string; last_modified: string }
let sha256: string
/** URL of the contents, with a token. */
let contents: string

beforeAll(async () => {
  service = await startService()
  owner = await signedIn()
  const web = webFiles(service)
  const { file: begun, upload } = await web.begin(owner, { name: 'film.mp4', size })
  sha256 = await putLarge(upload, size)
  file = await web.complete(owner, begun)
  contents = await web.contentsAddress(owner, file)
})

afterAll(() => service.stop())

const ranged = async (range: string, more: Record<string, string> = {}) => {
  const response = await fetch(contents, { headers: { Range: range, ...more } })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

describe('A file of 200 MiB', () => {
  test('streams intact and at once, to eight concurrent readers, in constant memory', async () => {
    const one = await streamed(contents)
    let eight: (typeof one)[] = []

    const growth = await memoryGrowth(async () => {
      eight = await Promise.all(Array.from({ length: 8 }, () => streamed(contents)))
    })

    expect(one.headers).toMatchObject({ 'content-length': String(size), etag: file.etag })
    for (const answer of [one, ...eight])
      expect(answer).toMatchObject({ status: 200, length: size, sha256, broken: undefined })
    expect(growth).toBeLessThan(size)
    // the first byte arrives long before the last
    expect(one.first).toBeLessThan(one.last / 2)
  })

  test.each([
    ['from the beginning', 'bytes=0-99', 0, 100],
    [
      'in the middle',
      `bytes=${100 * mebibyte}-${100 * mebibyte + 999}`,
      100 * mebibyte,
      100 * mebibyte + 1000,
    ],
    ['from a place to the end', `bytes=${size - 70_000}-`, size - 70_000, size],
    ['of the last bytes', 'bytes=-65537', size - 65_537, size],
    ['that ends behind the end', `bytes=${size - 1}-${size + 10}`, size - 1, size],
  ])('returns the range %s', async (_, range, start, end) => {
    const { response, bytes } = await ranged(range)

    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/${size}`)
    expect(response.headers.get('content-length')).toBe(String(end - start))
    expect(bytes.equals(partOf(start, end))).toBe(true)
  })

  test('returns 416 with its size for a range after its end', async () => {
    const { response, bytes } = await ranged(`bytes=${size}-`)

    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe(`bytes */${size}`)
    expect(JSON.parse(bytes.toString())).toEqual({ detail: expect.stringContaining(String(size)) })
  })

  test('returns 304 without a body to a client that has it', async () => {
    const response = await fetch(contents, { headers: { 'If-None-Match': file.etag } })

    expect([response.status, await response.text()]).toEqual([304, ''])
    expect(response.headers.get('etag')).toBe(file.etag)
  })

  test('returns ETag and Last-Modified of S3 to HEAD', async () => {
    const response = await fetch(contents.replace('/contents', ''), { method: 'HEAD' })

    expect([response.status, await response.text()]).toEqual([200, ''])
    expect(response.headers.get('etag')).toBe(file.etag)
    expect(new Date(response.headers.get('last-modified') ?? '').toISOString()).toBe(file.last_modified)
  })
})

describe('A file that Lambda cannot stream', () => {
  test('redirects to the object store, which sends all of it', async () => {
    const bytes = Buffer.from('not as large as it says')
    const { upload, contentsAddress } = webFiles(service)
    const large = await upload(owner, { name: 'film.mp4', bytes })
    await writeItem(files.toUpdate(await files.get(large), { size: size + 1 }))
    const address = await contentsAddress(owner, large)

    const first = await fetch(address, { redirect: 'manual' })
    const info = (await (await fetch(address.replace('/contents', ''))).json()) as { FileUrl: string }

    expect(first.status).toBe(307)
    expect(await first.text()).toBe('')
    for (const url of [address, info.FileUrl])
      expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(bytes)).toBe(true)
  })
})
