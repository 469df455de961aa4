import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { requestContext, type Replay } from './request-context.ts'

/**
 * Returns a new lower-case UUIDv7 (RFC 9562). Under an `Idempotency-Key`, IDs are derived from the idempotency record,
 * so that a retry after a crash creates the same resources and no others.
 */
export const newId = (): string => {
  const { replay, observer } = requestContext()
  const id = replay ? nextId(replay) : v7()
  observer?.newIds.add(id)
  return id
}

const nextId = (replay: Replay): string => {
  const id = derivedId(replay.startedAt, `${replay.seed}#${replay.part}${replay.ids.length}`)
  replay.ids.push(id)
  return id
}

/**
 * Returns the UUIDv7 that is always the same for `name` at `time` (milliseconds since 1970), which makes a worker
 * idempotent.
 */
export const derivedId = (time: number, name: string): string =>
  v7({ msecs: time, random: createHash('sha256').update(name).digest().subarray(0, 16) })

/** Returns the creation time of a UUIDv7, in milliseconds since 1970. */
export const idTime = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** Returns the lower bound of all UUIDv7s created at or after `time`, in milliseconds since 1970. */
export const idFrom = (time: number): string =>
  time
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')
