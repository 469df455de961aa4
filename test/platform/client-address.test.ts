import type { APIGatewayProxyEvent, Context } from 'aws-lambda'
import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { throttledNetwork } from '../../src/platform/http/request/network.ts'
import { endpoint, type EndpointHandler } from '../../src/platform/http/endpoint.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { notFoundHandler } from '../../src/not-found.ts'
import { call, eventOf, streamed, type CallOptions } from '../support/call.ts'
import { captureLog } from '../support/captured-log.ts'
import { endpoints } from '../support/endpoints.ts'
import { signedIn } from '../support/people.ts'

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

/** Returns the caller's address as an endpoint sees it. */
const echo = endpoint('GET /echo', {
  summary: 'Say who calls',
  access: 'public',
  response: z.object({ address: z.string(), headers: z.array(z.string().nullable()) }),
  handle: async ({ address, header }) => ({
    address,
    headers: ['X-Origin-Secret', 'X-Viewer-Address'].map((name) => header(name) ?? null),
  }),
})

const edge = '192.0.2.7'
const byEdge = (secret: string, viewer = '198.51.100.10'): CallOptions => ({
  headers: { 'X-Origin-Secret': secret, 'X-Viewer-Address': viewer },
  address: edge,
})

/** Calls an endpoint past the distribution; its spec does not declare the 403. */
const refused = async (handler: EndpointHandler, options: CallOptions = {}) => {
  const event = eventOf(handler, options)
  const run = handler.spec.stream ? streamed(handler, event) : handler(event, {} as Context)
  const { statusCode, body } = await run
  return handler.spec.method === 'HEAD' ? { statusCode } : { statusCode, body: JSON.parse(body) as unknown }
}

const refusal = { detail: 'Requests must be sent to the public address of this service.' }

describe('A service behind a distribution', () => {
  beforeEach(() => void (process.env['ORIGIN_SECRET_HASHES'] = [hashOf('one'), hashOf('two')].join(',')))
  afterEach(() => void delete process.env['ORIGIN_SECRET_HASHES'])

  test.each(['one', 'two'])('takes the caller from the distribution, with the secret %s', async (secret) => {
    const { body } = await call(echo, byEdge(secret))

    expect(body).toEqual({ address: '198.51.100.10', headers: [null, null] })
  })

  test('accepts an IPv6 address of the caller', async () => {
    const { body } = await call(echo, byEdge('one', '2001:db8::8a2e:370:7334'))

    expect(body.address).toBe('2001:db8::8a2e:370:7334')
  })

  test('takes the edge for the caller if the distribution names nobody', async () => {
    const { body } = await call(echo, byEdge('one', 'somebody'))

    expect(body.address).toBe(edge)
  })

  test.each(['', 'three', hashOf('one'), 'onetwo'])('returns 403 for the secret "%s"', async (secret) => {
    expect(await refused(echo, byEdge(secret))).toEqual({ statusCode: 403, body: refusal })
  })

  test.each(endpoints)(
    '$title returns 403 without the secret, whatever else is wrong',
    async ({ handler }) => {
      const { statusCode } = await refused(handler, { params: { id: 'no id' }, body: 'no json' })

      expect(statusCode).toBe(403)
    },
  )

  test.each(['GET', 'OPTIONS', 'PATCH'])('returns 403 for %s of an unknown path', async (httpMethod) => {
    const event = { ...eventOf(echo), httpMethod, path: '/api/v1/users' } as APIGatewayProxyEvent
    event.headers = { Origin: 'https://example.com', 'Access-Control-Request-Method': 'GET' }

    const { statusCode, body } = await notFoundHandler(event, {} as Context)

    expect([statusCode, JSON.parse(body)]).toEqual([403, refusal])
  })

  test('treats a function that is run by its name as part of the request that runs it', async () => {
    const as = await signedIn()

    const { body } = await call(invokeFunction, {
      ...byEdge('one'),
      as,
      params: { name: 'wiki_list_spaces' },
      body: {},
    })

    expect(body.result).toMatchObject({ items: [] })
  })

  test('logs the address of the caller, and no secret', async () => {
    const log = captureLog()
    await call(echo, byEdge('one')).finally(log.release)

    const line = JSON.parse(log.text()) as object
    expect(line).toMatchObject({ message: 'request', address: '198.51.100.10' })
    expect(JSON.stringify(line)).not.toContain('one')
  })
})

test('ignores a claimed address without a distribution', async () => {
  const { body } = await call(echo, { ...byEdge('one'), address: '192.0.2.1' })

  expect(body.address).toBe('192.0.2.1')
})

describe('throttledNetwork', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1::1', '2001:db8:1:0::/64'],
    ['2001:db8::1:0:0:1', '2001:db8:0:0::/64'],
    ['1::8', '1:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
  ])('maps %s to %s', (address, network) => {
    expect(throttledNetwork(address)).toBe(network)
  })
})
