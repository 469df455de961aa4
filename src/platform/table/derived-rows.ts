import { writeBatch } from './batch/batch-write.ts'
import type { Key, Operation } from './operation.ts'

/** The entity of rows that follow from another thing. */
interface Rows<R> {
  keyOf: (row: R) => Key
  itemOf: (row: R) => Key
  toPut: (row: R) => Operation
  toRemove: (row: R) => Operation
}

/** How many rows change with their thing, in a transaction with others; the rest comes later. */
const maxRowsAtOnce = 90

/**
 * Rows that say again, somewhere else, what a thing says: an index of it under each of its people. `rowsOf` gives them
 * by where they are. The first 90 that differ go along with a change of the thing, all others by the table's stream.
 */
export const derivedRows = <T, R extends object>(
  rows: Rows<R>,
  rowsOf: (thing: T | undefined) => Map<string, R>,
) => {
  const changedRows = (before: T | undefined, after: T | undefined) => {
    const [old, present] = [rowsOf(before), rowsOf(after)]
    const places = [...new Set([...old.keys(), ...present.keys()])]
    return places
      .filter((place) => JSON.stringify(old.get(place)) !== JSON.stringify(present.get(place)))
      .map((place) => ({ place, row: present.get(place), any: (present.get(place) ?? old.get(place)) as R }))
  }
  return {
    /** The writes that take the first rows along with a change of their thing. */
    toSync: (before: T | undefined, after: T | undefined): Operation[] =>
      changedRows(before, after)
        .slice(0, maxRowsAtOnce)
        .map(({ row, any }) => (row ? rows.toPut(row) : rows.toRemove(any))),

    /**
     * Makes all rows that a change is about as `read` finds the thing by now, so that a late change puts
     * nothing back.
     */
    sync: async (
      before: T | undefined,
      after: T | undefined,
      read: () => Promise<T | undefined>,
    ): Promise<void> => {
      const affected = changedRows(before, after)
      if (affected.length === 0) return
      const present = rowsOf(await read())
      await writeBatch(
        affected.flatMap(({ place }) => present.get(place) ?? []).map(rows.itemOf),
        affected.flatMap(({ place, any }) => (present.has(place) ? [] : [rows.keyOf(any)])),
      )
    },
  }
}

/** Derived rows that are under people: one for each of `peopleOf` a thing, as `rowOf` words it. */
export const rowsByPerson = <T, R extends object>(
  rows: Rows<R>,
  peopleOf: (thing: T) => string[],
  rowOf: (thing: T, user_id: string) => R,
) =>
  derivedRows<T, R>(
    rows,
    (thing) => new Map(thing && peopleOf(thing).map((user_id) => [user_id, rowOf(thing, user_id)])),
  )
