import type * as z from '../schema/schema.ts'
import { environment } from '../runtime/environment.ts'
import { newId } from '../runtime/id.ts'
import { toIncrementInPlace, type InPlaceIncrement } from './in-place-increment.ts'
import { fieldsOf, pathOf, type Heavy, type Layout, type ListDefinition } from './item.ts'
import type { Source } from './list.ts'
import { shardsOf } from './shards.ts'
import type { Problem } from '../runtime/problem.ts'
import { ignoreConflict, retryOnConflict } from './conflict.ts'
import { getItems } from './batch-get.ts'
import { updateItem, writeItem } from './table.ts'
import type { Item, Key } from './operation.ts'
import { now } from '../runtime/time.ts'
import type { Changes, IfMatch } from './changes.ts'
import { writesOf } from './writes.ts'

type ArgsOf<D> = D extends { partition: (args: infer A) => string | null } ? A : never

/** What the lists of an entity show of a thing. */
export type SummaryOf<T> = Omit<T, Heavy>

/** The thing that an entity keeps. */
export type ThingOf<E extends { schema: z.ZodObject }> = z.output<E['schema']>

/**
 * A noun in the table. `name` is `<area>.<noun>`, found again in the codes of problems and on each item. An
 * item is its keys, `summary` (what lists show), `detail` (the rest), `counters`, `version`, and `writeId`,
 * the id of the write that made it: by it a write that is repeated after a lost answer is known as done, not
 * refused.
 */
export const entity = <
  S extends z.ZodObject,
  Ids,
  const L extends Record<string, ListDefinition<z.output<S>>> = Record<never, never>,
>(
  definition: Layout<z.output<S>> & { name: string; schema: S; key: (ids: Ids) => Key; lists?: L },
) => {
  type Thing = z.output<S> & Ids
  type Summary = SummaryOf<Thing>
  const { name, schema, key } = definition
  const layout: Layout<Thing> = definition
  const isDated = 'updated_at' in schema.shape
  const writes = writesOf<Thing, Ids>({ name, layout, key, isDated })

  const counters = layout.counters ?? []
  const shown = Object.keys(schema.shape).filter((field) => pathOf(layout, field)[0] !== 'detail')
  const read = (item: Item) => fieldsOf(schema, Object.keys(schema.shape), counters, item) as Thing
  const readSummary = (item: Item) => fieldsOf(schema, shown, counters, item) as object as Summary

  const storeChanges = async (current: Thing, changes: Changes<Thing>, ifMatch?: IfMatch): Promise<Thing> => {
    const update = writes.toUpdate(current, changes, ifMatch)
    if (update.isSame) return current
    await writeItem(update)
    return update.thing
  }

  const self = {
    name,
    schema,
    isInternal: layout.isInternal === true,
    keyOf: key,
    ...writes,

    /** The thing that an item of the table is. */
    read,

    /**
     * A whole new thing: `fields`, with an id, version 1 and the present time where the schema has such
     * fields.
     */
    make: (fields: Partial<z.input<S>>): Thing => {
      const time = now()
      return schema.parse({ id: newId(), version: 1, created_at: time, updated_at: time, ...fields }) as Thing
    },

    /** The thing, strongly consistent, or undefined. */
    find: async (ids: Ids): Promise<Thing | undefined> => (await self.findMany([ids]))[0],

    /** The things in the order of their ids, in one round trip; undefined where there is none. */
    findMany: async (ids: Ids[]): Promise<(Thing | undefined)[]> =>
      (await getItems(ids.map(key))).map((item) => item && read(item)),

    /** The thing; throws 404 `<area>.<noun>_not_found` if there is none. */
    get: async (ids: Ids): Promise<Thing> => {
      const thing = await self.find(ids)
      if (!thing) throw writes.absent()
      return thing
    },

    /** Stores a new thing; throws `otherwise` if its key is taken. */
    create: async (thing: Thing, otherwise?: Problem): Promise<Thing> => {
      await writeItem(writes.toCreate(thing, otherwise))
      return thing
    },

    /** Stores a new thing unless its key is taken; returns whether it was stored. */
    ensure: async (thing: Thing): Promise<boolean> =>
      (await ignoreConflict(() => self.create(thing))) !== undefined,

    /** Merges `changes` into the thing and stores it if a value changes; see `modify` for conflicts. */
    update: (
      first: Thing,
      changes: Changes<Thing> | ((current: Thing) => Changes<Thing>),
      ifMatch?: IfMatch,
    ): Promise<Thing> =>
      self.modify(first, (current) =>
        storeChanges(current, typeof changes === 'function' ? changes(current) : changes, ifMatch),
      ),

    /** The same for a thing that may be gone by now: undefined then. */
    updateIfThere: (first: Thing, changes: (current: Thing) => Changes<Thing>): Promise<Thing | undefined> =>
      retryOnConflict(async (attempt) => {
        const current = attempt === 0 ? first : await self.find(first)
        return current && storeChanges(current, changes(current))
      }),

    /** Runs `work` on the thing as it was read, and on each conflict on its latest state; 503 after 12 s. */
    modify: <R>(first: Thing, work: (current: Thing) => Promise<R>): Promise<R> =>
      retryOnConflict(async (attempt) => work(attempt === 0 ? first : await self.get(first))),

    /**
     * Increments a counter and sets fields without a version condition: concurrent callers need no retries.
     * Throws {@link ConflictError} when it was done before, the thing is absent, or `where` does not hold.
     */
    incrementInPlace: async (current: Thing, increment: InPlaceIncrement<Thing>): Promise<Thing> => {
      const set = { ...(isDated && { updated_at: now() }), ...increment.set }
      const expression = toIncrementInPlace(layout, current, { ...increment, set }, newId())
      const before = read(
        await updateItem({ TableName: environment.tableName, Key: key(current), ...expression }),
      )
      const { count, mark } = increment
      const counted = (before[count] as number) + 1
      const marks = { ...(before[mark.field] as object), [mark.id]: counted }
      const { version } = before as Thing & { version: number }
      return { ...before, ...set, version: version + 1, [count]: counted, [mark.field]: marks }
    },

    /** Deletes the thing; does nothing if there is none. */
    remove: (ids: Ids): Promise<void> => writeItem(writes.toRemove(ids)),

    /** The key ranges of a list, for `readList`. */
    in: <N extends keyof L & string>(list: N, args: ArgsOf<L[N]>): Source<Summary>[] => {
      const {
        index,
        partition,
        prefix,
        shared,
        order = 'ascending',
      } = (layout.lists as Record<string, ListDefinition<Thing>>)[list] as ListDefinition<Thing>
      const range = partition(args as Thing)
      if (range === null) return []
      const partitions = shared ? shardsOf(range) : [range]
      return partitions.map((partition) => ({ index, partition, prefix, order, read: readSummary }))
    },
  }
  return self
}
