import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'

test('writes the last state of an item that a batch names twice', async () => {
  const [kept, gone] = [randomUUID(), randomUUID()].map((pk) => ({ pk, sk: 'thing' }))

  await writeBatch([{ ...kept, n: 1 }, { ...kept, n: 2 }, gone] as never, [gone, gone] as never)

  expect(await getItems([kept, gone] as never)).toEqual([{ ...kept, n: 2 }, undefined])
})
