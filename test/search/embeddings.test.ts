import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs'
import { afterEach, describe, expect, test } from 'vitest'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { indexDocument } from '../../src/platform/search/index/index.ts'
import { documentPartition } from '../../src/platform/search/index/packed-entries.ts'
import { storeVector, type PassageVector } from '../../src/platform/search/index/passage-vector.ts'
import { queryItems } from '../../src/platform/table/query.ts'
import { embedThing } from '../../src/search/passage-vectors.ts'
import { indexing } from '../../src/search/queues.ts'
import { embedPassages } from '../../src/search/workers/embed-passages.ts'
import { deleteEntry } from '../../src/trash/endpoints/delete-entry.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { call } from '../support/call.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenPage, givenRevision } from '../support/given.ts'
import { handTo } from '../support/messages.ts'
import { embeddingOf } from '../support/scripted-embeddings.ts'
import { settle, world } from '../support/world.ts'
import { absence, givenHandbook, parking } from './given-handbook.ts'

const model = 'embed-1'
const provider = await givenProvider({ embedding_model: model })

afterEach(() => provider.configure(provider.entry))

/** Returns the index items of a page. */
const rowsOf = async ({ id }: { id: string }) => {
  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': documentPartition({ type: 'wiki_page', id }) },
    ConsistentRead: true,
  })
  return items as { pk: string; sk: string; text?: string; vector?: PassageVector }[]
}

/** Returns the passages of a page, each with its embedding. */
const passagesIn = async (page: { id: string }) =>
  (await rowsOf(page)).flatMap(({ text, ...rest }) => (text === undefined ? [] : [{ ...rest, text }]))

/** Returns the models that made the embeddings of its passages. */
const modelsIn = async (page: { id: string }) => (await passagesIn(page)).map(({ vector }) => vector?.model)

const reindex = async ({ id }: { id: string }) => {
  await sendToQueues([indexing.message({ type: 'wiki_page', id })])
  await settle()
}

/** Returns and clears the calls for embeddings. */
const takeCalls = () => provider.embeddings.calls.splice(0)

describe('The embedding of a passage', () => {
  test('changes when an edit changes its text, and the others stay', async () => {
    const { author, page } = await givenHandbook()
    takeCalls()
    const changed = absence.replace('thirty days', 'fifteen days')

    await givenRevision(author, page, { content: `${parking}\n\n${changed}` })
    await settle()

    const input = `Handbook\nAbsence\n${changed}`
    expect(takeCalls().map((one) => one.input)).toEqual([[input]])
    const passages = await passagesIn(page)
    expect(new Set(passages.map(({ text }) => text))).toEqual(new Set([changed, parking]))
    const { bytes = [] } = passages.find(({ text }) => text === changed)?.vector ?? {}
    const vector = embeddingOf(model, input)
    expect([...bytes]).toEqual(vector.map((value) => Math.round((127 * value) / Math.max(...vector))))
  })

  test('includes the title', async () => {
    const { author, page } = await givenHandbook()
    takeCalls()

    await givenRevision(author, page, { title: 'Guide' })
    await settle()

    expect(takeCalls().flatMap(({ input }) => input)).toEqual([
      `Guide\nParking\n${parking}`,
      `Guide\nAbsence\n${absence}`,
    ])
  })

  test('happens once per model', async () => {
    const { page } = await givenHandbook()
    takeCalls()
    await provider.configure({ ...provider.entry, embedding_model: 'embed-2' })

    await reindex(page)
    await reindex(page)

    expect(takeCalls().map((one) => one.model)).toEqual(['embed-2'])
    expect(await modelsIn(page)).toEqual(['embed-2', 'embed-2'])
  })

  test('does not overwrite a passage that changed or disappeared meanwhile', async () => {
    const { page } = await givenHandbook()
    const [{ pk, sk } = { pk: '', sk: '' }] = await passagesIn(page)
    const before = await rowsOf(page)

    for (const key of [
      { pk, sk },
      { pk, sk: 'passage#99' },
    ])
      await storeVector({ key, text: 'Former text.', input: '', digest: '' }, model, [1])

    expect(await rowsOf(page)).toEqual(before)
  })

  test('disappears with its page', async () => {
    const { author, page } = await givenHandbook()
    await call(deletePage, { as: author, params: { id: page.id } })

    await call(deleteEntry, { as: author, params: { id: page.id } })
    await settle()

    expect(await rowsOf(page)).toEqual([])
  })

  test('does not happen without an embedding model, and no server is called', async () => {
    await provider.configure({ ...provider.entry, embedding_model: undefined })

    const { page } = await givenHandbook()

    expect(takeCalls()).toEqual([])
    expect(await modelsIn(page)).toEqual([undefined, undefined])
  })
})

describe('The embedding of a long text', () => {
  test('takes messages of 96 passages and calls of 32', async () => {
    const { author, space } = await givenHandbook()
    takeCalls()
    const content = Array.from({ length: 100 }, (_, n) => `## Part ${n}\n\nVacation.`).join('\n\n')

    const page = await givenPage(author, space, { content })
    await settle()

    expect(takeCalls().map(({ input }) => input.length)).toEqual([32, 32, 32, 4])
    expect(new Set(await modelsIn(page))).toEqual(new Set([model]))
  })

  test('covers its first 960 passages', async () => {
    const key = { type: 'wiki_page', id: 'long' }
    const text = Array.from({ length: 490 }, () => '# One\n\nSoup.\n\n# Two\n\nBread.').join('\n\n')
    await indexDocument(key, { ...key, scopes: ['none'], container: 'none', title: 'Long', text })

    const next = await embedThing(key, 768)
    const last = await embedThing(key, next ?? 0)

    expect([next, last]).toEqual([864, undefined])
    expect(takeCalls().flatMap(({ input }) => input)).toHaveLength(192)
  })
})

/** Returns the number of delayed messages. */
const countLater = async () => {
  const { sqs, queueUrls } = world()
  const AttributeNames = ['ApproximateNumberOfMessagesDelayed' as const]
  const command = new GetQueueAttributesCommand({ QueueUrl: queueUrls['courses'], AttributeNames })
  return Number((await sqs.send(command)).Attributes?.ApproximateNumberOfMessagesDelayed)
}

describe('A failing embedding model', () => {
  test('redelivers the message', async () => {
    takeCalls()
    provider.embeddings.next(401, 401)

    const { page } = await givenHandbook()

    expect(takeCalls()).toHaveLength(3)
    expect(await modelsIn(page)).toEqual([model, model])
  })

  test('delays the message after repeated failures', async () => {
    provider.embeddings.next(401, 401, 401, 401, 401)

    const { page } = await givenHandbook()
    const [before, later] = [await modelsIn(page), await countLater()]
    await handTo(embedPassages, { type: 'wiki_page', id: page.id, rounds: 1 })

    expect([before, later]).toEqual([[undefined, undefined], 1])
    expect(await modelsIn(page)).toEqual([model, model])
  })
})
