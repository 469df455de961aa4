import { describe, expect, test } from 'vitest'
import { accessLog, api } from '../../infra/gateway/api.ts'
import { apiDocument } from '../../infra/gateway/api-document.ts'
import { loadEndpoints } from '../../infra/generation/endpoints.ts'
import { functions } from '../../infra/functions/functions.ts'
import { streaming } from '../../src/platform/http/exchange/response-stream.ts'
import { fullPath } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'

const endpoints = await loadEndpoints()
const document = apiDocument(endpoints)

const spec: Spec = { method: 'GET', path: '/files/{id}/content', summary: 'Read a file' }

const integrationOf = (of: typeof document, path: string, method: string) => {
  const operation = of.paths[path]?.[method]
  if (!operation) throw new Error(`${method} ${path} is not in the document.`)
  return operation['x-amazon-apigateway-integration']
}

describe('the API', () => {
  test('sends each route to its function, HEAD like GET, and everything else to unrouted', () => {
    const heads = new Set(endpoints.flatMap(({ spec }) => (spec.method === 'HEAD' ? [spec.path] : [])))
    for (const { functionName, spec } of endpoints) {
      const isHead = spec.method === 'GET' && !heads.has(spec.path)
      const methods = [spec.method.toLowerCase(), ...(isHead ? ['head'] : [])]
      for (const method of methods)
        expect(integrationOf(document, fullPath(spec), method).uri['Fn::Sub']).toContain(
          `:function:\${AWS::StackName}-${functionName}/`,
        )
    }
    for (const path of [...endpoints.map(({ spec }) => fullPath(spec)), '/', '/{proxy+}'])
      expect(integrationOf(document, path, 'x-amazon-apigateway-any-method').uri['Fn::Sub']).toContain(
        '-unrouted/invocations',
      )
  })

  test('invokes streaming endpoints through Lambda’s streaming API, also for HEAD', () => {
    const made = apiDocument([{ functionName: 'files-read-content', spec: { ...spec, stream: streaming } }])

    for (const method of ['get', 'head'])
      expect(integrationOf(made, '/api/v1/files/{id}/content', method)).toMatchObject({
        responseTransferMode: 'STREAM',
        uri: {
          'Fn::Sub': expect.stringMatching(/lambda:path\/2021-11-15\/.*\/response-streaming-invocations$/),
        },
      })
  })

  test('declares the parameters of its paths', () => {
    const made = apiDocument([{ functionName: 'files-read-content', spec }])

    expect(made.paths['/api/v1/files/{id}/content']?.['get']?.parameters.map(({ name }) => name)).toEqual([
      'id',
    ])
    expect(made.paths['/{proxy+}']?.['x-amazon-apigateway-any-method']?.parameters).toMatchObject([
      { name: 'proxy' },
    ])
  })

  test('throws if API Gateway would refuse a route', () => {
    const other: Spec = { method: 'GET', path: '/files/{file_id}', summary: 'Read another' }

    expect(() =>
      apiDocument([
        { functionName: 'a', spec },
        { functionName: 'b', spec: other },
      ]),
    ).toThrow(/calls \{file_id\}/)
  })

  test('gets a new deployment only when a route changes', async () => {
    const deploymentOf = (resources: object) =>
      Object.keys(resources).find((id) => id.startsWith('Deployment'))

    const [first, second] = [await api(), await api()]

    expect(deploymentOf(first.Resources)).toMatch(/^Deployment[0-9a-f]{12}$/)
    expect(deploymentOf(second.Resources)).toBe(deploymentOf(first.Resources))
  })

  test('ends slow requests with a 503 before Lambda stops the function', async () => {
    const timeouts = (await functions()) as Record<string, { timeout: number }>

    for (const { functionName: name, spec } of endpoints)
      expect(
        integrationOf(document, fullPath(spec), spec.method.toLowerCase()).timeoutInMillis,
        name,
      ).toBeLessThan((timeouts[name]?.timeout ?? 0) * 1_000)
  })

  test('logs routes instead of paths and queries, which may contain tokens', () => {
    expect(Object.values(accessLog)).toContain('$context.resourcePath')
    expect(Object.values(accessLog).filter((value) => /path|query|header|user|caller/i.test(value))).toEqual([
      '$context.resourcePath',
    ])
  })
})

describe('gateway responses', () => {
  const responses = Object.entries(document['x-amazon-apigateway-gateway-responses'])

  test.each(responses)('%s has the shape of all errors', (_, { responseParameters, responseTemplates }) => {
    expect(JSON.parse(responseTemplates['application/json'])).toEqual({
      detail: expect.stringMatching(/\.$/),
    })
    expect(responseParameters).toMatchObject({
      'gatewayresponse.header.X-Request-Id': 'context.requestId',
      'gatewayresponse.header.X-Error-Code': expect.stringMatching(/^'[a-z_]+\.[a-z_]+'$/),
      'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
    })
  })

  test('answers 404 for an unknown path, and never 502 or 504', () => {
    const statuses = Object.fromEntries(responses.map(([type, { statusCode }]) => [type, statusCode]))

    expect(statuses).toMatchObject({
      DEFAULT_4XX: undefined,
      DEFAULT_5XX: '500',
      MISSING_AUTHENTICATION_TOKEN: '404',
      REQUEST_TOO_LARGE: '413',
      THROTTLED: '429',
      QUOTA_EXCEEDED: '429',
      INTEGRATION_FAILURE: '503',
      INTEGRATION_TIMEOUT: '503',
    })
  })

  test('adds Retry-After to every 429 and 503', () => {
    for (const [type, { statusCode = '', responseParameters }] of responses)
      expect('gatewayresponse.header.Retry-After' in responseParameters, type).toBe(
        ['429', '503'].includes(statusCode),
      )
  })
})
