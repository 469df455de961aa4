import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerUser } from '../../src/users/registration.ts'
import { givenProvider } from '../support/given-provider.ts'
import { scriptedModelId } from '../support/scripted-provider.ts'
import { startService, type RunningService } from '../support/service.ts'
import type { Flow } from './flows/flow.ts'
import { retryingFetch } from './recipes/retries.ts'
import { compile, generate, generators, installed, ran } from './generators.ts'

const isInstalled = await installed()
const absent = isInstalled ? '' : ': SKIPPED, because npm install in test/clients failed'

const provider = await givenProvider()
let service: RunningService

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Runs the flow of a client against the service, as a new person. */
const outcomeOf = async (name: string) => {
  const given = { email: `${randomUUID()}@example.com`, password: 'a long enough password' }
  await registerUser({ email: given.email, name: 'Ada Lovelace', role: 'user' }, given.password)
  provider.say('Yes.')
  const { flow } = (await import(`./flows/${name}.ts`)) as { flow: Flow }
  return flow({ url: service.url, model: scriptedModelId, ...given })
}

const expected = {
  titles: ['Gamma', 'Beta', 'Alpha'],
  renamed: 'Delta',
  fileStatus: 'ready',
  events: ['message', 'delta', 'done'],
  text: 'Yes.',
  refusal: { status: 404, detail: 'The task does not exist.' },
}

describe.skipIf(!isInstalled)(`clients of generators${absent}`, () => {
  beforeAll(async () => {
    await Promise.all(generators.map(generate))
  })

  test.each(['tsconfig.json', 'tsconfig.hey-api.json'])('compile strictly with %s', async (project) => {
    expect(await compile(project)).toBe('')
  })

  test.each(generators)(
    '%s: signs in, pages, updates, uploads, reads a stream and handles a rejection',
    async (name) => {
      expect(await outcomeOf(name)).toEqual(expected)
    },
  )
})

test('retryingFetch repeats a request to a busy service with the same key, and no other', async () => {
  const keys: unknown[] = []
  const statuses = [503, 429, 404]
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    response.writeHead(statuses[keys.length - 1] ?? 500, { 'Retry-After': '0.01' }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const { status } = await retryingFetch()(url, { method: 'POST', body: '{}' })
  server.close()

  expect(status).toBe(404)
  expect(keys).toEqual(Array(3).fill(expect.stringMatching(/^[\da-f-]{36}$/)))
  expect(new Set(keys).size).toBe(1)
})

describe.skipIf(!isInstalled)(`linters of OpenAPI documents${absent}`, () => {
  const openapi = '../../.generated/openapi.json'

  test('Redocly finds no problem beyond its configured exceptions', async () => {
    const args = ['lint', openapi, '--config', 'redocly.yaml', '--format', 'json']

    expect(JSON.parse(await ran('node_modules/.bin/redocly', args))).toMatchObject({ problems: [] })
  })

  test('Spectral finds no problem beyond its configured exceptions', async () => {
    const args = ['lint', openapi, '--ruleset', 'spectral.yaml', '-f', 'json', '-F', 'hint', '--quiet']

    expect(JSON.parse(await ran('node_modules/.bin/spectral', args))).toEqual([])
  })
})
