import { afterEach, describe, expect, test } from 'vitest'
import { findEmbeddingModel, type EmbeddingModel } from '../../src/models/configured-models.ts'
import { embedTexts } from '../../src/models/embeddings.ts'
import { captureLog } from '../support/captured-log.ts'
import { givenProvider } from '../support/given-provider.ts'
import { countTokens, embeddingOf } from '../support/scripted-embeddings.ts'
import { scriptedKey } from '../support/scripted-provider.ts'

const model = 'embed-1'
const provider = await givenProvider({ embedding_model: model })

const text = 'What is for lunch?'

const embed = async (texts = [text], retries?: number) =>
  embedTexts((await findEmbeddingModel()) as EmbeddingModel, texts, 1_000, retries)

describe('a model for embeddings', () => {
  test('gets all texts in one call, with the key of its entry', async () => {
    const { vectors, tokens } = await embed([text, 'Soup.'])

    expect(vectors).toEqual([embeddingOf(model, text), embeddingOf(model, 'Soup.')])
    expect(tokens).toBe(countTokens(text) + 1)
    expect(provider.embeddings.calls).toEqual([
      { model, input: [text, 'Soup.'], authorization: `Bearer ${scriptedKey}` },
    ])
  })

  test('logs the tokens that it has read', async () => {
    const log = captureLog()

    const { tokens } = await embed()
    log.release()

    expect(JSON.parse(log.text())).toMatchObject({ message: 'model used', model: 'Scripted', tokens })
  })

  test('retries a busy provider as often as allowed', async () => {
    provider.embeddings.next(503)

    const { vectors } = await embed([text], 1)

    expect(vectors).toHaveLength(1)
    expect(provider.embeddings.calls).toHaveLength(2)
  })

  const unusable = 'returned unusable embeddings.'

  test.each<[string, number | unknown[][], string]>([
    ['rejects the key', 401, 'rejects the credentials of the platform; an administrator can fix this.'],
    ['leads elsewhere', 307, 'redirects elsewhere; an administrator can fix this.'],
    ['is busy', 503, 'is busy; please try again in a moment.'],
    ['gives too few', [], 'stopped in the middle of its answer.'],
    ['gives too many', [[1], [1]], 'stopped in the middle of its answer.'],
    ['gives one without a direction', [[0, 0]], unusable],
    ['gives one without dimensions', [[]], unusable],
    ['gives one with too many dimensions', [Array.from({ length: 4_097 }, () => 1)], unusable],
    ['gives words', [['soup']], 'returned an unreadable answer.'],
  ])(
    'explains in one sentence, without confidential details, that the provider %s',
    async (_, outcome, reason) => {
      provider.embeddings.next(outcome)
      const log = captureLog()

      const failure = (await embed().catch((error: unknown) => error)) as Error
      log.release()

      expect(failure).toMatchObject({ name: 'ModelError', reason: `The model "Scripted" ${reason}` })
      const told = `${failure.stack} ${log.text()}`
      for (const part of [scriptedKey, 'Bearer', new URL(provider.url).host, 'lunch'])
        expect(told).not.toContain(part)
    },
  )

  describe('a limit of the provider', () => {
    const texts = Array.from({ length: 9 }, (_, n) => `Soup number ${n}`)

    afterEach(() => provider.embeddings.limit())

    test.each([400, 413, 422])('halves a request that the provider rejects with %i', async (status) => {
      provider.embeddings.limit({ status, texts: 2 })

      const { vectors, tokens } = await embed(texts)

      expect(vectors).toEqual(texts.map((one) => embeddingOf(model, one)))
      expect(tokens).toBe(texts.length * 3)
    })

    test('truncates a text that is too long', async () => {
      provider.embeddings.limit({ status: 400, characters: 1_500 })

      const { vectors } = await embed(['soup '.repeat(1_000)])

      expect(vectors).toHaveLength(1)
      expect(provider.embeddings.inputs().at(-1)).toHaveLength(1_250)
    })

    test('stops after the provider has rejected a short text', async () => {
      provider.embeddings.limit({ status: 400, texts: 0 })

      await expect(embed(texts)).rejects.toThrow('rejected the request.')

      expect(provider.embeddings.calls.length).toBeLessThan(6)
    })

    test('sends at most max_embeddings texts at once', async () => {
      await provider.configure({ ...provider.entry, embedding_model: model, max_embeddings: 4 })

      const { vectors } = await embed(texts)
      await provider.configure({ ...provider.entry, embedding_model: model })

      expect(vectors).toHaveLength(9)
      expect(provider.embeddings.calls.map(({ input }) => input.length)).toEqual([4, 4, 1])
    })
  })
})
