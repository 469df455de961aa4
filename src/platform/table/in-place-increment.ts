import { timeOf } from '../runtime/id.ts'
import { exists, isAbsent } from './condition.ts'
import { haveValues, originSet } from './increment.ts'
import { attributesOf, pathOf, type Layout } from './item.ts'
import type { Update } from './operation.ts'

/** A change of a thing as it is by that time, no matter who else changes it at the same time. */
export interface InPlaceIncrement<T> {
  set: Partial<T>
  /** The number to be counted up by one. */
  count: keyof T & string
  /** What must still be so: what places in lists follow from, when `set` moves them. */
  where?: Partial<T> | undefined
  /** A map among the fields that takes what is counted under this new id, so that a repetition is known. */
  mark: { field: keyof T & string; id: string }
}

/** The update that increments; its new `writeId` keeps older writes from being repeated over it. */
export const toIncrementInPlace = <T extends object>(
  layout: Layout<T>,
  current: T,
  { set, count, where, mark }: InPlaceIncrement<T>,
  writeId: string,
): Update => {
  const [before, after] = [attributesOf(layout, current), attributesOf(layout, { ...current, ...set })]
  const moved = ['gsi1sk', 'gsi2sk'].filter((name) => before[name] !== after[name])
  const counter = pathOf(layout, count)
  const marked = [...pathOf(layout, mark.field), mark.id]
  return {
    key: layout.key(current),
    change: {
      set: [
        ['writeId', writeId],
        ...originSet(layout),
        ...Object.entries(set).map(([field, value]) => [pathOf(layout, field), value] as const),
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

/** Longer than any request goes on trying. */
const recentMilliseconds = 60_000

/** The marks of the last minute, which later increments leave behind: an id begins with its time. */
export const recentMarks = (marks: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(marks).filter(([id]) => timeOf(id) > Date.now() - recentMilliseconds))
