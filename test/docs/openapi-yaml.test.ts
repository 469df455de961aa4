import type { Context } from 'aws-lambda'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { notFoundHandler } from '../../src/not-found.ts'
import { readOpenapiYaml } from '../../src/docs/endpoints/read-openapi-yaml.ts'
import { readOpenapi } from '../../src/docs/endpoints/read-openapi.ts'
import { call, eventOf, raw } from '../support/call.ts'

describe('GET /openapi.yaml', () => {
  test('returns the document of /openapi.json', async () => {
    const json = await call(readOpenapi)

    const { status, text, headers } = await call(readOpenapiYaml)

    expect(status).toBe(200)
    expect(parse(text)).toEqual(json.body)
    expect(headers).toMatchObject({ 'content-type': 'application/yaml', 'cache-control': 'public, no-cache' })
  })

  test('contains no anchors, which some YAML parsers reject', async () => {
    const { text } = await call(readOpenapiYaml)

    expect(text).not.toMatch(/: [&*]\w+$/m)
    expect(text).toMatch(/^openapi: 3\./)
  })

  test('returns 304 to a client that has the document', async () => {
    const { headers } = await call(readOpenapiYaml)

    const again = await call(readOpenapiYaml, { headers: { 'If-None-Match': headers['etag'] as string } })
    const other = await call(readOpenapiYaml, { headers: { 'If-None-Match': '"other"' } })

    expect(again.status).toBe(304)
    expect(again.text).toBe('')
    expect(other.status).toBe(200)
  })

  test('compresses the document for clients that accept it', async () => {
    const plain = await call(readOpenapiYaml)

    const event = eventOf(readOpenapiYaml, { headers: { 'Accept-Encoding': 'gzip' } })
    const { body, headers, isBase64Encoded } = await readOpenapiYaml(event, {} as Context)

    expect(headers).toMatchObject({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' })
    expect(isBase64Encoded).toBe(true)
    expect(gunzipSync(Buffer.from(body, 'base64')).toString()).toBe(plain.text)
  })

  test('allows pages of another origin to read the document', async () => {
    const headers = { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'GET' }
    const event = { ...eventOf(readOpenapiYaml, { headers }), httpMethod: 'OPTIONS' }

    const preflight = await notFoundHandler(event, {} as Context)
    const answer = await call(readOpenapiYaml, { headers })

    expect(preflight.headers?.['Access-Control-Allow-Methods']).toBe('GET, HEAD')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  test('rejects an unknown query parameter', async () => {
    const { status } = await call(readOpenapiYaml, { query: { page: raw(1) } })

    expect(status).toBe(422)
  })
})
