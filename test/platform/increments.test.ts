import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from '../../src/platform/schema/schema.ts'
import { entity } from '../../src/platform/table/entity.ts'
import { ConflictError } from '../../src/platform/table/conflict.ts'
import { transact } from '../../src/platform/table/table.ts'

const threads = entity({
  name: 'test.thread',
  schema: z.object({
    id: z.string(),
    state: z.string(),
    count: z.int().default(0),
    last_at: z.string().nullable().default(null),
    version: z.int(),
  }),
  key: ({ id }: { id: string }) => ({ pk: `thread#${id}`, sk: 'thread' }),
  counters: ['count', 'last_at'],
})

const givenThread = () => threads.create(threads.make({ id: randomUUID(), state: 'open' }))

const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`

describe('An increment', () => {
  test('counts concurrent calls, and keeps the latest time', async () => {
    const thread = await givenThread()
    const minutes = [3, 1, 5, 2, 4]

    await Promise.all(
      minutes.map((minute) =>
        threads.modify(thread, (current) => {
          const latest = { last_at: at(minute) }
          return transact([
            threads.toIncrement(current, { add: { count: 1 }, latest, where: { state: 'open' } }),
          ])
        }),
      ),
    )

    expect(await threads.get(thread)).toEqual({ ...thread, count: 5, last_at: at(5) })
  })

  test('combines with a change under its version', async () => {
    const thread = await givenThread()
    const increment = { add: { count: 2 }, latest: { last_at: at(1) } }
    const update = threads.toUpdate(thread, { state: 'done' })

    await transact([threads.toIncrement(thread, increment, update)])
    const again = transact([
      threads.toIncrement(thread, increment, threads.toUpdate(thread, { state: 'late' })),
    ])

    await expect(again).rejects.toThrow(ConflictError)
    expect(await threads.get(thread)).toEqual({
      ...thread,
      state: 'done',
      count: 2,
      last_at: at(1),
      version: 2,
    })
  })

  test('conflicts if the record has changed or is gone', async () => {
    const thread = await givenThread()
    await threads.update(thread, { state: 'done' })
    const increment = { add: { count: 1 }, where: { state: 'open' } }

    const late = () => transact([threads.toIncrement(thread, increment)])
    const gone = () => transact([threads.toIncrement({ ...thread, id: randomUUID() }, { add: { count: 1 } })])

    await expect(late()).rejects.toThrow(ConflictError)
    await expect(gone()).rejects.toThrow(ConflictError)
    expect((await threads.get(thread)).count).toBe(0)
  })
})
