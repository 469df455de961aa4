import type * as z from '../schema/schema.ts'
import { getItems } from './batch/batch-get.ts'
import { fieldsOf, pathOf, type Heavy, type ListDefinition, type Stored } from './item.ts'
import type { Source } from './list/list.ts'
import type { Item } from './operation.ts'
import { shardsOf } from './list/shards.ts'

type ArgsOf<D> = D extends { partition: (args: infer A) => string | null } ? A : never

/** What the lists of an entity show of a thing. */
export type SummaryOf<T> = Omit<T, Heavy>

/** The key ranges of a list, whose partition follows from `args`. */
const rangesOf = <Thing, T>(
  { index, partition, prefix, shared, order = 'ascending' }: ListDefinition<Thing>,
  args: unknown,
  read: (item: Item) => T,
): Source<T>[] => {
  const range = partition(args as Thing)
  if (range === null) return []
  return (shared ? shardsOf(range) : [range]).map((partition) => ({ index, partition, prefix, order, read }))
}

/** Reads the things of an entity. */
export const readsOf = <Thing extends object & Ids, Ids, L extends Record<string, ListDefinition<never>>>(
  { layout, key, absent }: Stored<Thing, Ids>,
  schema: z.ZodObject,
) => {
  const fields = Object.keys(schema.shape)
  const shown = fields.filter((field) => pathOf(layout, field)[0] !== 'detail')
  const read = (item: Item) => fieldsOf(schema, fields, layout.counters ?? [], item) as Thing
  const readSummary = (item: Item) =>
    fieldsOf(schema, shown, layout.counters ?? [], item) as object as SummaryOf<Thing>

  const findMany = async (ids: Ids[]): Promise<(Thing | undefined)[]> =>
    (await getItems(ids.map(key))).map((item) => item && read(item))
  const find = async (ids: Ids): Promise<Thing | undefined> => (await findMany([ids]))[0]
  return {
    /** The 404 for a thing that does not exist, or that the caller may not see. */
    absent,
    /** The thing that an item of the table is. */
    read,
    /** The things in the order of their ids, in one round trip; undefined where there is none. */
    findMany,
    /** The thing, strongly consistent, or undefined. */
    find,
    /** The thing; throws 404 `<area>.<noun>_not_found` if there is none. */
    get: async (ids: Ids): Promise<Thing> => {
      const thing = await find(ids)
      if (!thing) throw absent()
      return thing
    },
    /** The key ranges of a list, for `readList`. */
    in: <N extends keyof L & string>(list: N, args: ArgsOf<L[N]>): Source<SummaryOf<Thing>>[] =>
      rangesOf(
        (layout.lists as Record<string, ListDefinition<Thing>>)[list] as ListDefinition<Thing>,
        args,
        readSummary,
      ),
  }
}
