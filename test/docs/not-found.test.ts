import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { paramNames } from '../../src/platform/http/spec-rules.ts'
import { notFoundHandler } from '../../src/not-found.ts'
import { scim } from '../../src/scim/protocol.ts'
import { endpoints } from '../support/endpoints.ts'
import { eventOf } from '../support/call.ts'
import { browsers } from '../support/http-clients.ts'

const request = async (httpMethod: string, path: string, headers: Record<string, string> = {}) => {
  const event = {
    httpMethod,
    path,
    headers,
    body: null,
    requestContext: { requestId: randomUUID(), identity: { sourceIp: '192.0.2.1' } },
  } as unknown as APIGatewayProxyEvent
  const { statusCode, body, headers: answered = {} } = await notFoundHandler(event, {} as Context)
  expect(answered['X-Request-Id']).toBe(event.requestContext.requestId)
  return {
    status: statusCode,
    headers: answered,
    text: (body as string | undefined) ?? '',
    body: (body && !body.startsWith('<') ? JSON.parse(body) : undefined) as unknown,
  }
}

const preflight = { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'PUT' }

const configured = process.env['CORS_ORIGINS']

afterEach(() => {
  if (configured === undefined) delete process.env['CORS_ORIGINS']
  else process.env['CORS_ORIGINS'] = configured
})

describe('an unknown path', () => {
  test.each(['/api/v1/nothing', '/api/v1/users/1/2', '/api/v1/users/', '/api/v1/%E0%A4%A'])(
    '%s returns 404',
    async (path) => {
      const { status, body, headers } = await request('GET', path)

      expect(status).toBe(404)
      expect(body).toEqual({ detail: 'This path does not exist.' })
      expect(headers['X-Error-Code']).toBe('request.path_unknown')
      expect(headers['Access-Control-Allow-Origin']).toBe('*')
    },
  )

  test('returns problems in SCIM form below the SCIM path, as does an unsupported method', async () => {
    const [unknown, other] = await Promise.all([
      request('GET', '/api/v1/scim/v2/Me'),
      request('DELETE', '/api/v1/scim/v2/Users'),
    ])

    expect([unknown, other].map(({ body }) => scim.problem.parse(body))).toMatchObject([
      { status: '404', detail: 'This path does not exist.' },
      { status: '405', detail: expect.stringContaining('not DELETE') },
    ])
    expect([unknown, other].map(({ headers }) => headers['Content-Type'])).toEqual([
      'application/scim+json',
      'application/scim+json',
    ])
    expect(other.headers['Allow']).toBe('GET, HEAD, POST, OPTIONS')
  })

  test('returns no body for HEAD', async () => {
    const { status, text } = await request('HEAD', '/api/v1/nothing')

    expect(status).toBe(404)
    expect(text).toBe('')
  })

  test('accepts a preflight, so that the page sees the 404 of the request itself', async () => {
    const { status, headers } = await request('OPTIONS', '/api/v1/nothing', preflight)

    expect(status).toBe(204)
    expect(headers['Access-Control-Allow-Methods']).toContain('PUT')
  })

  test('returns 404 for OPTIONS that is no preflight', async () => {
    const { status } = await request('OPTIONS', '/api/v1/nothing')

    expect(status).toBe(404)
  })
})

