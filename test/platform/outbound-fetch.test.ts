import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { configuredServer } from '../../src/platform/outbound/configured-server.ts'
import { outboundFetch } from '../../src/platform/outbound/outbound-fetch.ts'
import { resolveNames } from '../support/resolved-names.ts'
import { startTlsReceiver, trustAuthority } from '../support/tls-receiver.ts'

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

/** Names that were looked up. */
let lookups: string[]
let restore: () => void

/** Sets the answers of the next lookups of `receiver.example`, in order; the last one is repeated. */
const resolveTo = (...answers: string[][]) => {
  const left = [...answers]
  restore()
  restore = resolveNames((name) => {
    lookups.push(name)
    if (name !== 'receiver.example') return undefined
    return left.length > 1 ? left.shift() : left[0]
  })
}

let receiver: Awaited<ReturnType<typeof startTlsReceiver>>
let answer: Answer
let distrust: () => void

beforeAll(async () => {
  distrust = trustAuthority()
  receiver = await startTlsReceiver((request, response) => answer(request, response))
})

afterAll(() => {
  receiver.stop()
  distrust()
})

beforeEach(() => {
  answer = (_, response) => response.end('fine')
  process.env['WEBHOOK_LOOPBACK'] = 'yes'
  ;[lookups, restore] = [[], () => {}]
  resolveTo([])
})

afterEach(() => {
  delete process.env['WEBHOOK_LOOPBACK']
  restore()
})

describe('outboundFetch', () => {
  test.each([
    ['http://example.com/', 'must use https'],
    ['https://example.com:8443/', 'must use port 443'],
    ['https://ada:secret@example.com/', 'must not contain a user name or password'],
    ['https://10.0.0.1/', 'must not have a private address'],
    ['https://localhost./', 'must not have a private address'],
  ])('refuses %s', async (url, rule) => {
    delete process.env['WEBHOOK_LOOPBACK']

    await expect(outboundFetch(url)).rejects.toMatchObject({
      name: 'ForbiddenAddress',
      message: expect.stringContaining(rule) as string,
    })
    expect(lookups).toEqual([])
  })

  test.each([
    ['a private address', ['10.0.0.1']],
    ['a public and a private address', ['93.184.215.14', '169.254.169.254']],
    ['a private IPv6 address beside public ones', ['93.184.215.14', '2606:4700::1111', 'fd00::1']],
    ['an IPv4-mapped address', ['::ffff:10.0.0.1']],
    ['no address', []],
  ])('refuses a name that has %s', async (_, addresses) => {
    resolveTo(addresses)

    await expect(outboundFetch('https://receiver.example/')).rejects.toThrow(
      'must not have a private address',
    )
  })

  test('connects to the address that was checked, even if the name then has another', async () => {
    resolveTo(['127.0.0.1'], ['10.0.0.1'])

    const first = await outboundFetch(`https://receiver.example:${receiver.port}/`, {
      server: configuredServer.issuer('https://example.com'),
    })

    expect([await first.text(), lookups]).toEqual(['fine', ['receiver.example']])
    const second = outboundFetch(`https://receiver.example:${receiver.port}/`, {
      server: configuredServer.issuer('https://example.com'),
    })
    await expect(second).rejects.toThrow('must not have a private address')
  })

  test('resolves a name once for calls at the same moment, and again for the next one', async () => {
    resolveTo(['10.0.0.1'])
    const ask = () => expect(outboundFetch('https://receiver.example/')).rejects.toThrow('private address')

    await Promise.all(Array.from({ length: 10 }, ask))
    const first = lookups.length
    await ask()

    expect([first, lookups.length]).toEqual([1, 2])
  })

  test('does not reuse a connection, whose address was checked for an earlier call', async () => {
    const before = receiver.connections()

    for (let calls = 0; calls < 2; calls += 1) await (await outboundFetch(receiver.url)).text()

    expect(receiver.connections() - before).toBe(2)
  })

  test('fails if the certificate has another name', async () => {
    await expect(outboundFetch(`https://127.0.0.1:${receiver.port}`)).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    })
  })

  test('fails if the certificate has an unknown authority', async () => {
    distrust()

    const error: unknown = await outboundFetch(receiver.url).catch((reason: unknown) => reason)

    distrust = trustAuthority()
    expect(error).toMatchObject({ code: 'SELF_SIGNED_CERT_IN_CHAIN' })
  })

  test('fails if the Host header has the name of the certificate, but the URL does not', async () => {
    const call = outboundFetch(`https://127.0.0.1:${receiver.port}`, { headers: { Host: 'localhost' } })

    await expect(call).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' })
  })

  test('returns a redirect instead of following it', async () => {
    answer = (_, response) => response.writeHead(307, { Location: 'https://10.0.0.1/' }).end()

    const { status, headers } = await outboundFetch(receiver.url)

    expect([status, headers.get('location')]).toEqual([307, 'https://10.0.0.1/'])
  })

  test('sends method, headers and body, and returns status, headers and body', async () => {
    answer = async (request, response) => {
      const { method, url, headers } = request
      const [type, length] = [headers['content-type'], headers['content-length']]
      response.writeHead(201, { 'Set-Cookie': ['a=1', 'b=2'], 'X-One': 'ü' })
      response.end(JSON.stringify({ method, url, type, length, body: await text(request) }))
    }
    const body = new URLSearchParams({ code: 'é' })

    const response = await outboundFetch(new URL('/token?a=b', receiver.url), { method: 'POST', body })

    expect(response.status).toBe(201)
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    expect(await response.json()).toEqual({
      method: 'POST',
      url: '/token?a=b',
      type: 'application/x-www-form-urlencoded;charset=UTF-8',
      length: '11',
      body: 'code=%C3%A9',
    })
  })

  test.each([204, 304])('accepts status %i, which has no body', async (status) => {
    answer = (_, response) => response.writeHead(status).end()

    const response = await outboundFetch(receiver.url)

    expect([response.status, response.body]).toEqual([status, null])
  })

  test('streams the body before it is complete, and ends the connection when the reader cancels', async () => {
    let closed!: () => void
    const isClosed = new Promise<void>((resolve) => (closed = resolve))
    answer = (_, response) => {
      response.on('close', closed).write('first')
    }

    const { body } = await outboundFetch(receiver.url)
    const reader = body!.getReader()
    const { value } = await reader.read()
    await reader.cancel()

    expect(Buffer.from(value!).toString()).toBe('first')
    await isClosed
  })

  test.each<[string, Answer]>([
    ['before the response', () => {}],
    ['within the body', (_, response) => response.write('first')],
  ])('ends with the reason of the signal %s', async (_, behavior) => {
    answer = behavior

    const call = async () => (await outboundFetch(receiver.url, { signal: AbortSignal.timeout(300) })).text()

    await expect(call()).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  test('sends nothing if the signal has been aborted before', async () => {
    const before = receiver.connections()

    const call = outboundFetch(receiver.url, { signal: AbortSignal.abort(new Error('too late')) })

    await expect(call).rejects.toThrow('too late')
    expect(receiver.connections()).toBe(before)
  })

  test.each<[string, Answer]>([
    ['closes the connection', ({ socket }) => socket.destroy()],
    [
      'switches protocols',
      ({ socket }) => socket.end('HTTP/1.1 101 Switching\r\nConnection: upgrade\r\n\r\n'),
    ],
    ['answers with an impossible status', ({ socket }) => socket.end('HTTP/1.1 700 What\r\n\r\n')],
    ['answers something else than HTTP', ({ socket }) => socket.end('+OK ready\r\n')],
  ])('fails if the server %s', async (_, behavior) => {
    answer = behavior

    await expect(outboundFetch(receiver.url)).rejects.toThrow(Error)
  })

  test('fails within the body if the server breaks off', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('first', () => response.destroy())
    }

    const response = await outboundFetch(receiver.url)

    await expect(response.text()).rejects.toThrow(Error)
  })
})

