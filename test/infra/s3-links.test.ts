import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { failed, place, put, read, readLink, s3, uploadLink, type Place } from '../support/s3.ts'
import { world } from '../support/world.ts'

const day = 86_400
const text = 'hello world'

const codeOf = async (response: Response) => [
  response.status,
  /<Code>(.*)<\/Code>/.exec(await response.text())?.[1],
]

const requireAbsent = (at: Place) => expect(read(at)).rejects.toEqual(failed('NoSuchKey', 404))

const upload = async (to: Place, change: { url?: (url: string) => string; init?: RequestInit } = {}) => {
  const { url, headers } = await uploadLink(to, text.length)
  return fetch(change.url?.(url) ?? url, { method: 'PUT', headers, body: text, ...change.init })
}

describe('a presigned URL', () => {
  test('returns an object, with the headers that the URL requests', async () => {
    const from = place('a name/ü+(x).txt')
    await put(from)

    const url = await readLink(
      from,
      {},
      {
        ResponseContentDisposition: `attachment; filename="a b.txt"; filename*=UTF-8''%C3%BC.txt`,
        ResponseContentType: 'text/plain; charset=utf-8',
        ResponseCacheControl: 'no-store',
      },
    )
    const response = await fetch(url)

    expect([response.status, await response.text()]).toEqual([200, text])
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-disposition': `attachment; filename="a b.txt"; filename*=UTF-8''%C3%BC.txt`,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    })
  })

  test('stores an object once', async () => {
    const to = place()

    const first = await upload(to)
    const second = await upload(to)

    expect([first.status, await codeOf(second)]).toEqual([200, [412, 'PreconditionFailed']])
    expect(await read(to)).toMatchObject({ text, ContentType: 'text/plain', ETag: first.headers.get('etag') })
  })

  test.each([
    ['path', { url: (url: string) => url.replace('?', 'x?') }],
    ['time', { url: (url: string) => url.replace('X-Amz-Expires=60', 'X-Amz-Expires=600') }],
    ['query', { url: (url: string) => `${url}&x-amz-meta-colour=red` }],
    ['signature', { url: (url: string) => url.replace(/Signature=./, 'Signature=_') }],
    ['list of signed headers', { url: (url: string) => url.replace('%3Bif-none-match', '') }],
    ['type', { init: { headers: { 'Content-Type': 'text/html', 'If-None-Match': '*' } } }],
    ['condition, which is missing,', { init: { headers: { 'Content-Type': 'text/plain' } } }],
    ['length, too long,', { init: { body: `${text}!` } }],
    ['length, too short,', { init: { body: text.slice(1) } }],
    ['length, not given,', { init: { body: new Blob([text]).stream(), duplex: 'half' } }],
    ['method', { init: { method: 'DELETE', body: null } }],
  ] as [string, Parameters<typeof upload>[1]][])(
    'stores nothing when its %s is not as signed',
    async (_, change) => {
      const to = place()

      const response = await upload(to, change)

      expect(await codeOf(response)).toEqual([403, 'SignatureDoesNotMatch'])
      await requireAbsent(to)
      await requireAbsent(place(`${to.Key}x`))
    },
  )

  test('refuses an S3 header that was not signed', async () => {
    const to = place()
    const { url, headers } = await uploadLink(to, text.length)

    const response = await fetch(url, {
      method: 'PUT',
      body: text,
      headers: { ...headers, 'x-amz-meta-colour': 'red' },
    })

    expect(await codeOf(response)).toEqual([403, 'AccessDenied'])
    await requireAbsent(to)
  })

  test.each([
    ['has expired', 60, -61],
    ['has expired', 7 * day, -7 * day - 1],
    ['is not yet valid', 60, 1000],
  ])('fails if it %s', async (why, expiresIn, offset) => {
    const to = place()
    await put(to)
    const signingDate = new Date(Date.now() + offset * 1000)

    const response = await fetch(await readLink(to, { expiresIn, signingDate }))

    const answer = await response.text()
    expect(response.status).toBe(403)
    expect(answer).toContain('<Code>AccessDenied</Code>')
    expect(answer).toContain(`<Message>Request ${why}</Message>`)
  })

  test('stays valid for at most seven days', async () => {
    const to = place()
    await put(to)
    const signingDate = new Date(Date.now() - 7 * day * 1000 + 60_000)
    const url = await readLink(to, { expiresIn: 7 * day, signingDate })

    const living = await fetch(url)
    const longer = await fetch(url.replace(`Expires=${7 * day}`, `Expires=${7 * day + 1}`))

    expect(living.status).toBe(200)
    expect(await codeOf(longer)).toEqual([400, 'AuthorizationQueryParametersError'])
  })

  test('refuses a client that waits for 100 Continue before it sends its body', async () => {
    const { url, headers } = await uploadLink(place(), 1_000_000)
    const sending = request(url.replace('?', 'x?'), {
      method: 'PUT',
      headers: { ...headers, 'Content-Length': 1_000_000, Expect: '100-continue' },
    })
    sending.flushHeaders()

    const [response] = (await once(sending, 'response')) as [IncomingMessage]

    expect(response.statusCode).toBe(403)
    sending.destroy()
  })
})

