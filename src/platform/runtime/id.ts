import { createHash } from 'node:crypto'
import { v7 } from 'uuid'
import { requestContext, type Replay } from './request-context.ts'

/**
 * A new lower-case UUIDv7 (RFC 9562). Under an `Idempotency-Key` the ids of a request follow from its record,
 * so that a repetition after a crash makes the same things and not others.
 */
export const newId = (): string => {
  const { replay, observer } = requestContext()
  const id = replay ? nextId(replay) : v7()
  observer?.newIds.add(id)
  return id
}

const nextId = (replay: Replay): string => {
  const id = derivedId(replay.startedAt, `${replay.seed}#${replay.ids.length}`)
  replay.ids.push(id)
  return id
}

/** The UUIDv7 that always stands for `name` at `time` (milliseconds since 1970): what makes a worker idempotent. */
export const derivedId = (time: number, name: string): string =>
  v7({ msecs: time, random: createHash('sha256').update(name).digest().subarray(0, 16) })

/** When a UUIDv7 was made, in milliseconds since 1970. */
export const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** What every id of that time, in milliseconds since 1970, begins with or is behind. */
export const idFrom = (time: number): string =>
  time
    .toString(16)
    .padStart(12, '0')
    .replace(/^(.{8})/, '$1-')
