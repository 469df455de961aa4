import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { throttled } from '../../infra/gateway/gateway-responses.ts'
import { notFoundHandler } from '../../src/not-found.ts'
import { problemPages } from '../../src/platform/http/answer/problem-page.ts'
import { endpoint, type EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { maxBodySize, paramNames, fullPath } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { eventOf, streamed, type CallOptions } from '../support/call.ts'
import { endpoints } from '../support/endpoints.ts'
import { browsers, programs } from '../support/http-clients.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

/** All errors of all operations, as clients without configuration receive them. */

type Headers = Record<string, string>

let admin: SignedIn
let user: SignedIn

beforeAll(async () => {
  ;[admin, user] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
})

const paramsFor = (path: string) =>
  Object.fromEntries(paramNames(path).map((name) => [name, name === 'number' ? '1' : randomUUID()]))

const send = (handler: EndpointHandler, options: CallOptions): Promise<APIGatewayProxyResult> => {
  const event = eventOf(handler, { params: paramsFor(handler.spec.path), ...options })
  return handler.spec.stream ? streamed(handler, event) : handler(event, {} as Context)
}

const sendUnrouted = (httpMethod: string, path: string, headers: Headers): Promise<APIGatewayProxyResult> =>
  notFoundHandler(
    {
      httpMethod,
      path,
      headers,
      body: null,
      requestContext: { requestId: randomUUID(), identity: { sourceIp: '192.0.2.1' } },
    } as unknown as APIGatewayProxyEvent,
    {} as Context,
  )

const isProblem = (text: string): boolean => {
  const body = JSON.parse(text) as { detail?: unknown }
  return typeof body.detail === 'string' && body.detail.endsWith('.')
}

/** Returns the status and the format of a response: `401 json`. */
const formOf = ({ statusCode, headers = {}, body }: APIGatewayProxyResult): string => {
  const type = String(headers['Content-Type'])
  if (/^application\/(scim\+)?json$/.test(type) && isProblem(body)) return `${statusCode} json`
  return type === 'text/html; charset=utf-8' && body.startsWith('<!doctype html>')
    ? `${statusCode} page`
    : `${statusCode} ${type}`
}

/** Returns the formats in which all clients receive an error; a single one if they are the same. */
const formsFor = async (
  clients: Record<string, Headers>,
  ask: (headers: Headers) => Promise<APIGatewayProxyResult>,
): Promise<string> => {
  const forms = await Promise.all(
    Object.entries(clients).map(async ([name, headers]) => [formOf(await ask(headers)), name] as const),
  )
  const [[first], ...others] = forms as [(typeof forms)[number], ...typeof forms]
  return others.every(([form]) => form === first) ? first : JSON.stringify(forms)
}

const names = Object.keys(programs)

/** Returns Java's client, and one of the others in turn: a large body and a caller's session take time. */
const twoClients = (index: number): Record<string, Headers> => {
  const [java, other] = [names[0], names[1 + (index % (names.length - 1))]] as [string, string]
  return { [java]: programs[java] as Headers, [other]: programs[other] as Headers }
}

const oneBrowser = { Chromium: browsers['Chromium'] as Headers }

const fewClients = (index: number) => ({ ...twoClients(index), ...oneBrowser })

const isWopi = ({ path }: Spec) => path.startsWith('/wopi/')

const expired = { Authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' }

/** Operations except HEAD, which has no body. */
const operations = endpoints.filter(({ spec }) => spec.method !== 'HEAD')

describe.each(operations.map((one, index) => ({ ...one, index })))('$title', ({ handler, spec, index }) => {
  const isClosed = spec.access !== 'public'
  const path = eventOf(handler, { params: paramsFor(spec.path) }).path
  const pageIf = (isPage: boolean) => (isPage ? 'page' : 'json')

  test.runIf(isClosed)('returns a 401 as JSON, and as a page to a browser that navigates', async () => {
    const ask = (headers: Headers) => send(handler, { headers })
    const isPage = spec.method === 'GET' && !spec.protocol && !isWopi(spec)

    expect(await formsFor(programs, ask)).toBe('401 json')
    expect(await formsFor(browsers, ask)).toBe(`401 ${pageIf(isPage)}`)
    expect(await formsFor(fewClients(index), (headers) => ask({ ...headers, ...expired }))).toBe('401 json')
  })

  test('returns a 404, a 405 and a 413 as JSON, and as a page to a browser that navigates', async () => {
    const methods = operations
      .filter((other) => other.spec.path === spec.path)
      .map((other) => other.spec.method)
    const other = methods.includes('GET') ? 'PROPFIND' : 'GET'
    const isOurs = !spec.protocol && !isWopi(spec)
    const ask = (method: string, at: string) => (headers: Headers) => sendUnrouted(method, at, headers)
    const tooLarge = 'x'.repeat(maxBodySize(spec) + 1)
    const sendMuch = (headers: Headers) => send(handler, { headers, body: tooLarge })

    expect(await formsFor(programs, ask(other, path))).toBe('405 json')
    expect(await formsFor(browsers, ask(other, path))).toBe(`405 ${pageIf(isOurs && other === 'GET')}`)
    expect(await formsFor(twoClients(index), ask('GET', `${path}/no/such/path`))).toBe('404 json')
    expect(await formsFor(oneBrowser, ask('GET', `${path}/no/such/path`))).toBe(`404 ${pageIf(isOurs)}`)
    expect(await formsFor(twoClients(index), sendMuch)).toBe('413 json')
    expect(await formsFor(oneBrowser, sendMuch)).toBe(
      `413 ${pageIf(spec.method === 'GET' && spec.problemPages !== undefined && isOurs)}`,
    )
  })

  test.runIf(spec.access === 'admin' || spec.access === 'agent')('returns a 403 as JSON', async () => {
    const form = await formsFor(fewClients(index), (headers) => send(handler, { as: user, headers }))

    expect(form).toBe('403 json')
  })

  test.runIf(isClosed && !spec.scope && !spec.rawProtocol)('returns a 422 and a 415 as JSON', async () => {
    const ask = (options: CallOptions) =>
      formsFor(fewClients(index), (headers) =>
        send(handler, { as: admin, ...options, headers: { ...headers, ...options.headers } }),
      )
    const body = spec.body && {}

    expect(await ask({ query: { no_such_parameter: 1 }, body })).toBe('422 json')
    if (spec.body && !spec.bodyFormat)
      expect(await ask({ body: 'text', headers: { 'Content-Type': 'text/plain' } })).toBe('415 json')
  })
})

describe('A problem of an operation', () => {
  const refuse = async (): Promise<never> => {
    throw throttled()
  }
  const spec = { access: 'public', summary: 'Refuse', handle: refuse } as const
  const forms = (handler: EndpointHandler) =>
    Promise.all([programs, browsers].map((all) => formsFor(all, (headers) => send(handler, { headers }))))

  test.each([
    ['GET for programs', endpoint('GET /things', spec), ['429 json', '429 json']],
    ['GET for people', endpoint('GET /things', { ...spec, problemPages }), ['429 json', '429 page']],
    ['GET below /wopi', endpoint('GET /wopi/things', { ...spec, problemPages }), ['429 json', '429 json']],
    ['POST', endpoint('POST /things', { ...spec, problemPages }), ['429 json', '429 json']],
    ['PUT', endpoint('PUT /things', { ...spec, problemPages }), ['429 json', '429 json']],
    ['DELETE', endpoint('DELETE /things', { ...spec, problemPages }), ['429 json', '429 json']],
  ])('takes the format that its client reads: %s', async (_, handler, wanted) => {
    expect(fullPath(handler.spec)).toMatch(/^\/api\/v1\//)
    expect(await forms(handler)).toEqual(wanted)
  })

  test('offers a retry on its page if a retry may succeed', async () => {
    const headers = oneBrowser.Chromium

    const { body } = await send(endpoint('GET /things', { ...spec, problemPages }), { headers })

    expect(body).toContain('<a href="">Try again</a>')
  })
})
