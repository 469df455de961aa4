import { isDeepStrictEqual } from 'node:util'
import { withoutNames, type FieldChange } from '../platform/history/field-changes.ts'
import { stateDigest } from '../platform/history/former-state.ts'
import { doesFollow, isFieldUndoable, isReplacedKept } from '../platform/history/undo-rules.ts'
import type { UndoOperation } from '../platform/history/undo-operations.ts'
import type { Problem } from '../platform/runtime/problem.ts'
import { requireGone } from './absence.ts'
import { changedSince, movesAlong, formerValueExpired, notUndoable, thingGone } from './problems.ts'
import {
  callOperation,
  findUndoTarget,
  reversalIds,
  isNotFound,
  type VersionedThing,
  type Reversal,
} from './reversal.ts'

/**
 * A change of a field with its full former value, and the digest of its new value if the entry does not contain that.
 */
type WholeChange = FieldChange & { digest?: string | undefined }

const emptyToNull = (value: unknown) => (Array.isArray(value) && value.length === 0 ? null : value)

/** Returns true if two values are equal; an empty list equals none. */
const isEqualValue = (a: unknown, b: unknown) => isDeepStrictEqual(emptyToNull(a), emptyToNull(b))

/** Returns true if a field still has the value that a change gave it. */
const isUntouched = (value: unknown, { after, digest }: WholeChange) =>
  digest === undefined ? isEqualValue(value, after) : stateDigest(value) === digest

const withFormerValue = ({ former }: Reversal, change: FieldChange): WholeChange =>
  former && Object.hasOwn(former.values, change.field)
    ? { ...change, before: former.values[change.field], digest: former.digests[change.field] }
    : change

const comparedFieldKey = ({ entry }: Reversal, field: string) =>
  `${entry.object_type} ${entry.object_id} ${field}`

/** Returns the current value of a field as history shows it. */
const historyValue = ({ definition }: Reversal, thing: VersionedThing, field: string): unknown => {
  const { present = (one: VersionedThing) => one[field] } = definition.fields[field] ?? {}
  return withoutNames((present as (one: VersionedThing) => unknown)(thing) ?? null)
}

/**
 * Returns the current value of a field. If this request has reverted the field, that is the value to which it was set,
 * however history shows it now.
 */
const presentValue = (reversal: Reversal, thing: VersionedThing, field: string): unknown => {
  const shown = historyValue(reversal, thing, field)
  const known = reversal.known.get(comparedFieldKey(reversal, field))
  return known && isEqualValue(known.shown, shown) ? known.value : shown
}

/** Returns true if a record currently has the content that history names by this number or ID. */
const isContentPresent = async (reversal: Reversal, field: string, value: unknown): Promise<boolean> => {
  const isNow = reversal.definition.fields[field]?.isPresent
  return isNow !== undefined && (await callOperation(reversal, isNow, { value })) === true
}

interface Compared {
  change: WholeChange
  /** True if the field still has the value that the change gave it. */
  isUntouched: boolean
}

/** Compares a field with its change; returns undefined if the field has its former value again. */
const compareField = async (
  reversal: Reversal,
  change: WholeChange,
  thing: VersionedThing,
): Promise<Compared | undefined> => {
  const value = presentValue(reversal, thing, change.field)
  if (isEqualValue(value, change.before)) return undefined
  if (isUntouched(value, change)) return { change, isUntouched: true }
  if (await isContentPresent(reversal, change.field, change.before)) return undefined
  return { change, isUntouched: await isContentPresent(reversal, change.field, change.after) }
}

/** Returns the reason why a field cannot be reverted; undefined if it can. */
const fieldRefusal = (
  { definition, entry }: Reversal,
  { change, isUntouched: isLeft }: Compared,
  thing: VersionedThing,
): Problem | undefined => {
  const canBe = (hasFormer: boolean) => isFieldUndoable(definition, change, hasFormer)
  if (!canBe(entry.former !== null || change.digest !== undefined)) return notUndoable()
  if (!canBe(change.digest !== undefined) || !isReplacedKept(definition, entry, change))
    return formerValueExpired(change.field)
  if (!isLeft) return changedSince(`"${change.field}"`)
  const refuse = definition.fields[change.field]?.refusal as
    ((thing: VersionedThing, fields: string[]) => string | undefined) | undefined
  const reason = refuse?.(
    thing,
    entry.changes.map(({ field }) => field),
  )
  return reason === undefined ? undefined : movesAlong(reason)
}

/**
 * Returns the changes whose fields still have to be reverted, and the first reason why others cannot be. Throws that
 * reason unless the undo may be partial.
 */
const compareChanges = async (reversal: Reversal, changes: WholeChange[], thing: VersionedThing) => {
  const compared = await Promise.all(changes.map((change) => compareField(reversal, change, thing)))
  const found = compared.flatMap((one) =>
    one ? [{ change: one.change, refusal: fieldRefusal(reversal, one, thing) }] : [],
  )
  const refusal = found.find((one) => one.refusal)?.refusal
  if (refusal && !reversal.isPartial) throw refusal
  return { left: found.flatMap((one) => (one.refusal ? [] : one.change)), refusal }
}

const requireUndoTarget = async (reversal: Reversal): Promise<VersionedThing> => {
  const thing = await findUndoTarget(reversal)
  if (thing) return thing
  await requireGone(reversal)
  throw thingGone('The changed resource')
}

/** Sets a field by its own operation, and returns the record as it is afterwards. */
const setSeparately = async (
  reversal: Reversal,
  { field, before }: WholeChange,
  thing: VersionedThing,
  operation: UndoOperation,
) => {
  const args = {
    ...reversalIds(reversal),
    ...reversal.definition.fields[field]?.argumentsOf?.(before as never),
  }
  await callOperation(reversal, operation, { args, value: before, thing }).catch((error: unknown) => {
    throw isNotFound(error) ? thingGone('The former value') : error
  })
  const next = await requireUndoTarget(reversal)
  reversal.known.set(comparedFieldKey(reversal, field), {
    shown: historyValue(reversal, next, field),
    value: before,
  })
  return next
}

/** Reverts the fields of a record; those without an operation of their own are set together. */
export const revertFields = async (reversal: Reversal): Promise<void> => {
  const { fields, update, read, refusal: never } = reversal.definition
  if (!read) throw notUndoable(never)
  const own = reversal.entry.changes.filter((change) => !doesFollow(reversal.definition, change))
  if (own.length === 0) throw notUndoable()
  const changes = own.map((change) => withFormerValue(reversal, change))
  let thing = await requireUndoTarget(reversal)
  const { left: all, refusal } = await compareChanges(reversal, changes, thing)
  let left = all
  for (const change of all) {
    const { operation } = fields[change.field] ?? {}
    if (!operation) continue
    thing = await setSeparately(reversal, change, thing, operation)
    const others = left.filter((one) => one.field !== change.field)
    left = (await compareChanges(reversal, others, thing)).left
  }
  const kept = left
    .flatMap(({ field }) => fields[field]?.keeps ?? [])
    .map((name) => ({ [name]: thing[name] }))
  const values = left.map(({ field, before }) => {
    const given = fields[field]?.argumentsOf
    return given && before !== null ? given(before as never) : { [field]: before }
  })
  if (values.length > 0)
    await callOperation(reversal, update as UndoOperation, {
      args: Object.assign({}, reversalIds(reversal), ...kept, ...values) as Record<string, unknown>,
      thing,
    })
  if (refusal) throw refusal
}
