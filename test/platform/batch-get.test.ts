import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { DynamoProxy } from '../support/dynamo-proxy.ts'
import { deployedLimits, givenTableProxy } from '../support/given-proxy.ts'

let proxy: DynamoProxy
let platform: Awaited<ReturnType<typeof load>>

const load = async () => {
  const { getItems } = await import('../../src/platform/table/batch/batch-get.ts')
  const { writeBatch } = await import('../../src/platform/table/batch/batch-write.ts')
  return { getItems, writeBatch }
}

beforeAll(async () => {
  const given = await givenTableProxy(load, deployedLimits)
  proxy = given.proxy
  platform = given.loaded
  return given.end
})

beforeEach(() => {
  proxy.loses = () => false
})

const givenItems = async (count: number) => {
  const items = Array.from({ length: count }, (_, n) => ({ pk: randomUUID(), sk: 'thing', n }))
  await platform.writeBatch(items, [])
  proxy.calls.length = 0
  return items
}

test('reads concurrent requests in one call, and returns each its items in its order', async () => {
  const [a, b, c] = await givenItems(3)
  const nothing = { pk: randomUUID(), sk: 'thing' }

  const found = await Promise.all([
    platform.getItems([b, a] as never),
    platform.getItems([nothing, b] as never),
    Promise.resolve().then(() => platform.getItems([c] as never)),
    platform.getItems([]),
  ])

  expect(found).toEqual([[b, a], [undefined, b], [c], []])
  expect(proxy.calls.map(({ operation }) => operation)).toEqual(['BatchGetItem'])
})

test('reads an item again after a response', async () => {
  const [item] = await givenItems(1)
  await platform.getItems([item] as never)
  await platform.writeBatch([{ ...item, n: 7 }] as never, [])

  const found = await platform.getItems([item] as never)

  expect(found).toEqual([{ ...item, n: 7 }])
})

test('reads more keys than one batch holds in concurrent batches', async () => {
  const items = await givenItems(230)

  const found = await platform.getItems(items)

  expect(found).toEqual(items)
  expect(proxy.calls).toHaveLength(3)
})

test('throws 503 to every caller if the table does not respond, and recovers on the next call', async () => {
  const [a, b] = await givenItems(2)
  proxy.loses = () => true

  const refused = await Promise.allSettled([platform.getItems([a] as never), platform.getItems([b] as never)])
  proxy.loses = () => false
  const found = await platform.getItems([a] as never)

  expect(refused).toMatchObject([
    { status: 'rejected', reason: { status: 503 } },
    { status: 'rejected', reason: { status: 503 } },
  ])
  expect(found).toEqual([a])
})
