import { environment } from '../runtime/environment.ts'
import { allOf, anyOf, equals, exists, isAbsent } from './expression.ts'
import { toCondition, toUpdateExpression, type ItemChange } from './expression.ts'
import { areUnchanged, counterPath, withIncrement, type Increment } from './increment.ts'
import { newId } from '../runtime/id.ts'
import { attributesOf, countersOf, pathOf, toSet, type Layout } from './item.ts'
import { absentProblem, givenFields, matchedVersion, type Changes, type IfMatch } from './changes.ts'
import type { Problem } from '../runtime/problem.ts'
import { presentOrigin, type Origin } from '../runtime/origin.ts'
import type { Item, Key, Operation } from './operation.ts'
import { now } from '../runtime/time.ts'

/** An update and the change it was built from, to which an increment can be added. */
type Update = Operation & { change: ItemChange }

interface Stored<Thing, Ids> {
  /** `<area>.<noun>`. */
  name: string
  layout: Layout<Thing>
  key: (ids: Ids) => Key
  /** Whether the schema has `updated_at`. */
  isDated: boolean
}

/** Builds the writes of an entity, to be sent alone (`writeItem`) or in a transaction (`transact`). */
export const writesOf = <Thing extends object & Ids, Ids>({
  name,
  layout,
  key,
  isDated,
}: Stored<Thing, Ids>) => {
  const absent = absentProblem(name)
  const entityType = layout.isInternal ? undefined : name
  const originOf = (): Origin | undefined => (layout.isInternal ? undefined : presentOrigin())
  const removed = (ids: Ids) => (layout.isInternal ? undefined : { ...key(ids), entityType: name })
  const at = (ids: Ids) => ({ TableName: environment.tableName, Key: key(ids) })

  const update = (ids: Ids, change: ItemChange, otherwise?: Problem): Update => ({
    change,
    write: { Update: { ...at(ids), ...toUpdateExpression(change) } },
    otherwise,
  })

  const writes = {
    /** The 404 for a thing that does not exist, or that the caller may not see. */
    absent,

    /** The thing as an item of the table. */
    itemOf: (thing: Thing): Item => ({
      ...key(thing),
      entityType,
      writeId: newId(),
      origin: originOf(),
      version: (thing as { version?: number }).version,
      ...countersOf(layout, thing),
      ...attributesOf(layout, thing),
    }),

    toCreate: (thing: Thing, otherwise?: Problem): Operation => {
      const Item = writes.itemOf(thing)
      const condition = toCondition(anyOf(isAbsent('pk'), equals('writeId', Item['writeId'])))
      return { write: { Put: { TableName: environment.tableName, Item, ...condition } }, otherwise }
    },

    /** Puts a thing back that lay in the trash. It is marked, so that nobody is told of it as of a new one. */
    toRestore: (thing: Thing, otherwise?: Problem): Operation => {
      const { write } = writes.toCreate(thing, otherwise)
      const Put = write.Put as NonNullable<typeof write.Put>
      return {
        write: {
          Put: {
            ...Put,
            Item: { ...Put.Item, origin: { ...(Put.Item?.['origin'] as object), is_restored: true } },
          },
        },
        otherwise,
      }
    },

    /** Puts a thing without a condition: for copies, and for things without versions. */
    toPut: (thing: Thing): Operation => ({
      write: { Put: { TableName: environment.tableName, Item: writes.itemOf(thing) } },
    }),

    /**
     * Merges `changes` into `current` (undefined fields stay) and updates the item if its version is still
     * the one that was read. Returns the result as `thing`; `isSame` when no value changes, although the
     * version still increases. Throws 412 when `ifMatch` names a different version.
     */
    toUpdate: (
      current: Thing,
      changes: Changes<Thing>,
      ifMatch?: IfMatch,
    ): Update & { thing: Thing; isSame: boolean } => {
      const before = matchedVersion(name, current, ifMatch)
      const next = before === undefined ? {} : { version: before + 1 }
      const { fields, isSame } = givenFields(current, changes)
      const thing: Thing = { ...current, ...(isDated && { updated_at: now() }), ...fields, ...next }
      const writeId = newId()
      const condition =
        before === undefined ? exists('pk') : anyOf(equals('version', before), equals('writeId', writeId))
      const change = {
        ...toSet({ ...attributesOf(layout, thing), ...next, entityType, writeId, origin: originOf() }),
        require: [condition],
      }
      return { ...update(current, change), before, thing, isSame }
    },

    /**
     * Sets fields that are stored as counters, independently of the version; a conflict when `where` does not hold, or
     * no longer.
     */
    toTouch: (ids: Ids, fields: Partial<Thing>, where?: Partial<Thing>): Operation => {
      const origin = originOf()
      const set = [
        ...Object.entries(fields).map(([field, value]) => [counterPath(field), value] as const),
        ...(origin ? [['origin', origin] as const] : []),
      ]
      const conditions = Object.entries(where ?? {}).map(([field, value]) =>
        equals(pathOf(layout, field), value),
      )
      return update(ids, { set, require: [exists('pk'), ...conditions] }, where ? undefined : absent())
    },

    /** Adds to counters. Only in a transaction, whose token keeps a retry from counting twice. */
    toAddAll: (ids: Ids, amounts: Partial<Record<keyof Thing & string, number>>): Operation => {
      const change = withIncrement({ require: [exists('pk')] }, {}, { add: amounts })
      return update(ids, change, absent())
    },

    /** Adds to one counter; see `toAddAll`. */
    toAdd: (ids: Ids, field: keyof Thing & string, amount: number): Operation =>
      writes.toAddAll(ids, { [field]: amount } as Partial<Record<keyof Thing & string, number>>),

    /**
     * Adds to counters, together with `other` if given; only in a transaction, as above. Concurrent
     * increments do not conflict, but it is a conflict when `where` no longer holds.
     */
    toIncrement: (current: Thing, increment: Increment<Thing>, other?: Update): Operation => {
      const change = withIncrement(other?.change ?? { require: [exists('pk')] }, current, increment)
      return update(current, change, other?.otherwise)
    },

    /** Makes a transaction fail unless the thing exists. */
    toRequire: (ids: Ids): Operation => ({
      write: { ConditionCheck: { ...at(ids), ...toCondition(exists('pk')) } },
      otherwise: absent(),
    }),

    /** Makes a transaction fail unless the thing has the version that was read. */
    toRequireRead: (current: Thing & { version: number }): Operation => ({
      write: {
        ConditionCheck: { ...at(current), ...toCondition(equals('version', current.version)) },
      },
    }),

    /** Deletes the thing; throws `otherwise`, if given, when it does not exist. */
    toRemove: (ids: Ids, otherwise?: Problem): Operation => ({
      write: { Delete: { ...at(ids), ...(otherwise && toCondition(exists('pk'))) } },
      otherwise,
      removed: removed(ids),
    }),

    /**
     * Deletes the thing if its version and these counters are still as they were read; only in a transaction,
     * where a retry succeeds. Throws 412 when `ifMatch` names a different version.
     */
    toRemoveRead: (current: Thing, counters: (keyof Thing & string)[], ifMatch?: IfMatch): Operation => {
      matchedVersion(name, current, ifMatch)
      const condition = toCondition(allOf(...areUnchanged(current, ['version', ...counters])))
      return { write: { Delete: { ...at(current), ...condition } }, removed: removed(current) }
    },
  }
  return writes
}