describe('A configured server', () => {
  let plain: ReturnType<typeof createServer>
  let url: string

  beforeAll(async () => {
    plain = createServer((request, response) => answer(request, response))
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(plain.address() as AddressInfo).port}`
  })

  afterAll(() => {
    plain.close()
    plain.closeAllConnections()
  })

  beforeEach(() => void delete process.env['WEBHOOK_LOOPBACK'])

  test.each([
    ['model', () => configuredServer.model(`${url}/v1`)],
    ['issuer', () => configuredServer.issuer(`${url}/realms/x`)],
    ['private editing server', () => configuredServer.editor(url, true)],
  ])('may have a private address and plain http if it is a %s', async (_, server) => {
    const response = await outboundFetch(`${url}/any`, { server: server() })

    expect(await response.text()).toBe('fine')
  })

  test('does not lead elsewhere by a redirect', async () => {
    answer = (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end()

    expect((await outboundFetch(url, { server: configuredServer.model(url) })).status).toBe(302)
  })

  test('may not have a private address if it is an editing server that is not private', async () => {
    const call = outboundFetch(url, { server: configuredServer.editor(url, false) })

    await expect(call).rejects.toThrow('must not have a private address')
  })

  test.each([
    ['another port', (at: URL) => `https://127.0.0.1:1${at.pathname}`, 'private'],
    ['another name of the host', ({ port }: URL) => `http://localhost:${port}/keys`, 'https'],
    ['another scheme', ({ host }: URL) => `https://${host}/keys`, 'private'],
  ])('does not vouch for %s', async (_, toOther, rule) => {
    const call = outboundFetch(toOther(new URL(url)), { server: configuredServer.issuer(url) })

    await expect(call).rejects.toThrow(rule)
  })
})
