import type { EndpointHandler } from '../http/endpoint.ts'
import type { Actor } from '../identity/actor.ts'
import type { ResourceRef } from '../resource-ref.ts'
import type { Item } from '../table/operation.ts'
import type { KeptChange, UndoneField, UndoRules } from './undo-rules.ts'

type Fields = Record<string, unknown>

/** Input of an undo operation that is not an endpoint because only undo needs it. */
export interface OwnCall {
  /** The person undoing the change; the operation checks their current permissions. */
  actor: Actor
  change: KeptChange
  /** Former value of the field, for an operation that sets a field. */
  value: unknown
  removed: Item
  /** Arguments of an endpoint in its place: the former values of several fields, for an operation that sets them. */
  args: Fields
  /** Version of the record as read, for an operation that changes a record. */
  version: number | undefined
}

export type OwnOperation = (call: OwnCall) => Promise<unknown>

/** Operation that undoes a change as a request of the caller: an endpoint, or a function if no endpoint does it. */
export type UndoOperation = EndpointHandler | OwnOperation

/** Operations that revert a field, if setting the value under its name is not enough. */
interface FieldOperations {
  /**
   * Returns the current value as history shows it, from the response of `read`; by default the value under its name.
   */
  present?: (thing: never) => unknown
  /** Operation that sets the field; `update` by default. */
  operation?: UndoOperation
  /** Returns the arguments that set the field to a value from history; by default the value under the field's name. */
  argumentsOf?: (value: never) => Fields
  /** Fields that `update` would derive from this one: they keep their values unless the change contains them, too. */
  keeps?: string[]
  /**
   * For a field that history names by a number or an ID: returns true if the current content equals the content that
   * had this name. Restored content gets a new name.
   */
  isPresent?: OwnOperation
  /**
   * Returns the reason why the field cannot be reverted; `thing` is the response of `read`, `fields` are the fields of
   * the change.
   */
  refusal?: (thing: never, fields: string[]) => string | undefined
}

/** Operations that undo changes of one type. */
export interface UndoOperations {
  /** Returns the arguments that identify the record; its `id` by default. */
  idsOf?: (change: KeptChange) => Fields
  /** Returns the current record with its version, or throws 404. */
  read?: UndoOperation
  update?: UndoOperation
  fields?: Record<string, FieldOperations>
  /** Removes a created record. */
  remove?: UndoOperation
  /** Creates a removed record again, or restores its item; by default, restores it from the trash. */
  restore?: UndoOperation
  /** Returns the resource that the removed record belonged to, unless the history entry names it. */
  placeOf?: (removed: Item) => ResourceRef | undefined
}

export type KindUndo = Record<string, UndoOperations>

export type UndoDefinition = Omit<UndoRules, 'fields'> &
  Omit<UndoOperations, 'fields'> & { fields: Record<string, UndoneField & FieldOperations> }
