import { randomUUID } from 'node:crypto'
import * as z from '../platform/schema/schema.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import { allOf, anyOf, compare, exists, isAbsent, isSmaller } from '../platform/table/condition.ts'
import { ConflictError } from '../platform/table/conflict.ts'
import { writeItem } from '../platform/table/table.ts'
import type { Operation } from '../platform/table/operation.ts'
import { epochSeconds } from '../platform/runtime/time.ts'

/** Wrong passwords within one window, each under its own ID so that a repeated write counts once. */
export const failureCounts = entity({
  name: 'users.attempts',
  isInternal: true,
  schema: z.object({ id: z.string(), until: z.int(), failures: z.record(z.string(), z.int()) }),
  key: ({ id }: { id: string }) => ({ pk: `attempts#${id}`, sk: 'failures' }),
  expires: ({ until }) => until,
})

export type FailureCount = ThingOf<typeof failureCounts>

/** A limit of failures within a window of `seconds`. */
export interface Limit {
  id: string
  maxFailures: number
  seconds: number
}

/** Returns the wording of a 429 by the time, in seconds since 1970, at which the window of its limit ends. */
export const windowWording = (detail: string) => (until: number) => ({
  detail,
  retryAfter: Math.max(1, until - epochSeconds()),
})

const isLive = (count: FailureCount | undefined): count is FailureCount =>
  count !== undefined && count.until > epochSeconds()

export const isFull = ({ maxFailures }: Limit, count: FailureCount | undefined): boolean =>
  isLive(count) && Object.keys(count.failures).length >= maxFailures

const until = ['summary', 'until']
const failures = ['summary', 'failures']

const tryToMake = (operation: Operation): Promise<boolean> =>
  writeItem(operation).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConflictError) return false
      throw error
    },
  )

/**
 * Makes the one write that applies, depending on whether a window is open; tries first the write that fits the count as
 * read. Neither write conflicts with concurrent attempts. Returns false if the window is full.
 */
const settleFailure = async (count: FailureCount | undefined, within: Operation, fresh: Operation) => {
  const order = isLive(count) ? [within, fresh, within] : [fresh, within, fresh]
  for (const operation of order) if (await tryToMake(operation)) return true
  return false
}

/** Returns the possible writes to a window; `id` identifies the failure. */
const failureWrites = (limit: Limit, id = randomUUID().slice(0, 8)) => {
  const key = failureCounts.keyOf(limit)
  const time = epochSeconds()
  const failure = [...failures, id]
  const isOver = anyOf(isAbsent('pk'), compare(until, '<=', time))
  const hasRoom = allOf(compare(until, '>', time), isSmaller(failures, limit.maxFailures))
  const isCounted = exists(failure)

  const begun = { id: limit.id, until: time + limit.seconds, failures: { [id]: time } }
  return {
    begin: { put: failureCounts.itemOf(begun), require: [anyOf(isOver, isCounted)] },
    add: { key, change: { set: [[failure, time]] }, require: [anyOf(hasRoom, isCounted)] },
    /** Changes nothing; fails under the same condition as `add`. */
    look: { key, change: { remove: [failure] }, require: [hasRoom] },
    end: { remove: key, require: [isOver] },
    forget: { remove: key, require: [anyOf(isOver, hasRoom)] },
  } satisfies Record<string, Operation>
}

/** Counts a wrong password; returns false without counting if the window is full. */
export const countFailure = (limit: Limit, count: FailureCount | undefined): Promise<boolean> => {
  const { begin, add } = failureWrites(limit)
  return settleFailure(count, add, begin)
}

/**
 * Accepts a right password; returns false if the window is full. It writes, so that it is no faster than a wrong one.
 */
export const passCount = (limit: Limit, count: FailureCount | undefined): Promise<boolean> => {
  const { look, end } = failureWrites(limit)
  return settleFailure(count, look, end)
}

/** Accepts a right password and forgets earlier failures; returns false if the window is full. */
export const forgetFailures = (limit: Limit): Promise<boolean> => tryToMake(failureWrites(limit).forget)