describe('an unknown path in a browser', () => {
  const browser = browsers['Safari'] as Record<string, string>
  const Vary = 'Accept, Authorization, Sec-Fetch-Mode'

  test('returns a 404 page with the same message and a link to the start page', async () => {
    const { status, text, headers } = await request('GET', '/nothing', browser)

    expect(status).toBe(404)
    expect(headers).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'X-Error-Code': 'request.path_unknown',
      'Cache-Control': 'no-cache, no-store',
      Vary,
    })
    expect(text).toContain('<p>This path does not exist.</p>')
    expect(text).toContain('<a href="/">')
    expect(text).toContain(headers['X-Request-Id'])
  })

  test('runs nothing and loads only its icon', async () => {
    const { text, headers } = await request('GET', '/nothing', browser)

    expect(headers['Content-Security-Policy']).toMatch(
      new RegExp(
        `^default-src 'none'; style-src 'sha256-[^ ]+'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'$`,
      ),
    )
    expect(text).not.toContain('<script')
  })

  test('does not repeat the URL', async () => {
    const { text } = await request('GET', '/<b>bold</b>', browser)

    expect(text).not.toContain('bold')
  })

  test('links the start page below the path of the service', async () => {
    const before = process.env['PUBLIC_URL']
    process.env['PUBLIC_URL'] = 'https://abc.execute-api.eu-central-1.amazonaws.com/live'

    const { text } = await request('GET', '/nothing', browser).finally(
      () => (process.env['PUBLIC_URL'] = before),
    )

    expect(text).toContain('<a href="/live/">')
    expect(text).toContain('href="/live/favicon.ico"')
  })

  test('returns JSON to clients without a preference, and a Vary header', async () => {
    const { body, headers } = await request('GET', '/nothing', { Accept: '*/*' })

    expect(body).toEqual({ detail: 'This path does not exist.' })
    expect(headers).toMatchObject({ 'Content-Type': 'application/json', Vary })
  })

  test('varies by origin as well if origins are configured', async () => {
    process.env['CORS_ORIGINS'] = 'https://app.example.com'

    const { headers } = await request('GET', '/nothing', browser)

    expect(headers['Vary']).toBe(`${Vary}, Origin`)
  })

  test('returns the headers of the page without a body for HEAD', async () => {
    const { status, text, headers } = await request('HEAD', '/nothing', browser)

    expect([status, text]).toEqual([404, ''])
    expect(headers['Content-Type']).toBe('text/html; charset=utf-8')
  })

  test('returns a page for a path without GET as well', async () => {
    const { status, text, headers } = await request('GET', '/api/v1/auth/login', browser)

    expect(status).toBe(405)
    expect(headers['Allow']).toBe('POST, OPTIONS')
    expect(text).toContain('<p>This path allows POST, OPTIONS, not GET.</p>')
  })

  test('returns JSON for a method other than GET and HEAD', async () => {
    const { status, body } = await request('<I>', '/api/v1/users', browser)

    expect(status).toBe(405)
    expect(body).toEqual({ detail: 'This path allows GET, HEAD, POST, OPTIONS, not <I>.' })
  })

  test.each(['/api/v1/wopi/nothing', '/api/v1/wopi', '/wopi/files/1'])('%s returns JSON', async (path) => {
    const { status, body } = await request('GET', path, browser)

    expect(status).toBe(404)
    expect(body).toEqual({ detail: 'This path does not exist.' })
  })
})

describe('an unsupported method', () => {
  test('returns 405 with the supported ones', async () => {
    const { status, body, headers } = await request('DELETE', '/api/v1/users')

    expect(status).toBe(405)
    expect(headers['Allow']).toBe('GET, HEAD, POST, OPTIONS')
    expect(headers['X-Error-Code']).toBe('request.method_not_allowed')
    expect(body).toEqual({ detail: 'This path allows GET, HEAD, POST, OPTIONS, not DELETE.' })
  })

  test('returns 405 on a path with a parameter', async () => {
    const { status, headers } = await request('PATCH', `/api/v1/users/${randomUUID()}`)

    expect(status).toBe(405)
    expect(headers['Allow']).toBe('DELETE, GET, HEAD, PUT, OPTIONS')
  })

  test('returns 405 without a body for HEAD', async () => {
    const { status, headers, text } = await request('HEAD', '/api/v1/auth/login')

    expect(status).toBe(405)
    expect(headers['Allow']).toBe('POST, OPTIONS')
    expect(text).toBe('')
  })

  test.each(endpoints)('$title belongs to a known path', async ({ handler: { spec }, handler: known }) => {
    const ids = Object.fromEntries(paramNames(spec.path).map((name) => [name, randomUUID()]))
    const params = { ...ids, number: 1, version: '1', name: 'icon.svg' }

    const { status, headers } = await request('PATCH', eventOf(known, { params }).path)

    expect(status).toBe(405)
    expect(headers['Allow']?.toString().split(', ')).toContain(spec.method)
  })
})

describe('OPTIONS', () => {
  test('lists the methods and headers that a page of another origin may send', async () => {
    const { status, headers, text } = await request('OPTIONS', `/api/v1/users/${randomUUID()}`, preflight)

    expect(status).toBe(204)
    expect(text).toBe('')
    expect(headers).toMatchObject({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': 'DELETE, GET, HEAD, PUT',
      'Access-Control-Max-Age': '7200',
      Allow: 'DELETE, GET, HEAD, PUT, OPTIONS',
    })
    for (const name of ['Authorization', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key'])
      expect(headers['Access-Control-Allow-Headers']).toContain(name)
  })

  test('allows only the configured origins', async () => {
    process.env['CORS_ORIGINS'] = 'https://app.example.com, https://other.example.com'

    const allowed = await request('OPTIONS', '/api/v1/users', preflight)
    const refused = await request('OPTIONS', '/api/v1/users', {
      ...preflight,
      Origin: 'https://evil.example',
    })

    expect(allowed.headers['Access-Control-Allow-Origin']).toBe('https://app.example.com')
    expect(allowed.headers['Vary']).toBe('Origin')
    expect(refused.headers['Access-Control-Allow-Origin']).toBeUndefined()
    expect(refused.headers['Vary']).toBe('Origin')
  })
})
