import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findEmbeddingModel, type EmbeddingModel } from '../../src/models/configured-models.ts'
import type { FoundPassage } from '../../src/platform/search/query/passages.ts'
import { findPassagesFor } from '../../src/search/conversation.ts'
import { embedQuestion, type EmbeddedQuestion } from '../../src/search/embedded-question.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { call } from '../support/call.ts'
import { givenTalk, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { countTokens } from '../support/scripted-embeddings.ts'
import { settle } from '../support/world.ts'
import { absence, givenHandbook, parking, question } from './given-handbook.ts'

const model = 'embed-1'
const provider = await givenProvider({ embedding_model: model })

afterEach(() => provider.configure(provider.entry))

/** The author of a handbook that no test changes. */
let author: SignedIn

beforeAll(async () => {
  ;({ author } = await givenHandbook())
  provider.embeddings.calls.length = 0
})

const ask = (as = author) => findPassagesFor(as, [question], [], [], () => {})

/** Returns the texts of the passages found, best first. */
const textsFor = async (as?: SignedIn) => (await ask(as)).map(({ text }) => text)

const configure = (embedding_model: string | undefined) =>
  provider.configure({ ...provider.entry, embedding_model })

describe('An embedded question', () => {
  test('returns the passage that answers in other words first', async () => {
    const embedded = await textsFor()
    await configure(undefined)
    const byWords = await textsFor()

    expect(embedded).toEqual([absence, parking])
    expect(byWords).toEqual([parking])
  })

  test('embeds the question once and returns no vectors', async () => {
    const [first] = await ask()

    expect(provider.embeddings.calls).toMatchObject([{ model, input: [question] }])
    expect(first).not.toHaveProperty('vector')
  })

  test('returns nothing that the asker may not read, however similar', async () => {
    const reader = await signedIn()
    const space = await givenSpace(reader, { visibility: 'private' })
    const own = await givenPage(reader, space, { content: parking })
    await settle()

    const found = await ask(reader)

    expect(found.map(({ id }) => id)).toEqual([own.id])
  })

  test('returns nothing from the trash', async () => {
    const { author, page } = await givenHandbook()
    await call(deletePage, { as: author, params: { id: page.id } })
    await settle()

    expect(await textsFor(author)).toEqual([])
  })

  test('ignores embeddings by another model', async () => {
    await configure('embed-2')

    expect(await textsFor()).toEqual([parking])
  })

  test.each([429, 307])('falls back to the order by words when the model fails with %i', async (status) => {
    provider.embeddings.next(status)

    expect(await textsFor()).toEqual([parking])
  })

  test('stops waiting for the embedding at its time limit', async () => {
    provider.embeddings.next('silence')

    const embedded = await embedQuestion((await findEmbeddingModel()) as EmbeddingModel, question, 50)

    expect(embedded).toBeUndefined()
  })

  test('adds the tokens of the embedding to the usage of the reply', async () => {
    const { chat } = await givenTalk(author)
    provider.say('Thirty days.')

    const { usage } = await replyTo(author, chat, question)

    expect(usage).toEqual({ input_tokens: 11 + countTokens(question), output_tokens: 7 })
    expect(provider.requests[0]?.body.messages.at(-1)?.content).toMatch(
      /thirty days of leave.*parking space/s,
    )
  })

  test('skips the embedding for the model that quotes', async () => {
    const { chat } = await givenTalk(author, { model_id: 'extractive' })

    await replyTo(author, chat, question)

    expect(provider.embeddings.calls).toEqual([])
  })
})

/** Returns a question with the embedding `[1, 0]`. */
const embedded = async () => {
  provider.embeddings.next([[1, 0]])
  return (await embedQuestion((await findEmbeddingModel()) as EmbeddingModel, 'Why?')) as EmbeddedQuestion
}

/** Returns a passage; `near` is the similarity of its embedding to the question, 0 to 127, if it has one. */
const passage = (text: string, near?: number, by = model): FoundPassage => ({
  headings: [],
  text,
  score: 1,
  ...(near !== undefined && {
    vector: { model: by, digest: '', bytes: Uint8Array.of(near, 127 - near) },
  }),
})

/** Returns the texts of passages ranked by words, and of others, in the order that the question gives them. */
const order = async (ranked: FoundPassage[], others: FoundPassage[] = []) => {
  const rows = ranked.map((chunk) => ({ source: 'page', chunk }))
  const { rerank } = await embedded()
  const sources = [{ source: 'page', title: 'Page', chunks: [...others, ...ranked] }]
  return rerank(rows, sources).map(({ chunk }) => chunk.text)
}

test('orders passages by similarity to the question, with words of it or without', async () => {
  const ranked = [passage('far', 10), passage('near', 90)]

  expect(await order(ranked, [passage('nearest', 127), passage('between', 50)])).toEqual([
    'nearest',
    'near',
    'between',
    'far',
  ])
})

test.each<[string, number | undefined, string]>([
  ['none', undefined, model],
  ['that of another model', 127, 'embed-0'],
])(
  'keeps the place of a passage whose embedding is %s, and omits it if it has no words of the question',
  async (_, ...own) => {
    const ranked = [passage('first', 10), passage('kept', ...own), passage('last', 90)]

    expect(await order(ranked, [passage('unsaid', ...own)])).toEqual(['last', 'kept', 'first'])
  },
)

test('ignores an embedding with another number of dimensions', async () => {
  const other: FoundPassage = { ...passage('other'), vector: { model, digest: '', bytes: Uint8Array.of(1) } }

  expect(await order([other, passage('second', 127)])).toEqual(['other', 'second'])
})

test('reorders only the fifty best passages by words', async () => {
  const ranked = Array.from({ length: 60 }, (_, n) => passage(String(n), n))

  const texts = await order(ranked, [passage('unsaid', 127)])

  expect(texts.slice(0, 2)).toEqual(['49', '48'])
  expect(texts.slice(49)).toEqual(['0', '50', '51', '52', '53', '54', '55', '56', '57', '58', '59'])
})
