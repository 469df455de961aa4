import type { APIGatewayProxyEvent } from 'aws-lambda'
import { createServer, request as httpRequest, type Server } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Writable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { gatewayListener } from '../../infra/local/gateway/gateway-listener.ts'
import { localLambda, provideAwsLambda } from '../../infra/local/lambda/lambda.ts'
import { answerAll } from '../../infra/local/gateway/unreadable-request.ts'

provideAwsLambda()
const { awslambda } = globalThis as unknown as {
  awslambda: {
    streamifyResponse: <H extends object>(handler: H) => H
    HttpResponseStream: { from: (stream: Writable, prelude: object) => Writable }
  }
}

const gate = { opened: Promise.withResolvers<void>() }

const functions = {
  echo: async (event: APIGatewayProxyEvent) => ({
    statusCode: 200,
    headers: { 'Content-Type': 'application/json', ETag: '"1"' },
    body: JSON.stringify(event),
  }),
  bytes: async (event: APIGatewayProxyEvent) => ({
    statusCode: 200,
    headers: { 'Content-Type': 'image/png' },
    body: event.body ?? '',
    isBase64Encoded: true,
  }),
  broken: async () => {
    throw new Error('a secret of the inside')
  },
  wrong: async () => 'not an answer',
  slow: async () => new Promise(() => {}),
  huge: async () => ({ statusCode: 200, body: 'x'.repeat(6_400_000) }),
  quoted: async () => ({ statusCode: 200, body: '"'.repeat(3_200_000) }),
  accented: async () => ({ statusCode: 200, body: 'é'.repeat(3_200_000) }),
  streaming: awslambda.streamifyResponse(async (_event: unknown, stream: Writable) => {
    const answer = awslambda.HttpResponseStream.from(stream, {
      statusCode: 201,
      headers: { 'X-Kind': 'stream' },
    })
    answer.write('first')
    await gate.opened.promise
    answer.end('last')
  }),
  torn: awslambda.streamifyResponse(async (_event: unknown, stream: Writable) => {
    awslambda.HttpResponseStream.from(stream, { statusCode: 200 }).write('half')
    await sleep(10)
    throw new Error('torn')
  }),
  unrouted: async () => ({ statusCode: 404, headers: { 'X-By': 'unrouted' }, body: '{"detail":"Nothing."}' }),
}

const paths = { echo: '/things/{id}', literal: '/things/mine' }
const routes = [
  { name: 'echo', method: 'GET', path: paths.echo },
  { name: 'bytes', method: 'GET', path: paths.literal },
  ...Object.keys(functions).map((name) => ({ name, method: 'POST', path: `/${name}` })),
  { name: 'unrouted', method: 'ANY', path: paths.echo },
  { name: 'unrouted', method: 'ANY', path: '/{proxy+}' },
]

let server: Server
let base: string

beforeAll(async () => {
  const definitions = Object.entries(functions).map(
    ([name, handler]) => [name, { timeoutSeconds: 5, load: async () => handler as never }] as const,
  )
  const { invoke } = localLambda(new Map(definitions))
  server = createServer()
  answerAll(server, gatewayListener({ routes, invoke, milliseconds: 200 }))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => server.close())

const post = (path: string, body?: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>) =>
  fetch(base + path, { method: 'POST', ...(body !== undefined && { body }), ...(headers && { headers }) })

/** Asserts that a client can read an error response, even in a browser. */
const expectProblem = async (response: Response, status: number, code: string) => {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toBe('application/json')
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  expect(response.headers.get('x-error-code')).toBe(code)
  expect(await response.json()).toEqual({ detail: expect.stringMatching(/^[A-Z].*\.$/) })
}

/** Sends a request that no client library would send, and returns the response. */
const sendRaw = (head: string): Promise<string> => {
  const answer = Promise.withResolvers<string>()
  const socket = connect(Number(new URL(base).port), '127.0.0.1', () =>
    socket.end(Buffer.from(`${head}\r\nConnection: close\r\n\r\n`, 'latin1')),
  )
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk))).on('close', () => answer.resolve(text))
  return answer.promise
}

const unreadable = /^HTTP\/1.1 400 .*\r\n\r\n\{"detail":"[^"]+\."\}$/s

