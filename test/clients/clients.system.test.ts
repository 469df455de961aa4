import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiDocument } from '../../infra/client/source.ts'
import { registerUser } from '../../src/users/registration.ts'
import document from '#generated/openapi.json' with { type: 'json' }
import { givenProvider } from '../support/given-provider.ts'
import { scriptedModelId } from '../support/scripted-provider.ts'
import { startService, type RunningService } from '../support/service.ts'
import type { Flow } from './flows/flow.ts'
import { compile, generate, generateOwn, generators, installed, ran } from './generators.ts'

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

describe('the generated client', () => {
  beforeAll(() => generateOwn(document as unknown as ApiDocument))

  test('compiles strictly by itself and where it is used', async () => {
    expect(await compile('tsconfig.own.json')).toBe('')
  })

  test('signs in, pages, updates, uploads, reads a stream and handles a rejection', async () => {
    expect(await outcomeOf('own')).toEqual(expected)
  })
})

describe.skipIf(!isInstalled)(`clients of other generators${absent}`, () => {
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
