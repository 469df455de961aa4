import { isDeepStrictEqual } from 'node:util'
import { environment } from '../runtime/environment.ts'
import { whereCounter } from './former-layout.ts'
import { newId } from '../runtime/id.ts'
import { adding, attributesOf, countersOf, settingOf, type Layout } from './item.ts'
import { notFound, Problem } from '../runtime/problem.ts'
import type { Item, Key, Operation } from './table.ts'
import { tallied, type Increment } from './tally.ts'
import { now } from '../runtime/time.ts'

/** What `If-Match` asked for: one of these versions, any (`*`), or nothing. */
export type IfMatch = readonly number[] | '*' | undefined

/** Some fields of a thing, to be changed; undefined ones stay as they are. */
export type Changes<T> = { [F in keyof T]?: T[F] | undefined }

const placeholders = (fields: string[], values: object) => ({
  ExpressionAttributeNames: Object.fromEntries(fields.map((field) => [`#${field}`, field])),
  ExpressionAttributeValues: Object.fromEntries(
    fields.map((field) => [`:${field}`, (values as Record<string, unknown>)[field]]),
  ),
})

interface Stored<Thing, Ids> {
  /** `<area>.<noun>`. */
  name: string
  layout: Layout<Thing>
  key: (ids: Ids) => Key
  /** It has `updated_at`. */
  isDated: boolean
}

