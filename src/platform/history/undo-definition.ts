import type { Actor } from '../identity/actor.ts'
import type { Item } from '../table/operation.ts'
import type { FieldChange } from './field-changes.ts'
import { formerSeconds, isFormerKept } from './former-state.ts'

type Fields = Record<string, unknown>

/** How a field gets its former value again. */
export interface UndoneField {
  /** Its present value as history shows it, from the answer of `read`; by default what stands there under its name. */
  present?: (thing: never) => unknown
  /** What sets it, `update` by default. */
  operation?: string
  /** The arguments that set it to a value that history has kept; by default the value under its name. */
  argumentsOf?: (value: never) => Fields
  /**
   * Of the own operations, for a field that history names by a number or an id: whether the thing has now what it had
   * under that name. What has come back is under another one.
   */
  isPresent?: string
  /**
   * How long that is kept which a change has replaced, in seconds, where history tells only its number or id; for ever
   * if absent.
   */
  keptSeconds?: number
  /** Whether a change of it can be taken back at all; all can by default. */
  isUndoable?: (change: FieldChange) => boolean
  /** It follows from the other fields, and is never set by itself. */
  follows?: true
  /** Why the field of a thing, as `read` answers it, stays as it is although these fields have changed. */
  refusal?: (thing: never, fields: string[]) => string | undefined
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

/** What an operation gets that is no endpoint, since nothing but taking a change back needs it. */
export interface OwnCall {
  /** Who takes the change back: the operation looks at their rights of now. */
  actor: Actor
  change: KeptChange
  /** The former value of the field, where it sets one. */
  value: unknown
  /** The item that was removed, where it puts one back. */
  removed: Item
  /** The version of the thing as it was read, where it changes one. */
  version: number | undefined
}

export type OwnOperation = (call: OwnCall) => Promise<unknown>

/**
 * Which operations change things of a type back, by their names in the OpenAPI document or in
 * src/undo/own-operations.ts; what none is named for cannot be taken back. Each is called by whoever takes a change
 * back, as a request of their own.
 */
export interface UndoDefinition {
  /** What the things are called in history. */
  type: string
  /** The arguments that name the thing: its `id` by default. */
  idsOf?: (change: KeptChange) => Fields
  /** Answers the thing as it is, with its version, or 404. */
  read?: string
  update?: string
  fields?: Record<string, UndoneField>
  /** Removes what was made. */
  remove?: string
  /** Brings back what was removed. */
  restore?: string
  /** Puts a removed thing back as it was, where the trash has no place for it; of the own operations. */
  putBack?: string
  /** The operations are about the caller: only the person who `object_id` names can take a change back. */
  isPersonal?: boolean
  /** Why nothing of it can be taken back, in one sentence. */
  refusal?: string
}

/** What happened, without of which type: `created`, `updated` and so on. */
export const verbOf = ({ action }: Pick<KeptChange, 'action'>): string =>
  action.slice(action.lastIndexOf('.') + 1)

/** Whether an entry tells the value that a field had, and not only that it was another one. */
const isKept = ({ before, after }: FieldChange): boolean => {
  if (before === null && after === null) return false
  const names = typeof before === 'object' && before !== null ? Object.keys(before).join() : ''
  return names !== 'size' && names !== 'count,only'
}

/** Whether a field of a change can be given its former value, of which more may be kept than the change tells. */
export const isFieldUndoable = (
  { fields = {} }: UndoDefinition,
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
  { fields = {} }: UndoDefinition,
  entry: KeptChange,
  { field, before }: FieldChange,
): boolean => before === null || isWithin(entry, fields[field]?.keptSeconds ?? Infinity)

/** What brings things back from the trash, where they lie as long as former states are kept. */
export const restoreFromTrash = 'trash_restore_entry'

/** Whether what was removed may still be there to be restored. */
export const isRestorable = ({ restore }: UndoDefinition, change: KeptChange): boolean =>
  restore === restoreFromTrash ? isWithin(change, formerSeconds) : restore !== undefined

/** Whether a field has changed only since others have. */
export const doesFollow = ({ fields = {} }: UndoDefinition, { field }: FieldChange): boolean =>
  fields[field]?.follows === true

/** Whether a change can be taken back at all, whoever asks and whatever has changed since. */
export const isUndoable = (definition: UndoDefinition | undefined, change: KeptChange): boolean => {
  if (!definition) return false
  const { read, remove, putBack } = definition
  const hasFormer = isFormerKept(change.former)
  switch (verbOf(change)) {
    case 'created':
    case 'restored':
      return remove !== undefined
    case 'deleted':
      return isRestorable(definition, change) || (putBack !== undefined && hasFormer)
    case 'updated':
      return (
        read !== undefined &&
        change.changes.length > 0 &&
        change.changes.every(
          (one) =>
            doesFollow(definition, one) ||
            (isFieldUndoable(definition, one, hasFormer) && isReplacedKept(definition, change, one)),
        )
      )
    default:
      return false
  }
}
