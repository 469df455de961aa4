import { anyOf, compare, equals, exists, type Condition } from './condition.ts'
import type { Problem } from '../runtime/problem.ts'
import { writeOrigin, attributePath, type Layout, type Stored } from './item.ts'
import type { ItemChange, Update } from './operation.ts'

type Amounts<T> = Partial<Record<keyof T & string, number>>

/** Changes of counters in addition to the other changes of a write. */
export interface Increment<T> {
  /** Amounts by counter name. */
  add: Amounts<T>
  /** Times among the counters; of two concurrent ones, the later one wins. */
  latest?: Partial<T>
  /** Summary fields that must have these values. */
  where?: Partial<T>
  /** Counters, or the version, that must have the values that were read. */
  unchanged?: ((keyof T & string) | 'version')[]
}

/** Returns the path of a counter, or of the version, in an update. */
export const counterPath = (field: string): string[] => (field === 'version' ? [field] : ['counters', field])

/** Returns the assignments to these counters. */
export const countersSet = (fields: object): NonNullable<ItemChange['set']> =>
  Object.entries(fields).map(([field, value]) => [counterPath(field), value] as const)

/** Returns the conditions that these counters, or the version, are as in `current`. */
export const areUnchanged = (current: object, fields: string[]): Condition[] => {
  const seen = new Map<string, unknown>(Object.entries(current))
  return fields.map((field) => equals(counterPath(field), seen.get(field)))
}

/** Returns the conditions that these fields have these values. */
export const haveValues = (layout: Layout<never>, fields: object = {}): Condition[] =>
  Object.entries(fields).map(([field, value]) => equals(attributePath(layout, field), value))

/** Returns the assignment of the origin of an update; none for internal entities. */
export const originSet = (layout: Layout<never>): NonNullable<ItemChange['set']> => {
  const origin = writeOrigin(layout)
  return origin ? [['origin', origin]] : []
}

/** Returns true if a time, RFC 3339 in UTC, is before another; null and missing times are before all others. */
const isEarlier = (a: unknown, b: unknown) => typeof b === 'string' && (typeof a === 'string' ? a : '') < b

/**
 * Adds an increment to an update. The update fails if `where` does not hold, if a field of `unchanged` has changed, or
 * if a later time than the one to be set was written after `current` was read.
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
 * Builds updates of fields that are stored as counters, independently of the version; they conflict if `where` does not
 * hold.
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

/** Builds the writes that increment counters, only for transactions: their token keeps a retry from counting twice. */
export const entityIncrements = <Thing extends object & Ids, Ids>({ key, absent }: Stored<Thing, Ids>) => {
  const unchanged = (ids: Ids, otherwise?: Problem): Update => ({
    key: key(ids),
    change: {},
    require: [exists('pk')],
    otherwise,
  })
  const toAddAll = (ids: Ids, add: Amounts<Thing>): Update =>
    withIncrement<Thing>(unchanged(ids, absent()), {}, { add })
  return {
    toAddAll,

    toAdd: (ids: Ids, field: keyof Thing & string, amount: number): Update =>
      toAddAll(ids, { [field]: amount } as Amounts<Thing>),

    /**
     * Adds to counters, together with `other` if given. Concurrent increments do not conflict; the write conflicts if
     * `where` no longer holds.
     */
    toIncrement: (current: Thing, increment: Increment<Thing>, other?: Update): Update =>
      withIncrement(other ?? unchanged(current), current, increment),
  }
}
