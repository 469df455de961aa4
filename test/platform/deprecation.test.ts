import { describe, expect, test } from 'vitest'
import { loadEndpoints } from '../../infra/generation/endpoints.ts'
import { openApiDocument } from '../../infra/openapi/document.ts'
import { endpoint } from '../../src/platform/http/endpoint.ts'
import type { Deprecation } from '../../src/platform/http/exchange/deprecation.ts'
import * as z from '../../src/platform/schema/schema.ts'
import { call, raw } from '../support/call.ts'
import { pages } from '../../src/wiki/page/page.ts'

const announced: Deprecation = {
  since: '2026-01-01',
  sunset: '2027-01-31',
  link: 'https://example.com/changes',
}

/** Returns a deprecated operation that rejects `wanted=no`. */
const givenOld = (deprecated: Deprecation) =>
  endpoint('GET /health/old', {
    summary: 'Check the old way',
    description: 'It says the same as the new way.',
    access: 'public',
    deprecated,
    query: z.strictObject({ wanted: z.string().optional().meta({ description: 'What is wanted.' }) }),
    response: z
      .object({ status: z.literal('ok').meta({ description: 'Always `ok`.' }) })
      .meta({ id: 'OldHealth', description: 'Health.' }),
    problems: [pages.absent],
    handle: async ({ query }) => {
      if (query.wanted === 'no') throw pages.absent()
      return { status: 'ok' as const }
    },
  })

const documentWith = async (deprecated: Deprecation) => {
  const { spec } = givenOld(deprecated)
  const [first] = await loadEndpoints()
  return openApiDocument([{ ...first!, name: 'health-read-old', area: 'health', spec }])
}

describe('A deprecated operation', () => {
  test.each([
    ['a success', {}, 200],
    ['a refusal of its own', { wanted: 'no' }, 404],
    ['a refusal of what is asked', { unknown: 'x' }, 422],
  ])('announces its sunset in %s', async (_, query, expected) => {
    const { status, headers } = await call(givenOld(announced), { query: raw(query) })

    expect(status).toBe(expected)
    expect(headers).toMatchObject({
      deprecation: '@1767225600',
      sunset: 'Sun, 31 Jan 2027 00:00:00 GMT',
      link: '<https://example.com/changes>; rel="deprecation"; type="text/html"',
    })
  })

  test('exposes its headers to pages in a browser', async () => {
    const { headers } = await call(givenOld(announced), { headers: { Origin: 'https://app.example.com' } })

    const exposed = headers['access-control-expose-headers']?.split(', ')
    expect(exposed).toEqual(expect.arrayContaining(['Deprecation', 'Sunset', 'Link']))
  })

  test('sends no link without a page about the deprecation', async () => {
    const { headers } = await call(givenOld({ since: '2026-01-01', sunset: '2027-01-31' }))

    expect(headers).toMatchObject({ deprecation: '@1767225600' })
    expect(headers).not.toHaveProperty('link')
  })

  test('appears in the document with the date and the headers', async () => {
    const document = await documentWith(announced)

    expect(document.paths['/api/v1/health/old']?.['get']).toMatchObject({
      deprecated: true,
      'x-sunset': '2027-01-31',
      description: expect.stringMatching(
        /^Deprecated since 2026-01-01; it answers until 2027-01-31[.] See https:/,
      ),
      responses: { 200: { headers: { Deprecation: { example: '@1767225600' }, Sunset: expect.anything() } } },
    })
  })

  test('must stay for twelve months', async () => {
    await expect(documentWith({ since: '2026-01-02', sunset: '2027-01-01' })).rejects.toThrow(
      'must answer for 12 months after 2026-01-02',
    )
  })
})

test('sends no deprecation headers for other operations', async () => {
  const { readHealth } = await import('../../src/health/endpoints/read-health.ts')

  const { headers } = await call(readHealth)

  expect(headers).not.toHaveProperty('deprecation')
  expect(headers).not.toHaveProperty('sunset')
})