describe('a request', () => {
  test("reaches the function as API Gateway's event", async () => {
    const response = await fetch(`${base}/things/caf%C3%A9%2F1/?q=a%20b&q=c&empty=`, {
      headers: { 'X-Own': 'yes' },
    })
    const event = (await response.json()) as APIGatewayProxyEvent

    expect(event).toMatchObject({
      httpMethod: 'GET',
      resource: '/things/{id}',
      pathParameters: { id: 'café/1' },
      queryStringParameters: { q: 'c', empty: '' },
      multiValueQueryStringParameters: { q: ['a b', 'c'], empty: [''] },
      headers: { 'X-Own': 'yes' },
      body: null,
      isBase64Encoded: false,
    })
    expect(event.requestContext.identity.sourceIp).toBe('127.0.0.1')
  })

  test('matches the most literal path', async () => {
    const response = await fetch(`${base}/things/mine`)

    expect(response.headers.get('content-type')).toBe('image/png')
  })

  test('goes to the function `unrouted` for an unknown method or path', async () => {
    const answers = await Promise.all([fetch(`${base}/nothing/here`), post('/things/1', '{}')])

    expect(answers.map(({ status, headers }) => [status, headers.get('x-by')])).toEqual([
      [404, 'unrouted'],
      [404, 'unrouted'],
    ])
  })

  test('with HEAD gets the response of GET without a body', async () => {
    const response = await fetch(`${base}/things/1`, { method: 'HEAD' })

    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([200, '"1"', ''])
  })

  test('carries arbitrary bytes unchanged, and so does its response', async () => {
    const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256)

    const response = await post('/bytes', bytes, { 'Content-Type': 'text/plain' })

    expect(Buffer.compare(Buffer.from(await response.arrayBuffer()), bytes)).toBe(0)
  })

  test("returns the function's headers without others that change their meaning", async () => {
    const response = await fetch(`${base}/things/1`, {
      headers: { 'Accept-Encoding': 'gzip', 'If-None-Match': '"1"' },
    })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json')
    for (const name of ['content-encoding', 'cache-control', 'vary', 'access-control-allow-credentials'])
      expect(response.headers.get(name), name).toBeNull()
  })
})

describe('failures before or in a function', () => {
  test.each([
    '/things/%zz',
    '/things/%C3%28',
    '/things/%E9',
    '/things/1?q=%E0%A4%A',
    '/things/caf\xe9',
    '/\xff',
    '/a b',
  ])('answers 400 to the undecodable path %s', async (path) => {
    expect(await sendRaw(`GET ${path} HTTP/1.1\r\nHost: x`)).toMatch(unreadable)
  })

  test.each([
    ['no Host', 'GET /things/1 HTTP/1.1'],
    ['no HTTP', 'PRI * HTTP/2.0'],
    ['a header of 20 kB', `GET /things/1 HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}`],
  ])('answers 400 to an unreadable request: %s', async (_, head) => {
    expect(await sendRaw(head)).toMatch(unreadable)
  })

  test('ignores an unknown expectation', async () => {
    expect(await sendRaw('GET /things/1 HTTP/1.1\r\nHost: x\r\nExpect: miracles')).toMatch(/^HTTP\/1.1 200 /)
  })

  test.each([
    ['the gateway, 10 MiB', 10_485_761],
    ['Lambda, 6 MB of event', 4_750_000],
  ])('answers 413 to a body above the limit of %s', async (_, size) => {
    const response = await post('/bytes', new Uint8Array(size))

    expect(response.status).toBe(413)
    await expectProblem(response, 413, 'request.too_large')
  })

  test("accepts a body just below Lambda's limit", async () => {
    const response = await post('/unrouted', new Uint8Array(4_500_000))

    expect(response.headers.get('x-by')).toBe('unrouted')
  })

  test.each(['/broken', '/wrong', '/slow', '/huge', '/quoted', '/accented'])(
    'answers 503 with Retry-After for the function %s',
    async (path) => {
      const response = await post(path, '{}')

      expect(response.headers.get('retry-after')).toBe('1')
      await expectProblem(response, 503, 'service.unavailable')
    },
  )
})

describe('a streaming function', () => {
  test('sends its first bytes before it ends', async () => {
    gate.opened = Promise.withResolvers()

    const response = await post('/streaming', '{}')
    const reader = (response.body as ReadableStream<Uint8Array>).getReader()
    const first = await reader.read()
    gate.opened.resolve()
    const last = await reader.read()

    expect([response.status, response.headers.get('x-kind')]).toEqual([201, 'stream'])
    expect([first.value, last.value].map((part) => Buffer.from(part ?? []).toString())).toEqual([
      'first',
      'last',
    ])
  })

  test('aborts the response if it fails halfway, so that nobody mistakes it for complete', async () => {
    const outcome = await new Promise<string>((resolve) => {
      httpRequest(`${base}/torn`, { method: 'POST' }, (response) => {
        response.on('error', () => resolve('torn')).on('end', () => resolve('whole'))
        response.resume()
      }).end()
    })

    expect(outcome).toBe('torn')
  })
})
