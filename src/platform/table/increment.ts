import { anyOf, compare, equals, type ItemChange, type Condition } from './expression.ts'
import { counterIs } from './former-layout.ts'

/** What a write adds to counters beside what else it changes. */
export interface Increment<T> {
  /** Amounts by the names of counters. */
  add: Partial<Record<keyof T & string, number>>
  /** Times among the counters: of two that come at once the later one stays. */
  latest?: Partial<T>
  /** Fields of the summary that must still be so. */
  where?: Partial<T>
  /** Counters and the version, if they must still be as they were read. */
  unchanged?: ((keyof T & string) | 'version')[]
}

/** Where an update finds a counter, or the version. */
export const counterPath = (field: string): string[] => (field === 'version' ? [field] : ['counters', field])

/** Whether these counters, or the version, are as in `current`. */
export const areUnchanged = (current: object, fields: string[]): Condition[] => {
  const seen = new Map<string, unknown>(Object.entries(current))
  return fields.map((field) => counterIs(field, (path) => equals(path, seen.get(field))))
}

/** Whether a time, RFC 3339 in UTC, is before another; null and what is missing are before all. */
const isEarlier = (a: unknown, b: unknown) => typeof b === 'string' && (typeof a === 'string' ? a : '') < b

/**
 * The same change with an increment. Its condition does not hold when `where` does not, when a time has come since
 * `current` was read that is later than the one to be set, or when a field of `unchanged` has changed.
 */
export const withIncrement = <T extends object>(
  change: ItemChange,
  current: T,
  { add, latest = {}, where = {}, unchanged = [] }: Increment<T>,
): ItemChange => {
  const seen = new Map<string, unknown>(Object.entries(current))
  const later = Object.entries<unknown>(latest).filter(([field, time]) => isEarlier(seen.get(field), time))
  return {
    ...change,
    set: [...(change.set ?? []), ...later.map(([field, time]) => [counterPath(field), time] as const)],
    increment: Object.entries<number | undefined>(add).map(([field, amount = 0]) => ({
      path: counterPath(field),
      amount,
    })),
    require: [
      ...(change.require ?? []),
      ...later.map(([field, time]) =>
        counterIs(field, (path) => anyOf(equals(path, seen.get(field)), compare(path, '<', time))),
      ),
      ...Object.entries(where).map(([field, value]) => equals(['summary', field], value)),
      ...areUnchanged(current, unchanged),
    ],
  }
}
