import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { deletePartition, listKeys } from '../../src/platform/table/list/partition.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'

/** Creates a partition of 12 items; one Query returns four of them, because it ends at 1 MB. */
const givenPartition = async (): Promise<string> => {
  const pk = randomUUID()
  const text = 'x'.repeat(300_000)
  const items = Array.from({ length: 12 }, (_, n) => ({ pk, sk: `item#${String(n).padStart(2, '0')}`, text }))
  await writeBatch(items, [])
  return pk
}

const left = async (pk: string) => (await listKeys(pk, 'item#')).length

test('deletes a partition of several pages', async () => {
  const pk = await givenPartition()

  const isDone = await deletePartition(pk, Date.now() + 30_000)

  expect([isDone, await left(pk)]).toEqual([true, 0])
})

test('returns false when its time is up, and deletes the rest in the next run', async () => {
  const pk = await givenPartition()

  const isDone = await deletePartition(pk, 0)
  const between = await left(pk)
  const isDoneThen = await deletePartition(pk, Date.now() + 30_000)

  expect(isDone).toBe(false)
  expect(between).toBeGreaterThan(0)
  expect(between).toBeLessThan(12)
  expect([isDoneThen, await left(pk)]).toEqual([true, 0])
})

test('keeps items at or before the given sort key', async () => {
  const pk = await givenPartition()

  await deletePartition(pk, Date.now() + 30_000, 'item#04')

  expect(await left(pk)).toBe(5)
})
