import { idTime } from '../runtime/id.ts'
import { exists, isAbsent } from './condition.ts'
import { haveValues, originSet } from './increment.ts'
import { toItemAttributes, attributePath, type Layout } from './item.ts'
import type { Update } from './operation.ts'

/** An increment of a record in its current state, whatever other callers change concurrently. */
export interface InPlaceIncrement<T> {
  set: Partial<T>
  /** Numeric field to increment by one. */
  count: keyof T & string
  /** Fields that must have these values, because positions in lists depend on them, if `set` changes the positions. */
  where?: Partial<T> | undefined
  /** Map field that stores the new count under this new ID, which makes a repetition detectable. */
  mark: { field: keyof T & string; id: string }
}

/** Returns the update that increments; its new `writeId` prevents older writes from being repeated over it. */
export const toIncrementInPlace = <T extends object>(
  layout: Layout<T>,
  current: T,
  { set, count, where, mark }: InPlaceIncrement<T>,
  writeId: string,
): Update => {
  const [before, after] = [
    toItemAttributes(layout, current),
    toItemAttributes(layout, { ...current, ...set }),
  ]
  const moved = ['gsi1sk', 'gsi2sk'].filter((name) => before[name] !== after[name])
  const counter = attributePath(layout, count)
  const marked = [...attributePath(layout, mark.field), mark.id]
  return {
    key: layout.key(current),
    change: {
      set: [
        ['writeId', writeId],
        ...originSet(layout),
        ...Object.entries(set).map(([field, value]) => [attributePath(layout, field), value] as const),
        ...moved.map((name) => [name, after[name]] as const),
      ],
      increment: [
        { path: counter, amount: 1 },
        { path: marked, amount: 1, from: counter },
        { path: 'version', amount: 1 },
      ],
    },
    require: [exists('pk'), isAbsent(marked), ...haveValues(layout, where)],
  }
}

/** Longer than any request retries, in milliseconds. */
const recentMilliseconds = 60_000

/** Returns the marks of the last minute, the only ones that later increments keep: an ID begins with its time. */
export const recentMarks = (marks: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(marks).filter(([id]) => idTime(id) > Date.now() - recentMilliseconds))
