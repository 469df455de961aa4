import { randomUUID } from 'node:crypto'
import * as z from '../platform/schema/schema.ts'
import { entity, type ThingOf } from '../platform/table/entity.ts'
import { environment } from '../platform/runtime/environment.ts'
import { ConflictError } from '../platform/table/conflict.ts'
import { writeItem, type Operation } from '../platform/table/table.ts'
import { epochSeconds } from '../platform/runtime/time.ts'

/** Wrong passwords of one window, each under an id of its own, so that a write that is repeated counts once. */
export const failureCounts = entity({
  name: 'users.attempts',
  isInternal: true,
  schema: z.object({ id: z.string(), until: z.int(), failures: z.record(z.string(), z.int()) }),
  key: ({ id }: { id: string }) => ({ pk: `attempts#${id}`, sk: 'failures' }),
  expires: ({ until }) => until,
})

export type FailureCount = ThingOf<typeof failureCounts>

/** Whose failures are counted, and how many there may be in a window of so many seconds. */
export interface Limit {
  id: string
  most: number
  seconds: number
}

const isLive = (count: FailureCount | undefined): count is FailureCount =>
  count !== undefined && count.until > epochSeconds()

export const isFull = ({ most }: Limit, count: FailureCount | undefined): boolean =>
  isLive(count) && Object.keys(count.failures).length >= most

const isOver = '(attribute_not_exists(pk) OR summary.#until <= :now)'
const hasRoom = '(summary.#until > :now AND size(summary.#failures) < :most)'

/** The names and values of an expression, as far as it has them: DynamoDB refuses others. */
const placeholders = ({ most }: Limit, id: string, text: string) => {
  const used = (given: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => text.includes(name)))
  return {
    ExpressionAttributeNames: used({ '#until': 'until', '#failures': 'failures', '#id': id }) as Record<
      string,
      string
    >,
    ExpressionAttributeValues: used({ ':now': epochSeconds(), ':most': most }),
  }
}

const isMade = (operation: Operation): Promise<boolean> =>
  writeItem(operation).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ConflictError) return false
      throw error
    },
  )

/**
 * Makes the one write of a window that lives, or of none: that first which fits what was read. They cross with no
 * others, so nobody waits. False when the window is full.
 */
const settle = async (count: FailureCount | undefined, within: Operation, anew: Operation) => {
  const order = isLive(count) ? [within, anew, within] : [anew, within, anew]
  for (const operation of order) if (await isMade(operation)) return true
  return false
}

/** The writes about a window; `id` is that of a failure. */
const writesOf = (limit: Limit, id = randomUUID().slice(0, 8)) => {
  const at = { TableName: environment.tableName, Key: failureCounts.keyOf(limit) }
  const update = (UpdateExpression: string, ConditionExpression: string): Operation => {
    const text = UpdateExpression + ConditionExpression
    return {
      write: { Update: { ...at, UpdateExpression, ConditionExpression, ...placeholders(limit, id, text) } },
    }
  }
  const isCounted = 'attribute_exists(summary.#failures.#id)'
  const begin = `${isOver} OR ${isCounted}`
  const begun = { id: limit.id, until: epochSeconds() + limit.seconds, failures: { [id]: epochSeconds() } }
  const Put = {
    TableName: environment.tableName,
    Item: failureCounts.itemOf(begun),
    ConditionExpression: begin,
    ...placeholders(limit, id, begin),
  }
  const remove = (ConditionExpression: string): Operation => ({
    write: { Delete: { ...at, ConditionExpression, ...placeholders(limit, id, ConditionExpression) } },
  })
  return {
    begin: { write: { Put } },
    add: update('SET summary.#failures.#id = :now', `${hasRoom} OR ${isCounted}`),
    /** Changes nothing, and is refused where `add` would be. */
    look: update('REMOVE summary.#failures.#id', hasRoom),
    end: remove(isOver),
    forget: remove(`${isOver} OR ${hasRoom}`),
  }
}

/** Counts a wrong password; false, and nothing is counted, when the window is full. */
export const countFailure = (limit: Limit, count: FailureCount | undefined): Promise<boolean> => {
  const { begin, add } = writesOf(limit)
  return settle(count, add, begin)
}

/** Lets a right password through; false when the window is full. It is a write, so it is no faster than a wrong one. */
export const passCount = (limit: Limit, count: FailureCount | undefined): Promise<boolean> => {
  const { look, end } = writesOf(limit)
  return settle(count, look, end)
}

/** The same, and forgets the failures before. */
export const forgetFailures = (limit: Limit): Promise<boolean> => isMade(writesOf(limit).forget)
