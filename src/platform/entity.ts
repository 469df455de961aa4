import * as z from 'zod'
import { environment } from './environment.ts'
import { newId } from './id.ts'
import {
  amendingOf,
  attributesOf,
  isDetail,
  ownFields,
  settingOf,
  type Amendment,
  type Heavy,
  type Layout,
  type ListDefinition,
} from './item.ts'
import { sharded, type Source } from './list.ts'
import { notFound, Problem } from './problem.ts'
import {
  getItems,
  unlessStale,
  untilFresh,
  updateItem,
  writeItem,
  type Item,
  type Key,
  type Operation,
} from './table.ts'
import { now } from './time.ts'

/** What `If-Match` asked for: a version, any (`*`), or nothing. */
export type IfMatch = number | '*' | undefined

type ArgsOf<D> = D extends { partition: (args: infer A) => string | null } ? A : never

/** Some fields of a thing, to be changed; undefined ones stay as they are. */
export type Changes<T> = { [F in keyof T]?: T[F] | undefined }

/** What the lists of an entity show of a thing. */
export type SummaryOf<T> = Omit<T, Heavy>

/** The thing that an entity keeps. */
export type ThingOf<E extends { schema: z.ZodObject }> = z.output<E['schema']>

const placeholders = (fields: string[], values: object) => ({
  ExpressionAttributeNames: Object.fromEntries(fields.map((field) => [`#${field}`, field])),
  ExpressionAttributeValues: Object.fromEntries(
    fields.map((field) => [`:${field}`, (values as Record<string, unknown>)[field]]),
  ),
})

/**
 * A noun in the table. `name` is `<area>.<noun>`, found again in the codes of problems and on each item.
 * An item is its keys, `summary` (what lists show), `detail` (the rest), the live fields, `version`, and `w`,
 * the id of the write that made it: by it a write that is repeated after a lost answer is known as done, not refused.
 */
export const entity = <
  S extends z.ZodObject,
  Ids,
  const L extends Record<string, ListDefinition<z.output<S>>> = Record<never, never>,
