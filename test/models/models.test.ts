import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listModels } from '../../src/models/endpoints/list-models.ts'
import {
  findConfiguredModel,
  defaultModel,
  findModel,
  availableModels,
} from '../../src/models/configured-models.ts'
import { call, raw } from '../support/call.ts'
import { configureModels, configureModelsText } from '../support/configured-models.ts'
import { givenGroup } from '../support/given-group.ts'
import { signedIn } from '../support/people.ts'
import { generateParts, passage, user } from './given-request.ts'

let restore: (() => void) | undefined

const configure = async (...entries: object[]) => {
  restore?.()
  restore = await configureModels(...entries)
}

afterEach(() => restore?.())

const anybody = { role: 'user', groups: [] } as const

const entry = {
  id: 'fast',
  name: 'Fast',
  provider: 'openai-compatible',
  base_url: 'https://models.example.com/v1/',
  model: 'fast-1-large',
  context_window: 128_000,
  max_output_tokens: 4_096,
}

describe('GET /models', () => {
  let person: Awaited<ReturnType<typeof signedIn>>

  beforeAll(async () => {
    person = await signedIn()
  })

  test('lists the embedded model as the default if none is configured', async () => {
    await configure()

    const { status, body } = await call(listModels, { as: person })

    expect(status).toBe(200)
    expect(body).toEqual({
      items: [
        {
          id: 'extractive',
          name: 'Quotations',
          provider: 'embedded',
          description: expect.any(String),
          context_window: 32_000,
          max_output_tokens: 2_000,
          capabilities: { functions: false, streaming: true, vision: false },
          is_default: true,
        },
      ],
      next_cursor: null,
    })
  })

  test('lists configured models without their endpoints and their names at the provider', async () => {
    await configure({ ...entry, is_default: true, capabilities: { vision: true } })

    const { body, text } = await call(listModels, { as: person })

    expect(
      body.items.map(({ id, is_default }: { id: string; is_default: boolean }) => [id, is_default]),
    ).toEqual([
      ['fast', true],
      ['extractive', false],
    ])
    expect(body.items[0]).toMatchObject({
      description: null,
      capabilities: { functions: true, streaming: true, vision: true },
    })
    expect(text).not.toContain('example.com')
    expect(text).not.toContain('fast-1-large')
  })

  test('returns models page by page, the default first, then by name', async () => {
    await configure(
      { ...entry, id: 'z', name: 'Alpha' },
      { ...entry, id: 'y', name: 'beta' },
      { ...entry, id: 'x' },
    )
    const ids: string[] = []
    let cursor: string | undefined

    do {
      const { body } = await call(listModels, { as: person, query: { limit: 1, cursor } })
      ids.push(...body.items.map(({ id }: { id: string }) => id))
      cursor = body.next_cursor ?? undefined
    } while (cursor)

    expect(ids).toEqual(['extractive', 'z', 'y', 'x'])
  })

  test('lists a model for some groups only to their members and administrators', async () => {
    const [member, admin] = await Promise.all([signedIn(), signedIn({ role: 'admin' })])
    const groups = [(await givenGroup()).id, (await givenGroup(member)).id]
    await configure({ ...entry, groups })

    const answers = await Promise.all([person, member, admin].map((as) => call(listModels, { as })))

    expect(answers.map(({ body }) => body.items.map(({ id }: { id: string }) => id))).toEqual([
      ['extractive'],
      ['extractive', 'fast'],
      ['extractive', 'fast'],
    ])
    expect(answers[1]?.text).not.toContain(groups[1])
  })

  test('rejects people who are not signed in', async () => {
    const { status } = await call(listModels)

    expect(status).toBe(401)
  })

  test('rejects an unknown parameter', async () => {
    const { status, detail } = await call(listModels, { as: person, query: raw({ provider: 'bedrock' }) })

    expect(status).toBe(422)
    expect(detail).toContain('provider')
  })
})

