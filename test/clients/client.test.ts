import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '../../infra/client/runtime/api-error.ts'
import { createClient } from '../../infra/client/runtime/client.ts'
import { clientSource, type ApiDocument } from '../../infra/client/source.ts'
import { declarationOf, typeSource } from '../../infra/client/schema-types.ts'
import { ran } from './generators.ts'

interface Scripted {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** Answers of a server, given one after the other, and the requests that it got. */
let answers: Scripted[] = []
let requests: Pick<IncomingMessage, 'method' | 'url' | 'headers'>[] = []
const answer = ({ method, url, headers }: IncomingMessage, response: ServerResponse) => {
  requests.push({ method, url, headers })
  const { status, headers: given = {}, body = '' } = answers.shift() ?? { status: 500 }
  response.writeHead(status, { 'Content-Type': 'application/json', ...given }).end(body)
}

const server = createServer(answer)
let client: ReturnType<typeof createClient>

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  client = createClient({ url, token: () => 'secret', maxAttempts: 2 })
})
afterAll(() => void server.close())
beforeEach(() => {
  answers = []
  requests = []
})

const json = (body: object): Scripted => ({ status: 200, body: JSON.stringify(body) })
const busy = (status: number): Scripted => ({
  status,
  headers: { 'Retry-After': '0.001', 'X-Error-Code': 'request.throttled', 'X-Request-Id': '7' },
  body: '{"detail": "Please try again."}',
})

describe('the generated client', () => {
  test('fills the path and sends the token and the version', async () => {
    answers = [json({ version: 4 })]

    const thing = await client.call('GET /things/{id}', { params: { id: 'a/b' }, ifMatch: 3 })

    expect(thing).toEqual({ version: 4 })
    expect(requests).toMatchObject([
      {
        method: 'GET',
        url: '/api/v1/things/a%2Fb',
        headers: { authorization: 'Bearer secret', 'if-match': '"3"' },
      },
    ])
  })

  test.each([429, 503])('retries a request after a %d with the same key', async (status) => {
    answers = [busy(status), json({ id: '1' })]

    const made = await client.call('POST /things', { body: { name: 'One' } })

    expect(made).toEqual({ id: '1' })
    expect(requests[0]?.headers['idempotency-key']).toMatch(/^[\da-f-]{36}$/)
    expect(requests[1]?.headers['idempotency-key']).toBe(requests[0]?.headers['idempotency-key'])
  })

  test('gives up after a number of attempts, with the code, the message and the request ID', async () => {
    answers = [busy(429), busy(429)]

    const refused = await client
      .call('POST /things', { body: { name: 'One' } })
      .catch((error: unknown) => error)

    expect(refused).toBeInstanceOf(ApiError)
    expect(refused).toMatchObject({
      status: 429,
      code: 'request.throttled',
      detail: 'Please try again.',
      requestId: '7',
    })
    expect(requests).toHaveLength(2)
  })

  test('throws at once if the service asks to wait for minutes, as after too many wrong passwords', async () => {
    answers = [{ ...busy(429), headers: { 'Retry-After': '840', 'X-Error-Code': 'auth.too_many_attempts' } }]

    const refused = await client
      .call('POST /things', { body: { name: 'One' } })
      .catch((error: unknown) => error)

    expect(refused).toMatchObject({ status: 429, code: 'auth.too_many_attempts' })
    expect(requests).toHaveLength(1)
  })

  test('does not retry a rejected request', async () => {
    answers = [{ status: 422, body: '{"detail": "No."}' }]

    await expect(client.call('DELETE /things/{id}', { params: { id: '1' } })).rejects.toThrow('422: No.')
    expect(requests).toHaveLength(1)
  })

  test('pages through a list with the cursor of each page', async () => {
    answers = [json({ items: ['a', 'b'], next_cursor: 'x y' }), json({ items: ['c'], next_cursor: null })]

    expect(await Array.fromAsync(client.items('GET /things'))).toEqual(['a', 'b', 'c'])
    expect(requests.map(({ url }) => url)).toEqual(['/api/v1/things', '/api/v1/things?cursor=x+y'])
  })

  test('reads the events of a stream and skips its heartbeats', async () => {
    const headers = { 'Content-Type': 'text/event-stream' }
    const body = ':\n\nevent: done\r\nid: 7\r\ndata: {"a":\r\ndata: 1}\r\n\r\n'
    answers = [{ status: 201, headers, body }]

    const events = await Array.fromAsync(client.stream('POST /things', { body: { name: 'One' } }))

    expect(events).toEqual([{ event: 'done', id: '7', data: { a: 1 } }])
  })

  test('imports nothing', () => {
    const empty: ApiDocument = {
      info: { title: 'API', version: '1' },
      paths: {},
      components: { schemas: {} },
    }

    expect(clientSource(empty)).not.toMatch(/^import /m)
  })
})

describe('the TypeScript type of a schema', () => {
  test.each([
    ['a reference', { $ref: '#/components/schemas/Task' }, 'Task'],
    ['an enum', { type: 'string', enum: ['a', "it's"] }, String.raw`'a' | 'it\'s'`],
    ['a constant', { type: 'string', const: 'done' }, "'done'"],
    ['what may be null', { type: ['integer', 'null'] }, 'number | null'],
    [
      'a list of choices',
      { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
      'Array<string | null>',
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, 'Record<string, string>'],
    ['bytes', { type: 'string', format: 'binary' }, 'Blob'],
    ['anything', {}, 'unknown'],
  ])('represents %s', (_, schema, type) => {
    expect(typeSource(schema)).toBe(type)
  })

  test('marks required and read-only fields', () => {
    const schema = {
      type: 'object',
      description: 'A */ thing.',
      required: ['id'],
      properties: { id: { type: 'string', readOnly: true }, 'a-b': { type: 'boolean' } },
    }

    expect(declarationOf('Thing', schema)).toBe(
      "/** A * / thing. */\nexport interface Thing {\n  readonly id: string\n  'a-b'?: boolean | undefined\n}\n",
    )
  })
})

describe('npm run client', () => {
  const command = [`${import.meta.dirname}/../../infra/commands/client.ts`]

  test('writes the client to standard output', async () => {
    expect(await ran(process.execPath, command)).toMatch(/^\/\/ Enterprise platform API .*createClient/s)
  })

  test('prints only its usage with --help', async () => {
    expect(await ran(process.execPath, [...command, '--help'])).toMatch(/^Usage: npm run -s client/)
  })

  test('names the URL if no service responds', async () => {
    const calling = ran(process.execPath, [...command, '--url', 'http://127.0.0.1:9'])

    await expect(calling).rejects.toThrow('http://127.0.0.1:9/openapi.json did not answer.')
  })
})
