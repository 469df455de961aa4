import { environment } from '../runtime/environment.ts'
import {
  allOf,
  anyOf,
  equals,
  exists,
  isAbsent,
  toCondition,
  toUpdateExpression,
  type ItemChange,
} from './expression.ts'
import { areUnchanged, counterPath, withIncrement, type Increment } from './increment.ts'
import { newId } from '../runtime/id.ts'
import { attributesOf, countersOf, toSet, type Layout } from './item.ts'
import { given, matchedVersion, nounOf, type Changes, type IfMatch } from './changes.ts'
import { notFound, type Problem } from '../runtime/problem.ts'
import type { Item, Key, Operation } from './operation.ts'
import { now } from '../runtime/time.ts'

/** An update with what it comes from, so that an increment may go along with it. */
type Update = Operation & { change: ItemChange }

interface Stored<Thing, Ids> {
  /** `<area>.<noun>`. */
  name: string
  layout: Layout<Thing>
  key: (ids: Ids) => Key
  /** It has `updated_at`. */
  isDated: boolean
}

/** The writes of an entity's things, to be made alone (`writeItem`) or together (`transact`). */
export const writesOf = <Thing extends object & Ids, Ids>({
  name,
  layout,
  key,
  isDated,
}: Stored<Thing, Ids>) => {
  const absent = () => notFound(`${name}_not_found`, `There is no such ${nounOf(name)}.`)
  const entityType = layout.isInternal ? undefined : name
  const at = (ids: Ids) => ({ TableName: environment.tableName, Key: key(ids) })

  const update = (ids: Ids, change: ItemChange, otherwise?: Problem): Update => ({
    change,
    write: { Update: { ...at(ids), ...toUpdateExpression(change) } },
    otherwise,
  })

  const writes = {
    /** The 404 for one that is absent, or that the caller may not see. */
    absent,

    /** The item of the table that is the thing. */
    itemOf: (thing: Thing): Item => ({
      ...key(thing),
      entityType,
      writeId: newId(),
      version: (thing as { version?: number }).version,
      ...countersOf(layout, thing),
      ...attributesOf(layout, thing),
    }),

    toCreate: (thing: Thing, otherwise?: Problem): Operation => {
      const Item = writes.itemOf(thing)
      const condition = toCondition(anyOf(isAbsent('pk'), equals('writeId', Item['writeId'])))
      return { write: { Put: { TableName: environment.tableName, Item, ...condition } }, otherwise }
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
    ): Update & { thing: Thing; isSame: boolean } => {
      const before = matchedVersion(name, current, ifMatch)
      const next = before === undefined ? {} : { version: before + 1 }
      const { fields, isSame } = given(current, changes)
      const thing: Thing = { ...current, ...(isDated && { updated_at: now() }), ...fields, ...next }
      const writeId = newId()
      const condition =
        before === undefined ? exists('pk') : anyOf(equals('version', before), equals('writeId', writeId))
      const change = {
        ...toSet({ ...attributesOf(layout, thing), ...next, entityType, writeId }),
        require: [condition],
      }
      return { ...update(current, change), before, thing, isSame }
    },

    /** Sets fields among the counters, whatever else happens to the thing. */
    toTouch: (ids: Ids, fields: Partial<Thing>): Operation => {
      const set = Object.entries(fields).map(([field, value]) => [counterPath(field), value] as const)
      return update(ids, { set, require: [exists('pk')] }, absent())
    },

    /** Adds to counters; only in a transaction, where a repetition does not count twice. */
    toAddAll: (ids: Ids, amounts: Partial<Record<keyof Thing & string, number>>): Operation => {
      const change = withIncrement({ require: [exists('pk')] }, {}, { add: amounts })
      return update(ids, change, absent())
    },

    /** Adds to one counter, as `toAddAll` does. */
    toAdd: (ids: Ids, field: keyof Thing & string, amount: number): Operation =>
      writes.toAddAll(ids, { [field]: amount } as Partial<Record<keyof Thing & string, number>>),

    /**
     * Adds to counters along with `other`, or by itself, whoever else does so at the same time; only in a transaction,
     * as above. It is a conflict when `where` does not hold any more, not when others have counted.
     */
    toIncrement: (current: Thing, increment: Increment<Thing>, other?: Update): Operation => {
      const change = withIncrement(other?.change ?? { require: [exists('pk')] }, current, increment)
      return update(current, change, other?.otherwise)
    },

    /** Holds a transaction to the thing's being there still. */
    toRequire: (ids: Ids): Operation => ({
      write: { ConditionCheck: { ...at(ids), ...toCondition(exists('pk')) } },
      otherwise: absent(),
    }),

    /** Holds a transaction to the thing's being at the version that was read. */
    toRequireRead: (current: Thing & { version: number }): Operation => ({
      write: {
        ConditionCheck: { ...at(current), ...toCondition(equals('version', current.version)) },
      },
    }),

    /** Removes the thing; with `otherwise`, that is thrown when it is gone already. */
    toRemove: (ids: Ids, otherwise?: Problem): Operation => ({
      write: { Delete: { ...at(ids), ...(otherwise && toCondition(exists('pk'))) } },
      otherwise,
    }),

    /**
     * Removes the thing if it is as it was read: its version and the counters named; only in a transaction, where a
     * repetition is not refused. Throws 412 when `ifMatch` names another version.
     */
    toRemoveRead: (current: Thing, counters: (keyof Thing & string)[], ifMatch?: IfMatch): Operation => {
      matchedVersion(name, current, ifMatch)
      const condition = toCondition(allOf(...areUnchanged(current, ['version', ...counters])))
      return { write: { Delete: { ...at(current), ...condition } } }
    },
  }
  return writes
}
