import type * as z from '../schema/schema.ts'
import { getItems } from './batch/batch-get.ts'
import {
  decodeFields,
  attributePath,
  listPartitions,
  type Heavy,
  type ListDefinition,
  type Stored,
} from './item.ts'
import type { Source } from './list/list.ts'
import type { Item } from './operation.ts'

type ArgsOf<D> = D extends { partition: (args: infer A) => string | null } ? A : never

/** Fields of a record that the lists of its entity contain. */
export type SummaryOf<T> = Omit<T, Heavy>

/** Returns the key ranges of a list; `args` determine its partition. */
const listSources = <Thing, T>(
  { index, partition, prefix, shared, order = 'ascending' }: ListDefinition<Thing>,
  args: unknown,
  read: (item: Item) => T,
): Source<T>[] => {
  const range = partition(args as Thing)
  if (range === null) return []
  return (shared ? listPartitions(range) : [range]).map((partition) => ({
    index,
    partition,
    prefix,
    order,
    read,
  }))
}

export const entityReads = <Thing extends object & Ids, Ids, L extends Record<string, ListDefinition<never>>>(
  { layout, key, absent }: Stored<Thing, Ids>,
  schema: z.ZodObject,
) => {
  const fields = Object.keys(schema.shape)
  const shown = fields.filter((field) => attributePath(layout, field)[0] !== 'detail')
  const read = (item: Item) => decodeFields(schema, fields, layout.counters ?? [], item) as Thing
  const readSummary = (item: Item) =>
    decodeFields(schema, shown, layout.counters ?? [], item) as object as SummaryOf<Thing>

  const findMany = async (ids: Ids[]): Promise<(Thing | undefined)[]> =>
    (await getItems(ids.map(key))).map((item) => item && read(item))
  const find = async (ids: Ids): Promise<Thing | undefined> => (await findMany([ids]))[0]
  return {
    /** The 404 for a record that does not exist, or that the caller may not see. */
    absent,
    /** Converts a table item to a record. */
    read,
    /** Returns the records in the order of their IDs, in one round trip; undefined for missing ones. */
    findMany,
    /** Returns the record, strongly consistent, or undefined. */
    find,
    /** Returns the record; throws 404 `<area>.<noun>_not_found` if there is none. */
    get: async (ids: Ids): Promise<Thing> => {
      const thing = await find(ids)
      if (!thing) throw absent()
      return thing
    },
    /** Returns the key ranges of a list, for `readList`. */
    in: <N extends keyof L & string>(list: N, args: ArgsOf<L[N]>): Source<SummaryOf<Thing>>[] =>
      listSources(
        (layout.lists as Record<string, ListDefinition<Thing>>)[list] as ListDefinition<Thing>,
        args,
        readSummary,
      ),
  }
}
