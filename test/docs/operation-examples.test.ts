import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operationExamples } from '../../infra/openapi/operation-examples.ts'
import { exampleUrl } from '../../src/docs/own-address.ts'
import document from '#generated/openapi.json' with { type: 'json' }
import { endpoints } from '../support/endpoints.ts'

interface Operation {
  operationId: string
  security?: []
  requestBody?: { content: Record<string, { example: unknown }> }
  responses: Record<string, { content: Record<string, { example: unknown }> }>
  'x-codeSamples': { lang: string; source: string }[]
}

const operations = Object.values(document.paths as Record<string, object>)
  .flatMap((item) => Object.entries(item) as [string, Operation][])
  .filter(([, { operationId }]) => operationId in operationExamples)
  .map(([method, operation]) => ({ method: method.toUpperCase(), ...operation }))

const specOf = (operationId: string) =>
  endpoints.find(({ name }) => name.replaceAll('-', '_') === operationId)?.spec

const json = 'application/json'

describe('examples of the most frequent operations', () => {
  test('belong to existing operations', () => {
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      Object.keys(operationExamples).sort(),
    )
  })

  test.each(operations)('show a valid response of $operationId', ({ operationId, responses }) => {
    const answer = Object.values(responses)[0]?.content[json]?.example

    expect(answer).toEqual(specOf(operationId)?.response?.parse(answer))
  })
})

interface Received {
  method?: string | undefined
  path?: string | undefined
  authorization?: string | undefined
  body: unknown
}

const received: Received[] = []
let server: Server
let url: string

const receive = async (request: IncomingMessage, response: ServerResponse) => {
  const text = Buffer.concat(await request.toArray()).toString()
  const { authorization } = request.headers
  received.push({
    method: request.method,
    path: request.url,
    authorization,
    body: text && JSON.parse(text),
  })
  response.end('{}')
}

beforeAll(async () => {
  server = createServer((request, response) => void receive(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
})

afterAll(() => void server.close())

const run = promisify(execFile)

/** Substitute for Python's `requests`, which is not installed everywhere, for the samples. */
const requests = `
import sys, types, urllib.request, json as _json
def send(method):
    def call(url, headers={}, json=None):
        body = None if json is None else _json.dumps(json).encode()
        with urllib.request.urlopen(urllib.request.Request(url, body, headers, method=method)) as answer:
            return types.SimpleNamespace(status_code=answer.status, json=lambda: None)
    return call
sys.modules["requests"] = types.SimpleNamespace(get=send("GET"), post=send("POST"), put=send("PUT"))
token = "secret"
`

/** Runners by language, which run all samples of a language in one process, since separate processes are slow. */
const runners: Record<string, (sources: string[]) => Promise<unknown>> = {
  Shell: (sources) => run('bash', ['-c', ['set -e; token=secret', ...sources].join('\n')]),
  Python: (sources) => run('python3', ['-c', [requests, ...sources].join('\n')]),
  JavaScript: async (sources) => {
    const AsyncFunction = (async () => {}).constructor as FunctionConstructor
    const silent = { log: () => {} }
    for (const source of sources) await new AsyncFunction('token', 'console', source)('secret', silent)
  },
}

const isInstalled = async (program: string) =>
  run(program, ['--version']).then(
    () => true,
    () => false,
  )

const programs: Record<string, string> = { Shell: 'curl', Python: 'python3', JavaScript: 'node' }

describe.each(Object.keys(runners))('the samples in %s', async (lang) => {
  const absent = (await isInstalled(programs[lang] as string)) ? '' : `: SKIPPED, no ${programs[lang]} here`

  test.skipIf(absent !== '')(`send the requests of the examples${absent}`, async () => {
    const sources = operations.map(
      (operation) => operation['x-codeSamples'].find((one) => one.lang === lang)?.source,
    )
    received.length = 0

    await runners[lang]?.(sources.map((source) => String(source).replaceAll(exampleUrl, url)))

    const sent = operations.map(({ operationId, method, security, requestBody }) => {
      const { params = {}, query = {} } = operationExamples[operationId] ?? {}
      const path = `/api/v1${specOf(operationId)?.path}`.replace('{id}', params['id'] ?? '')
      return {
        method,
        path: path + (Object.keys(query).length > 0 ? `?${String(new URLSearchParams(query))}` : ''),
        authorization: security ? undefined : 'Bearer secret',
        body: requestBody?.content[json]?.example ?? '',
      }
    })
    expect(received).toEqual(sent)
  })
})
