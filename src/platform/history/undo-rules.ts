import type { FieldChange } from './field-changes.ts'
import { formerSeconds, isFormerKept } from './former-state.ts'

/** Whether a change of a field can be taken back, where not every one can. */
export interface UndoneField {
  /**
   * How long that is kept which a change has replaced, in seconds, where history tells only its number or id; for ever
   * if absent.
   */
  keptSeconds?: number
  /** Whether a change of it can be taken back at all; all can by default. */
  isUndoable?: (change: FieldChange) => boolean
  /** It follows from the other fields, and is never set by itself. */
  follows?: true
}

/** What becomes of a removed thing: it is in the trash, its item is kept to be put back, or it can be made again. */
export type Removed = 'trashed' | 'kept' | 'made_again'

/** What of the changes of a type can be taken back at all; by which operations is said in `<kind>/undo.ts`. */
export interface UndoRules {
  /** What the things are called in history. */
  type: string
  fields: Record<string, UndoneField>
  /** Without it neither making nor removing a thing can be taken back. */
  removed: Removed | undefined
  /** Only the person who `object_id` names can take a change back. */
  isPersonal: boolean | undefined
  /** Why nothing of it can be taken back, in one sentence. */
  refusal: string | undefined
}

/** A change as history has kept it. */
export interface KeptChange {
  /** When it was made, RFC 3339. */
  at: string
  /** `<type>.<verb>`. */
  action: string
  object_type: string
  object_id: string
  resource_id: string
  changes: FieldChange[]
  /** Where that is kept which `changes` do not tell, and until when. */
  former: { partition: string; until: number } | null
}

/** What happened, without the type: `created`, `updated` and so on. */
export const verbOf = ({ action }: Pick<KeptChange, 'action'>): string =>
  action.slice(action.lastIndexOf('.') + 1)

/** Whether an entry tells the value that a field had, and not only that it was another one. */
const isKept = ({ before, after }: FieldChange): boolean => {
  if (before === null && after === null) return false
  const names = typeof before === 'object' && before !== null ? Object.keys(before).join() : ''
  return names !== 'size' && names !== 'count,only'
}

/** Whether a field of a change can be given its former value; more of it may be kept than the change tells. */
export const isFieldUndoable = (
  { fields }: Pick<UndoRules, 'fields'>,
  change: FieldChange,
  hasFormer: boolean,
): boolean => {
  const field = fields[change.field]
  return field !== undefined && (hasFormer || isKept(change)) && field.isUndoable?.(change) !== false
}

const isWithin = ({ at }: KeptChange, seconds: number): boolean =>
  Date.parse(at) + seconds * 1000 > Date.now()

/** Whether what a change has replaced in a field is not only kept for a while that is over by now. */
export const isReplacedKept = (
  { fields }: Pick<UndoRules, 'fields'>,
  entry: KeptChange,
  { field, before }: FieldChange,
): boolean => before === null || isWithin(entry, fields[field]?.keptSeconds ?? Infinity)

/** Whether what was removed may still be there to be restored, or can be made again. */
export const isRestorable = ({ removed }: Pick<UndoRules, 'removed'>, change: KeptChange): boolean =>
  removed === 'trashed' ? isWithin(change, formerSeconds) : removed === 'made_again'

/** Whether a field has changed only since others have. */
export const doesFollow = ({ fields }: Pick<UndoRules, 'fields'>, { field }: FieldChange): boolean =>
  fields[field]?.follows === true

/** Whether a change can be taken back at all, no matter who asks and whatever has changed since. */
export const isUndoable = (rules: UndoRules | undefined, change: KeptChange): boolean => {
  if (!rules) return false
  const { removed } = rules
  const hasFormer = isFormerKept(change.former)
  switch (verbOf(change)) {
    case 'created':
    case 'restored':
      return removed !== undefined
    case 'deleted':
      return isRestorable(rules, change) || (removed === 'kept' && hasFormer)
    case 'updated':
      return (
        change.changes.length > 0 &&
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