>(
  definition: Layout<z.output<S>> & { name: string; schema: S; key: (ids: Ids) => Key; lists?: L },
) => {
  type Thing = z.output<S>
  type Summary = SummaryOf<Thing>
  const { name, schema, key } = definition
  const layout = definition as unknown as Layout<Thing & object>
  const noun = name.slice(name.indexOf('.') + 1).replaceAll('_', ' ')
  const absent = () => notFound(`${name}_not_found`, `There is no such ${noun}.`)
  const at = (ids: Ids) => ({ TableName: environment.tableName, Key: key(ids) })

  /** The version of a thing, if `ifMatch` does not name another one: then 412. */
  const versionOf = (thing: Thing, ifMatch: IfMatch) => {
    const { version } = thing as { version?: number }
    if (ifMatch !== undefined && ifMatch !== '*' && ifMatch !== version)
      throw new Problem(
        412,
        `${name}_changed`,
        `The ${noun} is at version ${version} by now, not ${ifMatch}.`,
      )
    return version
  }

  let summarySchema: z.ZodObject | undefined
  const summaries = () => {
    const shown = Object.entries(schema.shape).filter(([field]) => !isDetail(layout, field))
    return (summarySchema ??= z.object(Object.fromEntries(shown)))
  }
  const fieldsOf = (item: Item) => ({
    ...(item['summary'] as object),
    ...(item['detail'] as object | undefined),
    ...Object.fromEntries(ownFields(layout).map((field) => [field, item[field]])),
  })
  const read = (item: Item) => schema.parse(fieldsOf(item)) as Thing
  const readSummary = (item: Item) => summaries().parse(fieldsOf(item)) as object as Summary

  const self = {
    name,
    schema,
    keyOf: key,

    /** The thing that an item of the table is. */
    read,

    /** The 404 for one that is absent, or that the caller may not see. */
    absent,

    /** A whole new thing: `fields`, with an id, version 1 and the present time where the schema has such fields. */
    make: (fields: Partial<z.input<S>>): Thing => {
      const time = now()
      return schema.parse({ id: newId(), version: 1, created_at: time, updated_at: time, ...fields }) as Thing
    },

    /** The thing, strongly consistent, or undefined. */
    find: async (ids: Ids): Promise<Thing | undefined> => (await self.findMany([ids]))[0],

    /** The things in the order of their ids, in one round trip; undefined where there is none. */
    findMany: async (ids: Ids[]): Promise<(Thing | undefined)[]> =>
      (await getItems(ids.map(key))).map((item) => item && read(item)),

    /** The thing; throws 404 `<area>.<noun>_not_found` when there is none. */
    get: async (ids: Ids): Promise<Thing> => {
      const thing = await self.find(ids)
      if (!thing) throw absent()
      return thing
    },

    /** Stores a new thing; throws `otherwise` when there is one with its key. */
    create: async (thing: Thing, otherwise?: Problem): Promise<Thing> => {
      await writeItem(self.toCreate(thing, otherwise))
      return thing
    },

    toCreate: (thing: Thing, otherwise?: Problem): Operation => {
      const Item = self.itemOf(thing)
      return {
        write: {
          Put: {
            TableName: environment.tableName,
            Item,
            ConditionExpression: 'attribute_not_exists(pk) OR w = :w',
            ExpressionAttributeValues: { ':w': Item['w'] },
          },
        },
        otherwise,
      }
    },

    /** Stores a new thing unless there is one with its key; tells whether there was none. */
    ensure: async (thing: Thing): Promise<boolean> =>
      (await unlessStale(() => self.create(thing))) !== undefined,

    /** Stores a thing over whatever stands there: for copies, and what has no history. */
    toPut: (thing: Thing): Operation => ({
      write: { Put: { TableName: environment.tableName, Item: self.itemOf(thing) } },
    }),

    /** The item of the table that is the thing. */
    itemOf: (thing: Thing): Item => ({
      ...key(thing as Ids),
      kind: name,
      w: newId(),
      ...Object.fromEntries(ownFields(layout).map((field) => [field, (thing as Item)[field]])),
      ...attributesOf(layout, thing as Thing & object),
    }),

    /** Merges `changes` into the thing and stores it, reading anew while others are faster (at most 2 s, then 503). */
    update: (
      first: Thing,
      changes: Changes<Thing> | ((current: Thing) => Changes<Thing>),
      ifMatch?: IfMatch,
    ): Promise<Thing> =>
      self.latest(first, async (current) => {
        const update = self.toUpdate(
          current,
          typeof changes === 'function' ? changes(current) : changes,
          ifMatch,
        )
        await writeItem(update)
        return update.thing
      }),

    /** Runs `work` on the thing as it was read, and again on its latest state while others are faster. */
    latest: <R>(first: Thing, work: (current: Thing) => Promise<R>): Promise<R> =>
      untilFresh(async (attempt) => work(attempt === 0 ? first : await self.get(first as Ids))),

    /**
     * `current` merged with `changes` (what is undefined stays), as `thing`, and the write that makes it so if nobody
     * was faster. Throws 412 when `ifMatch` names another version.
     */
    toUpdate: (current: Thing, changes: Changes<Thing>, ifMatch?: IfMatch): Operation & { thing: Thing } => {
      const version = versionOf(current, ifMatch)
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const time = 'updated_at' in schema.shape ? { updated_at: now() } : {}
      const next = version === undefined ? {} : { version: version + 1 }
      const thing = { ...current, ...given, ...time, ...next } as Thing
      const w = newId()
      const setting = settingOf({ ...attributesOf(layout, thing as Thing & object), ...next, w })
      const condition = version === undefined ? 'attribute_exists(pk)' : 'version = :before OR w = :w'
      const before = version === undefined ? {} : { ':before': version }
      return {
        thing,
        write: {
          Update: {
            ...at(current as Ids),
            ...setting,
            ConditionExpression: condition,
            ExpressionAttributeValues: { ...setting.ExpressionAttributeValues, ...before },
          },
        },
      }
    },

    /**
     * Changes a thing as it is by then, so that of many who do it at the same time nobody has to try again, and gives it.
     * Throws {@link Stale} when it was done already, is gone, or is not as `where` says.
     */
    amend: async (current: Thing, amendment: Amendment<Thing>): Promise<Thing> => {
      const set = { ...('updated_at' in schema.shape && { updated_at: now() }), ...amendment.set }
      const expression = amendingOf(layout, current as never, { ...amendment, set } as never, newId())
      const before = read(await updateItem({ ...at(current as Ids), ...expression }))
      const { count, mark } = amendment
      const counted = (before[count] as number) + 1
      const marks = { ...(before[mark.field] as object), [mark.id]: counted }
      const version = (before as { version: number }).version + 1
      return { ...before, ...set, version, [count]: counted, [mark.field]: marks }
    },

    /** Sets live fields, whatever else happens to the thing. */
    toTouch: (ids: Ids, fields: Partial<Thing>): Operation => {
      const names = Object.keys(fields)
      return {
        write: {
          Update: {
            ...at(ids),
            UpdateExpression: `SET ${names.map((field) => `#${field} = :${field}`).join(', ')}`,
            ConditionExpression: 'attribute_exists(pk)',
            ...placeholders(names, fields),
          },
        },
        otherwise: absent(),
      }
    },

    /** Adds to a counter among the live fields; only in a transaction, where a repetition does not count twice. */
    toAdd: (ids: Ids, field: keyof Thing & string, amount: number): Operation => ({
      write: {
        Update: {
          ...at(ids),
          UpdateExpression: 'ADD #field :amount',
          ConditionExpression: 'attribute_exists(pk)',
          ExpressionAttributeNames: { '#field': field },
          ExpressionAttributeValues: { ':amount': amount },
        },
      },
      otherwise: absent(),
    }),

    /** Holds a transaction to the thing's being there still. */
    toRequire: (ids: Ids): Operation => ({
      write: { ConditionCheck: { ...at(ids), ConditionExpression: 'attribute_exists(pk)' } },
      otherwise: absent(),
    }),

    /** Removes the thing; with `otherwise`, that is thrown when it is gone already. */
    toRemove: (ids: Ids, otherwise?: Problem): Operation => ({
      write: { Delete: { ...at(ids), ...(otherwise && { ConditionExpression: 'attribute_exists(pk)' }) } },
      otherwise,
    }),

    /**
     * Removes the thing if it is as it was read: its version and the live fields named; only in a transaction, where a
     * repetition is not refused. Throws 412 when `ifMatch` names another version.
     */
    toRemoveRead: (current: Thing, live: (keyof Thing & string)[], ifMatch?: IfMatch): Operation => {
      versionOf(current, ifMatch)
      const fields = ['version', ...live]
      return {
        write: {
          Delete: {
            ...at(current as Ids),
            ConditionExpression: fields.map((field) => `#${field} = :${field}`).join(' AND '),
            ...placeholders(fields, current),
          },
        },
      }
    },

    /** Removes the thing; nothing happens when it is gone already. */
    remove: (ids: Ids): Promise<void> => writeItem(self.toRemove(ids)),

    /** The key ranges of a list, for `readList`. */
    in: <N extends keyof L & string>(list: N, args: ArgsOf<L[N]>): Source<Summary>[] => {
      const {
        index,
        partition,
        prefix,
        shared,
        order = 'ascending',
      } = (layout.lists as Record<string, ListDefinition<Thing>>)[list] as ListDefinition<Thing>
      const range = partition(args as never)
      if (range === null) return []
      const partitions = shared ? sharded(range) : [range]
      return partitions.map((partition) => ({ index, partition, prefix, order, read: readSummary }))
    },
  }
  return self
}
