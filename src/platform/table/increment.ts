import { anyOf, compare, equals, exists, type Condition } from './condition.ts'
import type { Problem } from '../runtime/problem.ts'
import { originOf, pathOf, type Layout, type Stored } from './item.ts'
import type { ItemChange, Update } from './operation.ts'

type Amounts<T> = Partial<Record<keyof T & string, number>>

/** What a write adds to counters beside what else it changes. */
export interface Increment<T> {
  /** Amounts by the names of counters. */
  add: Amounts<T>
  /** Times among the counters: of two that come at once the later one stays. */
  latest?: Partial<T>
  /** Fields of the summary that must still be so. */
  where?: Partial<T>
  /** Counters and the version, if they must still be as they were read. */
  unchanged?: ((keyof T & string) | 'version')[]
}

/** Where an update finds a counter, or the version. */
export const counterPath = (field: string): string[] => (field === 'version' ? [field] : ['counters', field])

/** What sets these counters. */
export const countersSet = (fields: object): NonNullable<ItemChange['set']> =>
  Object.entries(fields).map(([field, value]) => [counterPath(field), value] as const)

/** Whether these counters, or the version, are as in `current`. */
export const areUnchanged = (current: object, fields: string[]): Condition[] => {
  const seen = new Map<string, unknown>(Object.entries(current))
  return fields.map((field) => equals(counterPath(field), seen.get(field)))
}

/** Whether these fields have these values. */
export const haveValues = (layout: Layout<never>, fields: object = {}): Condition[] =>
  Object.entries(fields).map(([field, value]) => equals(pathOf(layout, field), value))

/** What an update sets to say who makes it. */
export const originSet = (layout: Layout<never>): NonNullable<ItemChange['set']> => {
  const origin = originOf(layout)
  return origin ? [['origin', origin]] : []
}

/** Whether a time, RFC 3339 in UTC, is before another; null and what is missing are before all. */
const isEarlier = (a: unknown, b: unknown) => typeof b === 'string' && (typeof a === 'string' ? a : '') < b

/**
 * The same update with an increment. It is refused when `where` does not hold, when a time has come since `current` was
 * read that is later than the one to be set, or when a field of `unchanged` has changed.
 */
const withIncrement = <T extends object>(
  { key, change, require = [], otherwise }: Update,
  current: Partial<T>,
  { add, latest = {}, where = {}, unchanged = [] }: Increment<T>,
): Update => {
  const seen = new Map<string, unknown>(Object.entries(current))
  const later = Object.entries<unknown>(latest).filter(([field, time]) => isEarlier(seen.get(field), time))
  const set = later.map(([field, time]) => [counterPath(field), time] as const)
  const increment = Object.entries<number | undefined>(add).map(([field, amount = 0]) => ({
    path: counterPath(field),
    amount,
  }))
  return {
    key,
    change: { ...change, set: [...(change.set ?? []), ...set], increment },
    require: [
      ...require,
      ...later.map(([field, time]) =>
        anyOf(equals(counterPath(field), seen.get(field)), compare(counterPath(field), '<', time)),
      ),
      ...Object.entries(where).map(([field, value]) => equals(['summary', field], value)),
      ...areUnchanged(current, unchanged),
    ],
    otherwise,
  }
}

/**
 * Sets fields that are stored as counters, independently of the version; a conflict when `where` does not hold, or no
 * longer.
 */
export const touchOf =
  <Thing extends object & Ids, Ids>({ layout, key, absent }: Stored<Thing, Ids>) =>
  (ids: Ids, fields: Partial<Thing>, where?: Partial<Thing>): Update => {
    return {
      key: key(ids),
      change: { set: [...countersSet(fields), ...originSet(layout)] },
      require: [exists('pk'), ...haveValues(layout, where)],
      otherwise: where ? undefined : absent(),
    }
  }

/** The writes that add to counters, only in a transaction: its token keeps a retry from counting twice. */
export const incrementsOf = <Thing extends object & Ids, Ids>({ key, absent }: Stored<Thing, Ids>) => {
  const unchanged = (ids: Ids, otherwise?: Problem): Update => ({
    key: key(ids),
    change: {},
    require: [exists('pk')],
    otherwise,
  })
  /** Adds to counters. */
  const toAddAll = (ids: Ids, add: Amounts<Thing>): Update =>
    withIncrement<Thing>(unchanged(ids, absent()), {}, { add })
  return {
    toAddAll,

    /** Adds to one counter. */
    toAdd: (ids: Ids, field: keyof Thing & string, amount: number): Update =>
      toAddAll(ids, { [field]: amount } as Amounts<Thing>),

    /**
     * Adds to counters, together with `other` if given. Concurrent increments do not conflict, but it is a conflict
     * when `where` no longer holds.
     */
    toIncrement: (current: Thing, increment: Increment<Thing>, other?: Update): Update =>
      withIncrement(other ?? unchanged(current), current, increment),
  }
}
