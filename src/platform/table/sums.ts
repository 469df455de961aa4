import { retryOnConflict } from './conflict.ts'
import type { Operation, Update } from './operation.ts'
import { transact } from './table.ts'

type Amounts<Name extends string> = Partial<Record<Name, number>>

/** Entity whose records have sums as counters. */
interface SumEntity<Ids, Name extends string, Row> {
  make: (ids: Ids) => Row
  ensure: (row: Row) => Promise<boolean>
  toAddAll: (ids: Ids, amounts: Record<Name, number>) => Update
}

/** Amounts to add to rows of sums, and the write that records what the rows then contain of a resource. */
interface Additions<Ids, Name extends string> {
  added: ({ ids: Ids } & Amounts<Name>)[]
  record: Operation
}

/** Adds up amounts by name. */
export const addUp = <Name extends string>(names: Name[], all: Amounts<Name>[]) => {
  const sumOf = (name: Name) => all.reduce((sum, { [name]: amount = 0 }) => sum + amount, 0)
  return Object.fromEntries(names.map((name) => [name, sumOf(name)])) as Record<Name, number>
}

/**
 * Adds amounts to rows of sums, in one transaction with their record, so that a repeated or killed worker adds nothing
 * twice. `read` returns the additions, or undefined if there are none, and runs again after a conflict.
 */
export const addWithRecord = <Ids, Name extends string, Row>(
  sums: SumEntity<Ids, Name, Row>,
  names: Name[],
  read: () => Promise<Additions<Ids, Name> | undefined>,
): Promise<void> =>
  retryOnConflict(async (attempt) => {
    const additions = await read()
    if (!additions) return
    const byRow = Map.groupBy(additions.added, ({ ids }) => JSON.stringify(ids))
    const rows = [...byRow]
      .map(([ids, same]) => ({ ids: JSON.parse(ids) as Ids, amounts: addUp(names, same) }))
      .filter(({ amounts }) => names.some((name) => amounts[name] !== 0))
    // an addition to a missing row conflicts
    if (attempt > 0) await Promise.all(rows.map(({ ids }) => sums.ensure(sums.make(ids))))
    const updates = rows.map(({ ids, amounts }) => ({ ...sums.toAddAll(ids, amounts), otherwise: undefined }))
    await transact([additions.record, ...updates])
  })
