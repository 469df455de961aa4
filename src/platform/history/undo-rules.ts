import type { FieldChange } from './field-changes.ts'
import { formerSeconds, isFormerKept } from './former-state.ts'

/** Conditions for undoing a change of a field, if not every change can be undone. */
export interface UndoneField {
  /** Retention of the replaced content in seconds, if history has only its number or ID; unlimited if absent. */
  keptSeconds?: number
  /** Returns true if a change of the field can be undone; by default, every change can. */
  isUndoable?: (change: FieldChange) => boolean
  /** Set if the field follows from other fields; a change of this field alone cannot be undone. */
  follows?: true
}

/** Way back for a removed record: from the trash, from its stored item, or by creating it again. */
export type Removed = 'trashed' | 'kept' | 'made_again'

/** Rules that decide which changes of a type can be undone; `undo/<kind>.ts` of its area declares the operations. */
export interface UndoRules {
  /** History type of the records. */
  type: string
  fields: Record<string, UndoneField>
  /** If undefined, neither creation nor removal can be undone. */
  removed: Removed | undefined
  /** True if only the person whose ID is `object_id` can undo a change. */
  isPersonal: boolean | undefined
  /** Reason why changes of the type cannot be undone, in one sentence. */
  refusal: string | undefined
}

/** A change as stored in history. */
export interface KeptChange {
  /** Time of the change, RFC 3339. */
  at: string
  /** `<type>.<verb>`. */
  action: string
  object_type: string
  object_id: string
  resource_id: string
  changes: FieldChange[]
  /** Location and expiry of the state that `changes` does not contain. */
  former: { partition: string; until: number } | null
}

/** Returns the action without its type: `created`, `updated` and so on. */
export const actionVerb = ({ action }: Pick<KeptChange, 'action'>): string =>
  action.slice(action.lastIndexOf('.') + 1)

/** Returns true if an entry contains the former value of a field, not only the fact that it changed. */
const hasFormerValue = ({ before, after }: FieldChange): boolean => {
  if (before === null && after === null) return false
  const names = typeof before === 'object' && before !== null ? Object.keys(before).join() : ''
  return names !== 'size' && names !== 'count,only'
}

/**
 * Returns true if a field can be reverted; `hasFormer` says that more of its former state is stored than the entry
 * contains.
 */
export const isFieldUndoable = (
  { fields }: Pick<UndoRules, 'fields'>,
  change: FieldChange,
  hasFormer: boolean,
): boolean => {
  const field = fields[change.field]
  return field !== undefined && (hasFormer || hasFormerValue(change)) && field.isUndoable?.(change) !== false
}

const isWithin = ({ at }: KeptChange, seconds: number): boolean =>
  Date.parse(at) + seconds * 1000 > Date.now()

/** Returns false if the content that a change replaced in a field has passed its retention. */
export const isReplacedKept = (
  { fields }: Pick<UndoRules, 'fields'>,
  entry: KeptChange,
  { field, before }: FieldChange,
): boolean => before === null || isWithin(entry, fields[field]?.keptSeconds ?? Infinity)

/** Returns true if a removed record may still be restorable from the trash, or can be created again. */
export const isRestorable = ({ removed }: Pick<UndoRules, 'removed'>, change: KeptChange): boolean =>
  removed === 'trashed' ? isWithin(change, formerSeconds) : removed === 'made_again'

/** Returns true if a field follows from other fields. */
export const doesFollow = ({ fields }: Pick<UndoRules, 'fields'>, { field }: FieldChange): boolean =>
  fields[field]?.follows === true

/** Returns true if a change can be undone in principle, regardless of the caller and of later changes. */
export const isUndoable = (rules: UndoRules | undefined, change: KeptChange): boolean => {
  if (!rules) return false
  const { removed } = rules
  const hasFormer = isFormerKept(change.former)
  switch (actionVerb(change)) {
    case 'created':
    case 'restored':
      return removed !== undefined
    case 'deleted':
      return isRestorable(rules, change) || (removed === 'kept' && hasFormer)
    case 'updated':
      return (
        change.changes.some((one) => !doesFollow(rules, one)) &&
        change.changes.every(
          (one) =>
            doesFollow(rules, one) ||
            (isFieldUndoable(rules, one, hasFormer) && isReplacedKept(rules, change, one)),
        )
      )
    default:
      return false
  }
}
