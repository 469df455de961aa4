import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type * as queue from '#generated/queues/index-queue.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { givenOwnPage, made } from '../support/given.ts'
import { givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'
import { eventOf } from '../support/messages.ts'
import { lambdaContext, settle } from '../support/world.ts'

let given: GivenTableProxy<typeof queue>

beforeAll(async () => {
  given = await givenTableProxy(() => import('#generated/queues/index-queue.ts'))
})

afterAll(() => given.end())

afterEach(() => {
  given.proxy.loses = () => false
})

const givenIndexedPage = async () => {
  const { author, page } = await givenOwnPage({ content: 'gazelle' })
  await settle()
  return { author, page }
}

const pageOf: Record<string, () => Promise<{ id: string }>> = {
  new: async () => (await givenOwnPage({ content: 'gazelle' })).page,
  edited: async () => {
    const { author, page } = await givenIndexedPage()
    return made(updatePage, { as: author, params: { id: page.id }, body: { title: 'Antelope' } })
  },
  gone: async () => {
    const { page } = await givenIndexedPage()
    await pages.remove(page)
    return page
  },
}

/** Indexes a page while the first response to each write of its index state is lost. */
const indexWithLostAnswers = async ({ id }: { id: string }) => {
  const isOwn = (body: string) => body.includes(`${id}`) && body.includes('"sk":{"S":"document"}')
  given.proxy.calls.length = 0
  given.proxy.loses = (operation, attempt, body) =>
    (operation === 'PutItem' || operation === 'DeleteItem') && attempt === 1 && isOwn(body)
  const message = { kind: 'search', body: { type: 'wiki_page', id } }
  const answer = await given.loaded.indexQueue(eventOf(message), lambdaContext('index'))
  const own = given.proxy.calls.filter(({ body }) => isOwn(body)).map(({ operation }) => operation)
  return { answer, own }
}

describe('Indexing with lost responses', () => {
  test.each([
    ['new', ['BatchGetItem', 'PutItem', 'PutItem', 'PutItem', 'PutItem']],
    ['edited', ['BatchGetItem', 'PutItem', 'PutItem', 'PutItem', 'PutItem']],
    ['gone', ['BatchGetItem', 'PutItem', 'PutItem', 'DeleteItem', 'DeleteItem']],
  ])('indexes a page that is %s once, without waiting for a lease', async (kind, calls) => {
    const page = await pageOf[kind]?.()

    const { answer, own } = await indexWithLostAnswers(page as { id: string })

    expect(answer).toEqual({ batchItemFailures: [] })
    expect(own).toEqual(calls)
  })
})