/** The writes of an entity's things, to be made alone (`writeItem`) or together (`transact`). */
export const writesOf = <Thing extends object, Ids>({ name, layout, key, isDated }: Stored<Thing, Ids>) => {
  const noun = name.slice(name.indexOf('.') + 1).replaceAll('_', ' ')
  const absent = () => notFound(`${name}_not_found`, `There is no such ${noun}.`)
  const entityType = layout.isInternal ? undefined : name
  const at = (ids: Ids) => ({ TableName: environment.tableName, Key: key(ids) })

  /** The version of a thing, if `ifMatch` does not name another one: then 412. */
  const versionOf = (thing: Thing, ifMatch: IfMatch) => {
    const { version } = thing as { version?: number }
    if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.some((one) => one === version))
      throw new Problem(412, `${name}_changed`, `The ${noun} is at version ${version} by now.`)
    return version
  }

  const writes = {
    /** The 404 for one that is absent, or that the caller may not see. */
    absent,

    /** The item of the table that is the thing. */
    itemOf: (thing: Thing): Item => ({
      ...key(thing as never),
      entityType,
      writeId: newId(),
      version: (thing as { version?: number }).version,
      ...countersOf(layout, thing),
      ...attributesOf(layout, thing),
    }),

    toCreate: (thing: Thing, otherwise?: Problem): Operation => {
      const Item = writes.itemOf(thing)
      return {
        write: {
          Put: {
            TableName: environment.tableName,
            Item,
            ConditionExpression: 'attribute_not_exists(pk) OR writeId = :writeId',
            ExpressionAttributeValues: { ':writeId': Item['writeId'] },
          },
        },
        otherwise,
      }
    },

    /** Stores a thing over whatever stands there: for copies, and what has no history. */
    toPut: (thing: Thing): Operation => ({
      write: { Put: { TableName: environment.tableName, Item: writes.itemOf(thing) } },
    }),

    /**
     * `current` merged with `changes` (what is undefined stays), as `thing`, and the write that makes it so if nobody
     * was faster; it raises the version also when `isSame`: nothing becomes another value. Throws 412 when `ifMatch`
     * names another version.
     */
    toUpdate: (
      current: Thing,
      changes: Changes<Thing>,
      ifMatch?: IfMatch,
    ): Operation & { thing: Thing; isSame: boolean } => {
      const version = versionOf(current, ifMatch)
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
      const isSame = Object.entries(given).every(([field, value]) =>
        isDeepStrictEqual(value, current[field as keyof Thing]),
      )
      const time = isDated ? { updated_at: now() } : {}
      const next = version === undefined ? {} : { version: version + 1 }
      const thing = { ...current, ...time, ...given, ...next } as Thing
      const writeId = newId()
      const setting = settingOf({ ...attributesOf(layout, thing), ...next, entityType, writeId })
      const condition =
        version === undefined ? 'attribute_exists(pk)' : 'version = :before OR writeId = :writeId'
      const before = version === undefined ? {} : { ':before': version }
      return {
        thing,
        isSame,
        write: {
          Update: {
            ...at(current as never),
            ...setting,
            ConditionExpression: condition,
            ExpressionAttributeValues: { ...setting.ExpressionAttributeValues, ...before },
          },
        },
      }
    },

    /** Sets fields among the counters, whatever else happens to the thing. */
    toTouch: (ids: Ids, fields: Partial<Thing>): Operation => {
      const names = Object.keys(fields)
      return {
        write: {
          Update: {
            ...at(ids),
            UpdateExpression: `SET ${names.map((field) => `counters.#${field} = :${field}`).join(', ')}`,
            ConditionExpression: 'attribute_exists(pk)',
            ...placeholders(names, fields),
          },
        },
        otherwise: absent(),
      }
    },

    /** Adds to counters; only in a transaction, where a repetition does not count twice. */
    toAddAll: (ids: Ids, amounts: Partial<Record<keyof Thing & string, number>>): Operation => {
      const names = Object.keys(amounts)
      const named = placeholders(names, amounts)
      return {
        write: {
          Update: {
            ...at(ids),
            UpdateExpression: `SET ${names.map(adding).join(', ')}`,
            ConditionExpression: 'attribute_exists(pk)',
            ExpressionAttributeNames: named.ExpressionAttributeNames,
            ExpressionAttributeValues: { ...named.ExpressionAttributeValues, ':zero': 0 },
          },
        },
        otherwise: absent(),
      }
    },

    /** Adds to one counter, as `toAddAll` does. */
    toAdd: (ids: Ids, field: keyof Thing & string, amount: number): Operation =>
      writes.toAddAll(ids, { [field]: amount } as Partial<Record<keyof Thing & string, number>>),

    /**
     * Counts along with `update`, or by itself, whoever else does so at the same time; only in a transaction, as above.
     * It is out of date when `where` does not hold any more, not when others have counted.
     */
    toIncrement: (current: Thing, tally: Increment<Thing>, update?: Operation): Operation => {
      const alone = { ...at(current as never), ConditionExpression: 'attribute_exists(pk)' }
      const base = update?.write.Update ?? { ...alone, UpdateExpression: '' }
      return { write: { Update: tallied(base, current, tally) }, otherwise: update?.otherwise }
    },

    /** Holds a transaction to the thing's being there still. */
    toRequire: (ids: Ids): Operation => ({
      write: { ConditionCheck: { ...at(ids), ConditionExpression: 'attribute_exists(pk)' } },
      otherwise: absent(),
    }),

    /** Holds a transaction to the thing's being at the version that was read. */
    toRequireRead: (current: Thing & { version: number }): Operation => ({
      write: {
        ConditionCheck: {
          ...at(current as never),
          ConditionExpression: 'version = :version',
          ExpressionAttributeValues: { ':version': current.version },
        },
      },
    }),

    /** Removes the thing; with `otherwise`, that is thrown when it is gone already. */
    toRemove: (ids: Ids, otherwise?: Problem): Operation => ({
      write: { Delete: { ...at(ids), ...(otherwise && { ConditionExpression: 'attribute_exists(pk)' }) } },
      otherwise,
    }),

    /**
     * Removes the thing if it is as it was read: its version and the counters named; only in a transaction, where a
     * repetition is not refused. Throws 412 when `ifMatch` names another version.
     */
    toRemoveRead: (current: Thing, counters: (keyof Thing & string)[], ifMatch?: IfMatch): Operation => {
      versionOf(current, ifMatch)
      const fields = ['version', ...counters]
      return {
        write: {
          Delete: {
            ...at(current as never),
            ConditionExpression: fields
              .map((field) => whereCounter(field, (path) => `${path} = :${field}`))
              .join(' AND '),
            ...placeholders(fields, current),
          },
        },
      }
    },
  }
  return writes
}
