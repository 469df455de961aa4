import type { Context } from 'aws-lambda'
import { describe, expect, test } from 'vitest'
import { endpoint } from '../../src/platform/http/endpoint.ts'
import { multiRouteFunction } from '../../src/platform/http/multi-route-function.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { eventOf } from '../support/call.ts'

const answering = (route: 'GET /things' | 'POST /things' | 'GET /things/{id}') =>
  endpoint(route, {
    access: 'public',
    summary: 'Say which endpoint it is',
    response: z.object({ route: z.string() }),
    handle: async () => ({ route }),
  })

const [list, create, read] = [
  answering('GET /things'),
  answering('POST /things'),
  answering('GET /things/{id}'),
]
const things = multiRouteFunction([list, create, read])
const params = { id: '019a0000-0000-7000-8000-000000000000' }

describe('A function of several endpoints', () => {
  test.each([
    ['GET /things', list, {}],
    ['POST /things', create, {}],
    ['GET /things/{id}', read, { params }],
  ])('passes %s to its endpoint', async (route, handler, options) => {
    const { body } = await things(eventOf(handler, options), {} as Context)

    expect(body).toBe(JSON.stringify({ route }))
  })

  test('passes HEAD to the endpoint of GET', async () => {
    const { statusCode, body } = await things({ ...eventOf(list), httpMethod: 'HEAD' }, {} as Context)

    expect([statusCode, body]).toEqual([200, ''])
  })

  test('throws for a route of another function', () => {
    expect(() => things({ ...eventOf(list), httpMethod: 'DELETE' }, {} as Context)).toThrow('DELETE')
  })
})
