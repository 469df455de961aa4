import { marshall } from '@aws-sdk/util-dynamodb'
import { expect, test } from 'vitest'
import { queueFile } from '../../infra/generation/endpoints.ts'
import { dayCounts, countedChanges } from '../../src/overview/queues.ts'
import { historyEntries } from '../../src/platform/history/entry.ts'
import type { QueueMessage } from '../../src/platform/events/message-kind.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import type { Item } from '../../src/platform/table/operation.ts'
import { readAll } from '../../src/platform/table/list/list.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { runSchedulerAt } from '../support/clock.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { isKilledAt, killAtEachCall, startKillingProxy, type FatalCall } from '../support/killed-process.ts'
import { eventOf } from '../support/messages.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { countsOf, overviewFor } from './given-overview.ts'

const proxy = await startKillingProxy()
const admin = await signedIn({ role: 'admin' })
const author = await signedIn()
const space = await givenSpace(author)

const today = new Date().toISOString().slice(0, 10)

const handled = (queue: 'fan-outs' | 'sweeps', message: QueueMessage, fatal: FatalCall) =>
  isKilledAt(proxy, [queueFile(queue)], eventOf(message), fatal)

const toRecord = (item: Item) => {
  const [Keys, NewImage] = [{ pk: item.pk, sk: item.sk }, item].map((part) =>
    marshall(part, { removeUndefinedValues: true }),
  )
  return { eventID: item.pk, dynamodb: { Keys, NewImage, SequenceNumber: '1' } }
}

test('counts a page once, wherever the worker is killed', async () => {
  let created = 0
  const calls = await killAtEachCall(async (fatal) => {
    const page = await givenPage(author, space)
    created += 1
    return handled('fan-outs', countedChanges.message({ ...pages.keyOf(page), id: page.id }), fatal)
  })

  expect(await countsOf(admin, 'wiki_page')).toEqual([created, 0])
  expect(calls).toBeGreaterThan(3)
})

test('counts a day, wherever the dispatcher that schedules the count or its worker is killed', async () => {
  await settle()
  const entries = await readAll(historyEntries.in('ofDay', { at: today }))
  const items = (await getItems(entries.map(historyEntries.keyOf))) as Item[]
  const records = items.filter(
    ({ summary }) => (summary as { action: string }).action === 'wiki_page.created',
  )
  const created = records.length

  await killAtEachCall((fatal) =>
    isKilledAt(proxy, ['src/stream.ts'], { Records: records.map(toRecord) }, fatal),
  )
  await killAtEachCall((fatal) => handled('sweeps', dayCounts.message({ day: today }), fatal))
  await runSchedulerAt(new Date(Date.now() + 20 * 60_000).toISOString())
  const { activity } = await overviewFor(admin, { since: today })

  expect(created).toBeGreaterThan(3)
  expect(records.filter((record) => 'origin' in record)).toEqual([])
  expect(activity[0]?.actions).toContainEqual({ action: 'wiki_page.created', count: created })
})
