import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuePoller } from '../../infra/local/queue-poller.ts'
import { sourceOf } from '../../infra/local/resources.ts'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { indexing } from '../../src/search/queues.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import type * as worker from '../../src/search/workers/index-documents.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage } from '../support/given.ts'
import { deployedLimits, givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'
import { world } from '../support/world.ts'

let given: GivenTableProxy<typeof worker>

beforeAll(async () => {
  given = await givenTableProxy(() => import('../../src/search/workers/index-documents.ts'), deployedLimits)
})

afterAll(() => given.end())

const givenIndexing = () => {
  const { endpoints, queueUrls } = world()
  const handler = given.loaded.indexDocuments
  const poller = queuePoller({
    endpoints,
    url: sourceOf(handler.worker, queueUrls),
    batchSize: 1,
    invoke: (event) => handler(event, {} as Parameters<typeof handler>[1]),
    retrySeconds: 0,
  })
  return poller
}

test('a table of 50 writes a second: a large page is found in the end, a small one meanwhile', async () => {
  const { author, space } = await givenOwnPage()
  const words = Array.from({ length: 350 }, (_, n) => `slow${n.toString(36)}x`)
  const large = await givenPage(author, space, { content: words.join(' ') })
  const small = await givenPage(author, space, { content: 'gazelle' })
  const isFound = async (q: string) =>
    (await call(searchEverything, { as: author, query: { q } })).body.items.length > 0
  given.proxy.writesPerSecond = 50
  await sendToQueues([large, small].map(({ id }) => indexing.message({ type: 'wiki_page', id })))

  const found: string[] = []
  const poller = givenIndexing()
  for (let idle = 0; found.length < 2 && idle < 5;) {
    idle = (await poller.step(0)) === 0 ? idle + 1 : 0
    if (idle > 0) await sleep(200)
    for (const [name, q] of [
      ['large', words.at(-1) as string],
      ['small', 'gazelle'],
    ] as const)
      if (!found.includes(name) && (await isFound(q))) found.push(name)
  }

  expect(found).toEqual(['small', 'large'])
})
