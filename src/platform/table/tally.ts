import { whereCounter } from './former-layout.ts'
import { adding } from './item.ts'
import type { Operation } from './table.ts'

/** What a write counts beside what else it changes. */
export interface Increment<T> {
  /** Amounts for counters. */
  add: Partial<Record<keyof T & string, number>>
  /** Times among the counters: of two that come at once the later one stays. */
  latest?: Partial<T>
  /** Fields of the summary that must still be so. */
  where?: Partial<T>
  /** Counters and the version, if they must still be as they were read. */
  unchanged?: (keyof T & string)[]
}

type Update = NonNullable<Operation['write']['Update']>

const prefixed = (sign: string, fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${sign}${field}`, value]))

/**
 * The same update, which counts as well. Its condition does not hold when `where` does not, or when a time
 * has come since `current` was read that is later than the one to be set, or a field of `unchanged` has
 * changed.
 */
export const tallied = <T extends object>(
  update: Update,
  current: T,
  { add, latest = {}, where = {}, unchanged = [] }: Increment<T>,
): Update => {
  const [seen, times, still] = [current, latest, where] as Record<string, string | null>[]
  const later = Object.keys(latest).filter((field) => (seen?.[field] ?? '') < String(times?.[field]))
  const held = Object.keys(where)

  const values: Record<string, unknown> = { ...add, zero: 0 }
  for (const field of unchanged) values[`read_${field}`] = (current as Record<string, unknown>)[field]
  for (const field of later)
    Object.assign(values, { [field]: times?.[field], [`seen_${field}`]: seen?.[field] })
  for (const field of held) values[`still_${field}`] = still?.[field]
  const named = [
    ...Object.keys(add),
    ...later,
    ...held,
    ...unchanged,
    ...(held.length > 0 ? ['summary'] : []),
  ]
  const names = Object.fromEntries(named.map((field) => [field, field]))

  const rest = update.UpdateExpression?.replace(/^SET /, '')
  const settings = [
    ...later.map((field) => `counters.#${field} = :${field}`),
    ...Object.keys(add).map(adding),
    ...(rest ? [rest] : []),
  ]
  const conditions = [
    `(${update.ConditionExpression})`,
    ...later.map((field) => whereCounter(field, (path) => `${path} = :seen_${field} OR ${path} < :${field}`)),
    ...held.map((field) => `#summary.#${field} = :still_${field}`),
    ...unchanged.map((field) => whereCounter(field, (path) => `${path} = :read_${field}`)),
  ]
  return {
    ...update,
    UpdateExpression: `SET ${settings.join(', ')}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...prefixed('#', names) } as Record<
      string,
      string
    >,
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...prefixed(':', values) },
  }
}
