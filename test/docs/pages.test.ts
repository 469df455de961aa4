import type { Context } from 'aws-lambda'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { assetNames, assetPath, loadAsset, assetVersion } from '../../src/pages/asset.ts'
import { readAsset } from '../../src/docs/endpoints/read-asset.ts'
import { readDocs } from '../../src/docs/endpoints/read-docs.ts'
import { readOpenapi } from '../../src/docs/endpoints/read-openapi.ts'
import { readRedoc } from '../../src/docs/endpoints/read-redoc.ts'
import { call, eventOf, raw, type CallOptions } from '../support/call.ts'
import { world } from '../support/world.ts'

/** Maximum size of a response of Lambda. */
const largest = 6 * 1024 * 1024

const params = { name: 'swagger-ui-bundle.js', version: assetVersion('swagger-ui-bundle.js') }

/** Returns the response as the gateway gets it, with bytes in Base64. */
const answerOf = (handler: EndpointHandler, options: CallOptions) =>
  handler(eventOf(handler, options), {} as Context)

/** License texts of the bundled packages. */
const licenseFiles = [
  'swagger-ui-dist/NOTICE',
  'swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt',
  'redoc/LICENSE',
  'redoc/bundles/redoc.standalone.js.LICENSE.txt',
].map((file) => join(import.meta.dirname, '../../node_modules', file))

const accepting = (encoding: string) => ({ headers: { 'Accept-Encoding': encoding } })

describe('GET /openapi.json', () => {
  test('returns the document with the address of this service', async () => {
    const { status, body, headers } = await call(readOpenapi)

    expect(status).toBe(200)
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: world().publicUrl }] })
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'public, no-cache' })
  })

  test('returns 304 to a client that has the document', async () => {
    const { headers } = await call(readOpenapi)

    const again = await call(readOpenapi, { headers: { 'If-None-Match': headers['etag'] as string } })
    const other = await call(readOpenapi, { headers: { 'If-None-Match': '"other"' } })

    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    expect(other.status).toBe(200)
  })

  test('compresses the document for clients that accept it, with a separate ETag', async () => {
    const plain = await call(readOpenapi)

    const { body, headers, isBase64Encoded } = await answerOf(readOpenapi, accepting('gzip, deflate, br'))

    expect(isBase64Encoded).toBe(true)
    expect(headers).toMatchObject({ 'Content-Encoding': 'br', Vary: 'Accept-Encoding' })
    expect(headers?.['ETag']).not.toBe(plain.headers['etag'])
    expect(brotliDecompressSync(Buffer.from(body, 'base64')).toString()).toBe(plain.text)
  })

  test('rejects an unknown query parameter', async () => {
    const { status } = await call(readOpenapi, { query: { page: raw(1) } })

    expect(status).toBe(422)
  })
})

describe.each([
  { title: 'GET /docs', handler: readDocs },
  { title: 'GET /redoc', handler: readRedoc },
])('$title', ({ handler }) => {
  test('loads only our own files', async () => {
    const { status, text, headers } = await call(handler)

    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    const addresses = [...text.matchAll(/(?:src|href|data-document)="([^"]*)"/g)].map(
      ([, address]) => address,
    )
    expect(addresses.length).toBeGreaterThanOrEqual(6)
    const links = ['/', '/docs', '/redoc', '/openapi.json', '/openapi.yaml']
    expect(addresses).toEqual(expect.arrayContaining(links))
    const known = [...links, ...assetNames.map(assetPath)]
    expect(addresses.filter((address) => !known.includes(String(address)))).toEqual([])
  })

  test('sends a policy that runs no inline or foreign scripts', async () => {
    const { text, headers } = await call(handler)

    const policy = headers['content-security-policy']
    const source = `${process.env['PUBLIC_URL']}/docs/assets/`
    expect(policy).toContain(`default-src 'none'; script-src ${source}; style-src ${source}`)
    expect(policy).not.toContain('unsafe')
    expect(policy).toContain("frame-ancestors 'none'")
    expect(text).not.toMatch(/<script[^>]*>[^<]/)
  })
})