describe('a request with signed headers', () => {
  const send = (credentials: { accessKeyId: string; secretAccessKey: string }) =>
    s3(undefined, { credentials }).send(new PutObjectCommand({ ...place(), Body: text }))

  test('fails with another key or secret', async () => {
    await expect(send({ accessKeyId: 'other', secretAccessKey: 'local' })).rejects.toEqual(
      failed('InvalidAccessKeyId', 403),
    )
    await expect(send({ accessKeyId: 'local', secretAccessKey: 'other' })).rejects.toEqual(
      failed('SignatureDoesNotMatch', 403),
    )
  })

  test('fails if it was altered in transit, or is sent at another time', async () => {
    const from = place()
    await put(from)
    const captured: { path: string; query: Record<string, string>; headers: Record<string, string> }[] = []
    const client = s3()
    client.middlewareStack.add(
      (next) => (args) => {
        captured.push(args.request as (typeof captured)[0])
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )
    await client.send(new GetObjectCommand(from))
    const { path, query, headers } = captured[0] as (typeof captured)[0]
    const repeat = (changed: string, more = {}) =>
      fetch(`${world().endpoints.s3}${changed}?${new URLSearchParams(query).toString()}`, {
        headers: { ...headers, ...more },
      })

    const same = await repeat(path)
    const elsewhere = await repeat(`${path}x`)
    const later = await repeat(path, { 'x-amz-date': headers['x-amz-date']?.replace(/\d\dZ$/, '99Z') })

    expect(same.status).toBe(200)
    expect(await codeOf(elsewhere)).toEqual([403, 'SignatureDoesNotMatch'])
    expect(later.status).toBe(400)
  })

  test('fails if its body differs from the signed one', async () => {
    const to = place()
    const client = s3()
    client.middlewareStack.add(
      (next) => (args) => {
        ;(args.request as { body: unknown }).body = 'other words'
        return next(args)
      },
      { step: 'finalizeRequest', priority: 'low' },
    )

    const sent = client.send(new PutObjectCommand({ ...to, Body: text }))

    await expect(sent).rejects.toEqual(failed('XAmzContentSHA256Mismatch', 400))
    await requireAbsent(to)
  })
})

describe('a request without a signature', () => {
  test.each(['GET', 'PUT', 'DELETE'])('fails for %s', async (method) => {
    const at = place()
    await put(at)

    const response = await fetch(`${world().endpoints.s3}/${at.Bucket}/${at.Key}`, { method })

    expect(await codeOf(response)).toEqual([403, 'AccessDenied'])
    expect((await read(at)).text).toBe(text)
  })
})
