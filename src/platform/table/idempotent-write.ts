import { createHash } from 'node:crypto'
import { reasonsOf } from './client.ts'
import { isAbsent } from './condition.ts'
import { toTransactItem } from './expression.ts'
import { getItems } from './batch/batch-get.ts'
import { problem } from '../runtime/problem.ts'
import { keyEnd, requestContext, type WrittenThing } from '../runtime/request-context.ts'
import type { Item, Key, Operation } from './operation.ts'
import { queryItems } from './query.ts'
import { writtenThings } from './write-observer.ts'

/** 409: the writes were made before, for the same `Idempotency-Key`, and would be others by now. */
export const doneBefore = problem(
  'request.done_before',
  409,
  'This request succeeded before, but its response was lost; read the result.',
)

/** Where the markers of a request are, and what their sort keys begin with, before their numbers. */
const markerPartition = (seed: string): string => `idempotency#${seed}`
const markerPrefix = 'write#'

/** By a request's seed and the number of its write, counted over those that were made. */
const keyOf = (seed: string, number: number): Key => ({
  pk: markerPartition(seed),
  sk: `${markerPrefix}${number}`,
})

/**
 * No part of what is written: the id of a write follows from how often it was tried, the end of life and the time of
 * its origin from the clock.
 */
const volatileNames = new Set(['writeId', ':writeId', 'ttl', ':ttl', 'origin', ':origin'])

const hashOf = (operations: Operation[]): string => {
  const text = JSON.stringify(operations.map(toTransactItem), (name, value: unknown) =>
    volatileNames.has(name) ? undefined : value,
  )
  return createHash('sha256').update(text).digest('base64url')
}

/** Whether an attempt at the request with this seed has written anything. */
export const hasWritten = async (seed: string): Promise<boolean> =>
  (await getItems([keyOf(seed, 0)]))[0] !== undefined

/**
 * Makes writes together, under an `Idempotency-Key` with a marker among them that says they were made. One attempt's
 * writes come one after the other, and each has the number of those made before it: so no number is written twice,
 * whichever attempt comes when. Who finds its number taken goes on if the same was written; 409 if something else was
 * (decision 0003).
 */
export const withWriteMarker = async (
  operations: Operation[],
  write: (operations: Operation[]) => Promise<void>,
): Promise<void> => {
  const { replay } = requestContext()
  if (!replay) return write(operations)
  const turn = replay.writing.then(async () => {
    const key = keyOf(replay.seed, replay.written)
    const hash = hashOf(operations)
    const writes = requestContext().observer?.things && writtenThings(operations)
    const put = { ...key, hash, ttl: keyEnd(replay.startedAt), ...(writes && { writes }) }
    try {
      await write([...operations, { put, require: [isAbsent('pk')] }])
    } catch (error) {
      if (reasonsOf(error)[operations.length]?.Code !== 'ConditionalCheckFailed') throw error
      const [present] = await getItems([key])
      if (present?.['hash'] !== hash) throw doneBefore()
    }
    replay.written += 1
  })
  replay.writing = turn.catch(() => {})
  return turn
}

/**
 * What the markers say of the writes that attempts at the request with this seed have made, from their number `first`
 * on: so it is known also of an attempt that was cut off after its last write. One round trip.
 */
export const thingsWritten = async (seed: string, first: number): Promise<WrittenThing[]> => {
  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': markerPartition(seed), ':prefix': markerPrefix },
    ConsistentRead: true,
  })
  const isLater = ({ sk }: Item) => Number(sk.slice(markerPrefix.length)) >= first
  return items.filter(isLater).flatMap(({ writes }) => (writes as WrittenThing[] | undefined) ?? [])
}