describe('the models', () => {
  beforeEach(() => configure(entry))

  test('finds a model by its ID', async () => {
    const [found, missing] = [await findModel(anybody, 'fast'), await findModel(anybody, 'slow')]

    expect(found?.name).toBe('Fast')
    expect(missing).toBeUndefined()
  })

  test('uses the embedded model as the default until another one is set', async () => {
    const { id: first } = await defaultModel()
    await configure({ ...entry, is_default: true })

    expect(first).toBe('extractive')
    expect((await defaultModel()).id).toBe('fast')
  })

  test('returns the endpoint only with the configuration', async () => {
    const [shown, known] = [await findModel(anybody, 'fast'), await findConfiguredModel('fast')]

    expect(shown).not.toHaveProperty('base_url')
    expect(known).toMatchObject({ base_url: 'https://models.example.com/v1', model: 'fast-1-large' })
  })

  test('accepts another description of the embedded model', async () => {
    const { base_url: _, model: __, ...words } = entry
    await configure({ ...words, id: 'extractive', name: 'Quotes', provider: 'embedded' })

    expect((await availableModels(anybody)).map(({ id, name }) => [id, name])).toEqual([
      ['extractive', 'Quotes'],
    ])
  })
})

describe('the embedded model', () => {
  test('answers from the passages, without a provider', async () => {
    await configure()
    const passages = [passage('Lunch is served in the canteen from noon.')]

    const parts = await generateParts({
      model: await defaultModel(),
      turns: [user('When is lunch served?')],
      passages,
    })

    const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    expect(text).toContain('Lunch is served in the canteen from noon.')
    expect(text).toContain('[1]')
    expect(parts.at(-1)?.type).toBe('end')
  })
})

describe('the setting MODELS', () => {
  test.each<[string, object[], RegExp]>([
    ['lacks a name', [{ ...entry, name: undefined }], /0: name/],
    ['has a key', [{ ...entry, api_key: 'sk-secret' }], /api_key/],
    ['has an unknown provider', [{ ...entry, provider: 'magic' }], /provider/],
    ['lacks an address', [{ ...entry, base_url: undefined }], /base_url: is required/],
    ['has a password in an address', [{ ...entry, base_url: 'https://a:sk-secret@example.com' }], /base_url/],
    ['has another scheme', [{ ...entry, base_url: 'file:///etc/passwd' }], /base_url/],
    ['lacks a model of Bedrock', [{ ...entry, provider: 'bedrock', model: undefined }], /model: is required/],
    ['has a strange region', [{ ...entry, provider: 'bedrock', region: 'x.example.com/' }], /region/],
    ['has more to say than to read', [{ ...entry, max_output_tokens: 128_000 }], /max_output_tokens/],
    ['has an ID twice', [entry, entry], /an ID twice/],
    [
      'has two defaults',
      [
        { ...entry, is_default: true },
        { ...entry, id: 'b', is_default: true },
      ],
      /one default/,
    ],
    [
      'has a default for some groups alone',
      [{ ...entry, is_default: true, groups: [randomUUID()] }],
      /a default that everyone may use/,
    ],
    ['names a group otherwise than by its id', [{ ...entry, groups: ['sales'] }], /groups/],
    [
      'has two models for embeddings',
      [
        { ...entry, embedding_model: 'a' },
        { ...entry, id: 'b', embedding_model: 'a' },
      ],
      /at most one embedding_model/,
    ],
    [
      'has embeddings for some groups alone',
      [{ ...entry, embedding_model: 'a', groups: [randomUUID()] }],
      /embedding_model: .* everyone/,
    ],
    [
      'has embeddings of the embedded model',
      [{ ...entry, provider: 'embedded', embedding_model: 'a' }],
      /embedding_model: .* provider/,
    ],
    ['calls another one extractive', [{ ...entry, id: 'extractive' }], /extractive/],
  ])('rejects a setting that %s, naming the field but not its values', async (_, entries, message) => {
    await configure(...entries)

    await expect(availableModels(anybody)).rejects.toThrow(message)
    await expect(availableModels(anybody)).rejects.toThrow(
      /^The setting MODELS is invalid: (?!.*sk-secret).+\.$/,
    )
  })

  test('rejects text that is not JSON without repeating it', async () => {
    restore = await configureModelsText('sk-secret')

    await expect(availableModels(anybody)).rejects.toThrow(/^The setting MODELS is not JSON\.$/)
  })
})