describe('GET /docs', () => {
  afterEach(() => {
    delete process.env['DEMO_PEOPLE']
  })

  test('offers no demo people if there are none', async () => {
    const { text } = await call(readDocs)

    expect(text).toContain('id="sign-in"')
    expect(text).not.toContain('id="people"')
    expect(text).toContain('data-password=""')
  })

  test('offers the demo people, whatever their names', async () => {
    const people = [{ email: 'a&b@example.com', name: '<b>Ada</b>', role: 'user' }]
    process.env['DEMO_PEOPLE'] = JSON.stringify({ password: '"quoted"', people })

    const { text } = await call(readDocs)

    expect(text).toContain('value="a&amp;b@example.com"')
    expect(text).toContain('&lt;b&gt;Ada&lt;/b&gt;')
    expect(text).toContain('data-password="&quot;quoted&quot;"')
  })
})

describe('GET /redoc', () => {
  test('uses a new nonce each time', async () => {
    const nonces = await Promise.all(
      [1, 2].map(
        async () =>
          /'nonce-([^']+)'/.exec((await call(readRedoc)).headers['content-security-policy'] ?? '')?.[1],
      ),
    )

    expect(nonces[0]).toMatch(/^.{22,}$/)
    expect(nonces[0]).not.toBe(nonces[1])
  })
})

describe('GET /docs/assets/{version}/{name}', () => {
  test.each(assetNames)('allows %s to be cached permanently', async (name) => {
    const { status, text, headers } = await call(readAsset, {
      params: { name, version: assetVersion(name) },
    })

    expect(status).toBe(200)
    expect(text).toBe(loadAsset(name))
    expect(text.length).toBeGreaterThan(50)
    expect(Buffer.byteLength(text)).toBeLessThan(largest)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(headers['content-type']).toMatch(
      /^((text\/(css|javascript|plain)|application\/json); charset=utf-8|image\/svg\+xml)$/,
    )
  })

  test('serves the notices of everything in the bundles of Swagger UI and Redoc', async () => {
    const name = 'third-party-notices.txt'

    const { status, text } = await call(readAsset, { params: { name, version: assetVersion(name) } })

    expect(status).toBe(200)
    expect(text).toMatch(/^swagger-ui-dist [\d.]+ \(Apache-2\.0\)\n/m)
    expect(text).toMatch(/^redoc [\d.]+ \(MIT\)\n/m)
    expect(text).toContain('Apache License\n')
    for (const file of licenseFiles) expect(text).toContain(readFileSync(file, 'utf8').trim())
    for (const contained of ['decko', 'stickyfill', 'immutable', 'react-dom', 'swagger-client'])
      expect(text).toMatch(new RegExp(`^${contained}$`, 'm'))
  })

  test('links the notices on both pages', async () => {
    const pages = await Promise.all([call(readDocs), call(readRedoc)])

    for (const { text } of pages)
      expect(text).toContain(`<a href="${assetPath('third-party-notices.txt')}">Licenses</a>`)
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('compresses with %s', async (encoding, decompress) => {
    const { body, headers, isBase64Encoded } = await answerOf(readAsset, { params, ...accepting(encoding) })

    expect(headers?.['Content-Encoding']).toBe(encoding)
    expect(isBase64Encoded).toBe(true)
    expect(body.length).toBeLessThan(1024 * 1024)
    expect(decompress(Buffer.from(body, 'base64')).toString()).toBe(loadAsset('swagger-ui-bundle.js'))
  })

  test('does not compress for clients that reject it', async () => {
    const { headers } = await call(readAsset, { params, ...accepting('br;q=0, gzip;q=0.0, identity') })

    expect(headers['content-encoding']).toBeUndefined()
  })

  test('does not allow permanent caching under another version', async () => {
    const { status, headers } = await call(readAsset, { params: { ...params, version: 'older' } })

    expect(status).toBe(200)
    expect(headers['cache-control']).toBe('public, no-cache')
  })

  test('lists the existing files if another one is requested', async () => {
    const { status, detail } = await call(readAsset, { params: { ...params, name: 'package.json' } })

    expect(status).toBe(422)
    expect(detail).toContain('icon.svg')
  })
})
