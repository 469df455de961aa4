import { writeBatch } from './batch/batch-write.ts'
import type { Key, Operation } from './operation.ts'

/** The entity of rows that are derived from a record. */
interface Rows<R> {
  keyOf: (row: R) => Key
  itemOf: (row: R) => Key
  toPut: (row: R) => Operation
  toRemove: (row: R) => Operation
}

/** Maximum number of rows that change in the transaction of their record; the others follow later. */
const maxRowsAtOnce = 90

/**
 * Defines rows that copy data of a record to other places, such as an entry in the list of each participant. `rowsOf`
 * returns the rows by place. The first 90 rows that differ change in the transaction of the record, all others through
 * the table's stream.
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
    /** Returns the writes that change the first rows together with their record. */
    toSync: (before: T | undefined, after: T | undefined): Operation[] =>
      changedRows(before, after)
        .slice(0, maxRowsAtOnce)
        .map(({ row, any }) => (row ? rows.toPut(row) : rows.toRemove(any))),

    /**
     * Updates all rows that a change affects to the current state of the record, as `read` returns it, so that a late
     * delivery restores no old data.
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

/** Defines derived rows of people: `rowOf` returns the row for each of `peopleOf` a record. */
export const rowsByPerson = <T, R extends object>(
  rows: Rows<R>,
  peopleOf: (thing: T) => string[],
  rowOf: (thing: T, user_id: string) => R,
) =>
  derivedRows<T, R>(
    rows,
    (thing) => new Map(thing && peopleOf(thing).map((user_id) => [user_id, rowOf(thing, user_id)])),
  )
