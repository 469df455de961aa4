import { anyOf, equals, exists, isAbsent } from './condition.ts'
import { areUnchanged, countersSet, entityIncrements, touchOf } from './increment.ts'
import { newId } from '../runtime/id.ts'
import { toItemAttributes, toCounters, writeOrigin, toSet, type Stored } from './item.ts'
import { givenFields, matchedVersion, type Changes, type IfMatch } from './changes.ts'
import type { Problem } from '../runtime/problem.ts'
import type { Item, Put, Removal, Requirement, Update } from './operation.ts'
import { now } from '../runtime/time.ts'

const publicEntityType = ({ layout, name }: Stored<never, never>) => (layout.isInternal ? undefined : name)

/** Builds the writes that put whole records. */
const entityPuts = <Thing extends object & Ids, Ids>(stored: Stored<Thing, Ids>) => {
  const { layout, key } = stored
  const itemOf = (thing: Thing): Item => ({
    ...key(thing),
    entityType: publicEntityType(stored),
    writeId: newId(),
    origin: writeOrigin(layout),
    version: (thing as { version?: number }).version,
    ...toCounters(layout, thing),
    ...toItemAttributes(layout, thing),
  })
  const toCreate = (thing: Thing, otherwise?: Problem): Put => {
    const put = itemOf(thing)
    return { put, require: [anyOf(isAbsent('pk'), equals('writeId', put['writeId']))], otherwise }
  }
  return {
    itemOf,
    toCreate,
    /** Restores a record from the trash. A mark prevents notifications about it as a new record. */
    toRestore: (thing: Thing, otherwise?: Problem): Put => {
      const { put, ...rest } = toCreate(thing, otherwise)
      return { put: { ...put, origin: { ...(put['origin'] as object), is_restored: true } }, ...rest }
    },
    /** Puts a record without a condition: for copies, and for records without versions. */
    toPut: (thing: Thing): Put => ({ put: itemOf(thing) }),
  }
}

/**
 * Builds the update that merges `changes` into `current` (undefined fields stay) if the version is still the one that
 * was read; it sets only the counters among the changes. Returns the result as `thing`; `isSame` is true if no value
 * changes, although the version still increases. Throws 412 if `ifMatch` names a different version.
 */
const updateOperation =
  <Thing extends object & Ids, Ids>(stored: Stored<Thing, Ids>) =>
  (
    current: Thing,
    changes: Changes<Thing>,
    ifMatch?: IfMatch,
  ): Update & { thing: Thing; isSame: boolean } => {
    const { name, layout, key, isDated } = stored
    const before = matchedVersion(name, current, ifMatch)
    const next = before === undefined ? {} : { version: before + 1 }
    const { fields, isSame } = givenFields(current, changes)
    const thing: Thing = { ...current, ...(isDated && { updated_at: now() }), ...fields, ...next }
    const writeId = newId()
    const written = { entityType: publicEntityType(stored), writeId, origin: writeOrigin(layout) }
    const { set = [], remove = [] } = toSet({ ...toItemAttributes(layout, thing), ...next, ...written })
    const counters = Object.entries(fields).filter(([field]) => layout.counters?.includes(field))
    const change = { set: [...set, ...countersSet(Object.fromEntries(counters))], remove }
    const condition =
      before === undefined ? exists('pk') : anyOf(equals('version', before), equals('writeId', writeId))
    return { key: key(current), change, require: [condition], before, thing, isSame }
  }

/** Builds the writes that require or delete a record. */
const entityRemovals = <Thing extends object & Ids, Ids>(stored: Stored<Thing, Ids>) => {
  const { absent, key } = stored
  const entityType = publicEntityType(stored)
  return {
    /** Makes a transaction fail unless the record exists. */
    toRequire: (ids: Ids): Requirement => ({
      key: key(ids),
      require: [exists('pk')],
      otherwise: absent(),
    }),

    /** Makes a transaction fail unless the record has the version that was read. */
    toRequireRead: (current: Thing & { version: number }): Requirement => ({
      key: key(current),
      require: [equals('version', current.version)],
    }),

    /** Deletes the record; with `otherwise`, throws it if the record does not exist. */
    toRemove: (ids: Ids, otherwise?: Problem): Removal => ({
      remove: key(ids),
      entityType,
      ...(otherwise && { require: [exists('pk')], otherwise }),
    }),

    /**
     * Deletes the record if its version and these counters are still as they were read; only in a transaction, where a
     * retry succeeds. Throws 412 if `ifMatch` names a different version.
     */
    toRemoveRead: (current: Thing, counters: (keyof Thing & string)[], ifMatch?: IfMatch): Removal => {
      matchedVersion(stored.name, current, ifMatch)
      return { remove: key(current), entityType, require: areUnchanged(current, ['version', ...counters]) }
    },
  }
}

/** Builds the writes of an entity, for sending alone (`writeItem`) or in a transaction (`transact`). */
export const entityWrites = <Thing extends object & Ids, Ids>(stored: Stored<Thing, Ids>) => ({
  ...entityPuts(stored),
  toUpdate: updateOperation(stored),
  toTouch: touchOf(stored),
  ...entityIncrements(stored),
  ...entityRemovals(stored),
})
