import type { EndpointHandler } from '../http/endpoint.ts'
import type { Actor } from '../identity/actor.ts'
import type { ResourceRef } from '../resource-ref.ts'
import type { Item } from '../table/operation.ts'
import type { KeptChange, UndoneField, UndoRules } from './undo-rules.ts'

type Fields = Record<string, unknown>

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

/** What takes a change back, as a request of the one who does so: an endpoint, or what no endpoint does. */
export type UndoOperation = EndpointHandler | OwnOperation

/** How a field gets its former value again, where that is not by the value under its name. */
interface FieldOperations {
  /** Its present value as history shows it, from the answer of `read`; by default what is there under its name. */
  present?: (thing: never) => unknown
  /** What sets it, `update` by default. */
  operation?: UndoOperation
  /** The arguments that set it to a value that history has kept; by default the value under its name. */
  argumentsOf?: (value: never) => Fields
  /**
   * For a field that history names by a number or an id: whether the thing has now what it had under that name. What
   * has come back is under another one.
   */
  isPresent?: OwnOperation
  /** Why the field of a thing, as `read` answers it, stays as it is although these fields have changed. */
  refusal?: (thing: never, fields: string[]) => string | undefined
}

/** What takes changes of things of a type back. */
export interface UndoOperations {
  /** The arguments that name the thing: its `id` by default. */
  idsOf?: (change: KeptChange) => Fields
  /** Answers the thing as it is, with its version, or 404. */
  read?: UndoOperation
  update?: UndoOperation
  fields?: Record<string, FieldOperations>
  /** Removes what was made. */
  remove?: UndoOperation
  /** Makes a removed one again, or puts it back as it was; what is trashed comes from the trash. */
  restore?: UndoOperation
  /** The resource that a removed thing belonged to, unless that is the one with the history. */
  placeOf?: (removed: Item) => ResourceRef | undefined
}

/** What takes changes of a kind of things back, and of what belongs to it, by what history calls them. */
export type KindUndo = Record<string, UndoOperations>

/** What of the changes of a type can be taken back, and how. */
export type UndoDefinition = Omit<UndoRules, 'fields'> &
  Omit<UndoOperations, 'fields'> & { fields: Record<string, UndoneField & FieldOperations> }
