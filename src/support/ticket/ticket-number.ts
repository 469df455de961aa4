import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { updateItem } from '../../platform/table/table.ts'
import type { Operation } from '../../platform/table/operation.ts'

/** Counts the tickets: its version is the last number that was given. */
const ticketCounters = entity({
  name: 'support.ticket_counter',
  isInternal: true,
  schema: z.object({ of: z.string(), version: z.int() }),
  key: ({ of }: { of: string }) => ({ pk: `counter#${of}`, sk: 'counter' }),
})

const ids = { of: 'tickets' }

type Counter = ThingOf<typeof ticketCounters> | undefined

export const findCounter = (): Promise<Counter> => ticketCounters.find(ids)

/** The number after the last one, and the write that takes it if nobody was faster. */
export const nextNumber = (counter: Counter): { number: number; taking: Operation } =>
  counter
    ? { number: counter.version + 1, taking: ticketCounters.toUpdate(counter, {}) }
    : { number: 1, taking: ticketCounters.toCreate({ ...ids, version: 1 }) }

/**
 * A number of one's own, however many take one at the same time. It is lost when nothing is made with it, or when the
 * answer got lost on its way and the call was made again: numbers may have gaps.
 */
export const takeNumber = async (): Promise<number> => {
  const before = await updateItem({ ...ticketCounters.toAdd(ids, 'version', 1), otherwise: undefined })
  return ticketCounters.read(before).version + 1
}
