import type { Operation } from './table.ts'

/** What a write counts beside what else it changes. */
export interface Tally<T> {
  /** Amounts for counters among the live fields. */
  add: Partial<Record<keyof T & string, number>>
  /** Times among the live fields: of two that come at once the later one stays. */
  latest?: Partial<T>
  /** Fields of the summary that must still be so. */
  where?: Partial<T>
  /** Live fields and the version, if they must still be as they were read. */
  unchanged?: (keyof T & string)[]
}

type Update = NonNullable<Operation['write']['Update']>

const prefixed = (sign: string, fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${sign}${field}`, value]))

/**
 * The same update, which counts as well. Its condition does not hold when `where` does not, or when a time has come since
 * `current` was read that is later than the one to be set, or a field of `unchanged` has changed.
 */
export const tallied = <T extends object>(
  update: Update,
  current: T,
  { add, latest = {}, where = {}, unchanged = [] }: Tally<T>,
): Update => {
  const [seen, times, still] = [current, latest, where] as Record<string, string | null>[]
  const later = Object.keys(latest).filter((field) => (seen?.[field] ?? '') < String(times?.[field]))
  const held = Object.keys(where)

  const values: Record<string, unknown> = { ...add }
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
  const settings = [...later.map((field) => `#${field} = :${field}`), ...(rest ? [rest] : [])].join(', ')
  const adding = Object.keys(add).map((field) => `#${field} :${field}`)
  const conditions = [
    `(${update.ConditionExpression})`,
    ...later.map((field) => `(#${field} = :seen_${field} OR #${field} < :${field})`),
    ...held.map((field) => `#summary.#${field} = :still_${field}`),
    ...unchanged.map((field) => `#${field} = :read_${field}`),
  ]
  return {
    ...update,
    UpdateExpression: `${settings && `SET ${settings} `}ADD ${adding.join(', ')}`,
    ConditionExpression: conditions.join(' AND '),
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, ...prefixed('#', names) } as Record<
      string,
      string
    >,
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ...prefixed(':', values) },
  }
}
