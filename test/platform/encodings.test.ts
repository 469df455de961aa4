import type { Context } from 'aws-lambda'
import { createHook } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { createBrotliDecompress, createGunzip } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readHealth } from '../../src/health/endpoints/read-health.ts'
import { compressedStream } from '../../src/platform/http/answer/content-encoding.ts'
import { endpoint } from '../../src/platform/http/endpoint.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { givenTalk } from '../support/given-chat.ts'
import { givenFile } from '../support/given-file.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenOwnPage } from '../support/given.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { eventOf } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'

let service: RunningService
let author: SignedIn
let page: { id: string; content: string }

beforeAll(async () => {
  service = await startService()
  const own = await givenOwnPage({ content: 'Some words. '.repeat(200) })
  ;[author, page] = [await signedIn(), own.page]
})

afterAll(() => service.stop())

/** Sends a GET; `fetch` decompresses responses, but their headers tell what was sent. */
const get = (path: string, encodings: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { Authorization: `Bearer ${author.token}`, 'Accept-Encoding': encodings, ...headers },
  })

describe('A response of 1 KiB and more', () => {
  test.each([
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip', 'gzip'],
    ['BR;Q=0.8,GZIP;Q=0.9', 'gzip'],
    ['*', 'br'],
    ['br;q=0, *;q=0.1', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['identity;q=0, gzip;q=0.5', 'gzip'],
    ['identity', null],
    ['deflate, zstd', null],
    ['gzip;q=0', null],
    ['gzip;q=0.5, identity', null],
    ['gzip;q=2', null],
    ['*;q=0', null],
  ])('goes to a client that accepts "%s" as %s', async (accepted, encoding) => {
    const answer = await get(`/wiki/pages/${page.id}`, accepted)

    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, encoding])
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
    expect(answer.headers.get('etag')).toMatch(/^"1\./)
    expect(await answer.json()).toMatchObject({ id: page.id, content: page.content })
  })

  test('stays uncompressed for clients without Accept-Encoding, and for everyone if it is short', async () => {
    const event = eventOf(readPage, { as: author, params: { id: page.id } })
    const silent = await readPage(event, {} as Context)
    const short = await readHealth(
      eventOf(readHealth, { headers: { 'accept-encoding': 'gzip' } }),
      {} as Context,
    )

    expect([silent, short].map(({ isBase64Encoded }) => isBase64Encoded)).toEqual([false, false])
    expect([silent, short].map(({ headers }) => headers?.['Content-Encoding'])).toEqual([
      undefined,
      undefined,
    ])
    expect([silent, short].map(({ headers }) => headers?.['Vary'])).toEqual([
      'Accept-Encoding',
      'Accept-Encoding',
    ])
  })

  test('goes without a body to HEAD', async () => {
    const answer = await get(`/wiki/pages/${page.id}`, 'gzip', {}, 'HEAD')

    expect([answer.status, answer.headers.get('vary'), await answer.text()]).toEqual([
      200,
      'Accept-Encoding',
      '',
    ])
    expect(answer.headers.get('content-encoding')).toBeNull()
  })

  test('matches only the entity tag of its own encoding', async () => {
    const read = (encoding: string, tag = '"none"') =>
      get('/wopi/discovery', encoding, { 'If-None-Match': tag })
    const tags = await Promise.all(
      ['identity', 'gzip', 'br'].map(async (one) => (await read(one)).headers.get('etag')),
    )

    const answers = await Promise.all(tags.map((tag) => read('gzip', tag ?? '')))

    expect(new Set(tags).size).toBe(3)
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 200])
    expect(answers[1]?.headers.get('vary')).toBe('Accept-Encoding')
    expect(answers[1]?.headers.get('content-encoding')).toBeNull()
  })
})

describe('A streamed response', () => {
  const write = async (headers: Record<string, string>) => {
    const { chat } = await givenTalk(author, { model_id: 'extractive' })
    return fetch(`${service.url}/api/v1/chats/${chat.id}/message`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${author.token}`,
        'Content-Type': 'application/json',
        'Accept-Encoding': 'gzip',
        ...headers,
      },
      body: JSON.stringify({ text: 'Some words. '.repeat(200) }),
    })
  }

  test('goes out compressed as JSON', async () => {
    const answer = await write({})

    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([201, 'gzip'])
    expect(await answer.json()).toMatchObject({ message: { text: expect.stringContaining('Some words.') } })
  })

  test('goes out event by event as events', async () => {
    const answer = await write({ Accept: 'text/event-stream' })

    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([201, null])
    expect(await answer.text()).toMatch(/^event: message\n/)
  })

  test.each([
    ['gzip', createGunzip],
    ['br', createBrotliDecompress],
  ] as const)('arrives whole in %s, and breaks off with its source', async (encoding, decoder) => {
    const whole = await compressedStream(Readable.from(['{"a":', '1}']), encoding)
    const torn = new Readable({ read: () => {} })
    const half = await compressedStream(torn, encoding)
    torn.destroy(new Error('gone'))

    expect(await text(whole.pipe(decoder()))).toBe('{"a":1}')
    await expect(text(half)).rejects.toThrow('gone')
  })

  test('closes its source if the reader stops', async () => {
    const source = new Readable({ read: () => {} })
    const stream = await compressedStream(source, 'gzip')

    stream.destroy()

    await expect.poll(() => source.destroyed).toBe(true)
  })
})

test('sends the bytes of a file to the editor uncompressed', async () => {
  const bytes = 'Some words. '.repeat(500)
  const file = await givenFile(author, { bytes })

  const { headers, text } = await (await givenEditor(author, file)).read({ 'Accept-Encoding': 'gzip, br' })

  expect(headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(bytes.length),
  })
  expect([headers['content-encoding'], headers['vary'], text]).toEqual([undefined, undefined, bytes])
})

test('compresses a shared public response once, even if the cache is full', async () => {
  const handler = endpoint('GET /numbers/{n}', {
    summary: 'Read a number',
    access: 'public',
    profile: 'none',
    cacheable: true,
    params: { n: z.string() },
    response: z.object({ text: z.string() }),
    handle: async ({ params }) => ({ text: `${params.n} `.repeat(1_000) }),
  })
  const askAll = async () => {
    let encoders = 0
    const hook = createHook({ init: (_, type) => void (type === 'ZLIB' && (encoders += 1)) }).enable()
    for (let n = 0; n < 20; n += 1) {
      const asked = { params: { n: String(n) }, headers: { 'accept-encoding': 'br' } }
      const { headers } = await handler(eventOf(handler, asked), {} as Context)
      expect(headers?.['Content-Encoding']).toBe('br')
    }
    hook.disable()
    return encoders
  }

  expect([await askAll(), await askAll()]).toEqual([20, 0])
})
