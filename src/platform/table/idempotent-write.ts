import { createHash } from 'node:crypto'
import { cancellationReasons } from './client.ts'
import { isAbsent } from './condition.ts'
import { toTransactItem } from './expression.ts'
import { getItems } from './batch/batch-get.ts'
import { problem } from '../runtime/problem.ts'
import { keyEnd, requestContext, type WrittenThing } from '../runtime/request-context.ts'
import type { Item, Key, Operation } from './operation.ts'
import { queryItems } from './query.ts'
import { writtenThings } from './write-observer.ts'

/** 409: the same `Idempotency-Key` has already made writes, and they differ from the current ones. */
export const doneBefore = problem(
  'request.done_before',
  409,
  'This request succeeded before, but its response was lost; read the result.',
)

/**
 * Returns the partition of a request's markers. Their sort keys consist of `markerPrefix`, the part of the request, and
 * a number.
 */
const markerPartition = (seed: string): string => `idempotency#${seed}`
const markerPrefix = 'write#'

/** Returns the key of a marker: the request's seed, and the number of the write among the completed ones. */
const markerKey = (seed: string, number: number, part = ''): Key => ({
  pk: markerPartition(seed),
  sk: `${markerPrefix}${part}${number}`,
})

/**
 * Names excluded from the hash of writes: the ID of a write depends on the number of its attempts, the expiry and the
 * time of its origin on the clock.
 */
const volatileNames = new Set(['writeId', ':writeId', 'ttl', ':ttl', 'origin', ':origin'])

const operationsHash = (operations: Operation[]): string => {
  const text = JSON.stringify(operations.map(toTransactItem), (name, value: unknown) =>
    volatileNames.has(name) ? undefined : value,
  )
  return createHash('sha256').update(text).digest('base64url')
}

/** Returns true if an attempt of the request with this seed has written anything. */
export const hasWritten = async (seed: string): Promise<boolean> =>
  (await getItems([markerKey(seed, 0)]))[0] !== undefined

/**
 * Performs writes together; under an `Idempotency-Key`, with a marker that records them. The writes of one attempt are
 * sequential, and each is numbered by the completed writes before it, so that no number is written twice, in whatever
 * order attempts run. An attempt that finds its number taken continues if the same content was written; otherwise it
 * throws 409 (decision 0003).
 */
export const withWriteMarker = async (
  operations: Operation[],
  write: (operations: Operation[]) => Promise<void>,
): Promise<void> => {
  const { replay } = requestContext()
  if (!replay) return write(operations)
  const turn = replay.writing.then(async () => {
    const key = markerKey(replay.seed, replay.written, replay.part)
    const hash = operationsHash(operations)
    const writes = requestContext().observer?.things && writtenThings(operations)
    const put = { ...key, hash, ttl: keyEnd(replay.startedAt), ...(writes && { writes }) }
    try {
      await write([...operations, { put, require: [isAbsent('pk')] }])
    } catch (error) {
      if (cancellationReasons(error)[operations.length]?.Code !== 'ConditionalCheckFailed') throw error
      const [present] = await getItems([key])
      if (present?.['hash'] !== hash) throw doneBefore()
    }
    replay.written += 1
  })
  replay.writing = turn.catch(() => {})
  return turn
}

/**
 * Returns the records that attempts of the request with this seed have written, from write number `first` on, as their
 * markers say. This includes attempts that were interrupted after their last write. One round trip.
 */
export const thingsWritten = async (seed: string, first: number): Promise<WrittenThing[]> => {
  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': markerPartition(seed), ':prefix': markerPrefix },
    ConsistentRead: true,
  })
  const isLater = ({ sk }: Item) => Number(sk.slice(sk.lastIndexOf('#') + 1)) >= first
  return items.filter(isLater).flatMap(({ writes }) => (writes as WrittenThing[] | undefined) ?? [])
}
