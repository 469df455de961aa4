import type * as z from '../schema/schema.ts'
import { newId } from '../runtime/id.ts'
import type { Problem } from '../runtime/problem.ts'
import { now } from '../runtime/time.ts'
import { absentProblem, type Changes, type IfMatch } from './changes.ts'
import { ignoreConflict, retryOnConflict } from './conflict.ts'
import { toIncrementInPlace, type InPlaceIncrement } from './in-place-increment.ts'
import type { Layout, ListDefinition, Stored } from './item.ts'
import type { Key } from './operation.ts'
import { entityReads } from './reads.ts'
import { updateItem, writeItem } from './table.ts'
import { entityWrites } from './writes.ts'

export type { SummaryOf } from './reads.ts'

export type ThingOf<E extends { schema: z.ZodObject }> = z.output<E['schema']>

type Reads<Thing extends object & Ids, Ids> = ReturnType<typeof entityReads<Thing, Ids, Record<never, never>>>
type Writes<Thing extends object & Ids, Ids> = ReturnType<typeof entityWrites<Thing, Ids>>
type Storing<Thing extends object & Ids, Ids> = ReturnType<typeof entityStores<Thing, Ids>>

/** Operations of every entity, whatever lists it has. */
export type Entity<Thing extends object & Ids, Ids> = {
  name: string
  isInternal: boolean
  keyOf: (ids: Ids) => Key
} & Omit<Reads<Thing, Ids>, 'in'> &
  Writes<Thing, Ids> &
  Storing<Thing, Ids>

/** Builds the operations that create records, and that change records despite concurrent changes. */
const entityStores = <Thing extends object & Ids, Ids>(
  { find, get }: Pick<Reads<Thing, Ids>, 'find' | 'get'>,
  { toCreate, toUpdate }: Pick<Writes<Thing, Ids>, 'toCreate' | 'toUpdate'>,
) => {
  const storeChanges = async (current: Thing, changes: Changes<Thing>, ifMatch?: IfMatch): Promise<Thing> => {
    const update = toUpdate(current, changes, ifMatch)
    if (!update.isSame) await writeItem(update)
    return update.isSame ? current : update.thing
  }
  /** Stores a new record; throws `otherwise` if its key is taken. */
  const create = async (thing: Thing, otherwise?: Problem): Promise<Thing> => {
    await writeItem(toCreate(thing, otherwise))
    return thing
  }
  /** Runs `work` on the record as it was read, and after each conflict on its latest state; throws 503 after 12 s. */
  const modify = <R>(first: Thing, work: (current: Thing) => Promise<R>): Promise<R> =>
    retryOnConflict(async (attempt) => work(attempt === 0 ? first : await get(first)))
  return {
    create,
    modify,
    /** Stores a new record unless its key is taken; returns true if it was stored. */
    ensure: async (thing: Thing): Promise<boolean> =>
      (await ignoreConflict(() => create(thing))) !== undefined,
    /** Merges `changes` into the record and stores it if a value changes; see `modify` for conflicts. */
    update: (
      first: Thing,
      changes: Changes<Thing> | ((current: Thing) => Changes<Thing>),
      ifMatch?: IfMatch,
    ): Promise<Thing> =>
      modify(first, (current) =>
        storeChanges(current, typeof changes === 'function' ? changes(current) : changes, ifMatch),
      ),
    /** Like `update`, for a record that may have been deleted; returns undefined if it was. */
    updateIfThere: (first: Thing, changes: (current: Thing) => Changes<Thing>): Promise<Thing | undefined> =>
      retryOnConflict(async (attempt) => {
        const current = attempt === 0 ? first : await find(first)
        return current && storeChanges(current, changes(current))
      }),
  }
}

/**
 * Increments a counter and sets fields without a version condition, so that concurrent callers need no retries. Throws
 * {@link ConflictError} if the increment was made before, the record is absent, or `where` does not hold.
 */
const incrementInPlaceOf =
  <Thing extends object & Ids, Ids>(
    { layout, isDated }: Stored<Thing, Ids>,
    read: Reads<Thing, Ids>['read'],
  ) =>
  async (current: Thing, increment: InPlaceIncrement<Thing>): Promise<Thing> => {
    const set = { ...(isDated && { updated_at: now() }), ...increment.set }
    const update = toIncrementInPlace(layout, current, { ...increment, set }, newId())
    const before = read(await updateItem(update))
    const { count, mark } = increment
    const counted = (before[count] as number) + 1
    const marks = { ...(before[mark.field] as object), [mark.id]: counted }
    const { version } = before as Thing & { version: number }
    return { ...before, ...set, version: version + 1, [count]: counted, [mark.field]: marks }
  }

/**
 * Defines an entity of the table. Its `name`, `<area>.<noun>`, is also part of problem codes and of each item. An item
 * consists of its keys, `summary` (the fields in lists), `detail` (the rest), `counters`, `version` and `writeId`, the
 * ID of the write that stored it. By `writeId`, a write that is repeated after a lost response recognizes its own item
 * and succeeds.
 */
export const entity = <
  S extends z.ZodObject,
  Ids,
  const L extends Record<string, ListDefinition<z.output<S>>> = Record<never, never>,
>(
  definition: Layout<z.output<S>> & { name: string; schema: S; key: (ids: Ids) => Key; lists?: L },
) => {
  type Thing = z.output<S> & Ids
  const { name, schema, key } = definition
  const layout: Layout<Thing> = definition
  const isDated = 'updated_at' in schema.shape
  const stored = { name, layout, key, isDated, absent: absentProblem(name) }
  const reads = entityReads<Thing, Ids, L>(stored, schema)
  const writes = entityWrites<Thing, Ids>(stored)
  return {
    name,
    schema,
    isInternal: layout.isInternal === true,
    keyOf: key,
    ...reads,
    ...writes,
    ...entityStores<Thing, Ids>(reads, writes),
    incrementInPlace: incrementInPlaceOf<Thing, Ids>(stored, reads.read),

    /** Deletes the record; does nothing if there is none. */
    remove: (ids: Ids): Promise<void> => writeItem(writes.toRemove(ids)),

    /**
     * Returns a complete new record: `fields`, with an ID, version 1 and the current time if the schema has such
     * fields.
     */
    make: (fields: Partial<z.input<S>>): Thing => {
      const time = now()
      return schema.parse({ id: newId(), version: 1, created_at: time, updated_at: time, ...fields }) as Thing
    },
  }
}

type Owned<Field extends string> = { [F in Field]: string }
type Owners = { keyOf: (ids: { id: string }) => Key }

/** Returns the key of a record in the partition of the record that its `field` names; `sortOf` returns the sort key. */
export const keyWithin =
  <Field extends string, Ids>(field: Field, owners: Owners, sortOf: (ids: Ids) => string) =>
  (ids: Owned<Field> & Ids): Key => ({ pk: owners.keyOf({ id: ids[field] }).pk, sk: sortOf(ids) })

/** Returns such a key with the sort key below `<prefix>#`, and the list of `all` records below it. */
export const keyBelow = <Field extends string, Ids>(
  field: Field,
  owners: Owners,
  prefix: string,
  sortOf: (ids: Ids) => string,
  order: ListDefinition<never>['order'] = 'ascending',
) => {
  const partition = (ids: Owned<Field>) => owners.keyOf({ id: ids[field] }).pk
  const key = keyWithin(field, owners, (ids: Ids) => `${prefix}#${sortOf(ids)}`)
  return { key, lists: { all: { partition, prefix: `${prefix}#`, order } } }
}
