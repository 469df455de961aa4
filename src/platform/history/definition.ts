import type { ResourceType } from '../resource.ts'
import type { Item } from '../table/operation.ts'
import { fieldChanges, unshownValues, type ShownField, type ShownFields } from './field-changes.ts'
import { stateDigest, type FormerState } from './former-state.ts'
import type { Removed, UndoneField, UndoRules } from './undo-rules.ts'
import {
  changeActions,
  maxHistoryFields,
  type ChangeAction,
  type ThingChange,
  type ThingReading,
} from './thing-change.ts'

/** Resource whose activity contains a change: the page of a comment, for example. */
export interface HistorySubject {
  type: string
  id: string
}

/** History rules of one entity. */
export interface HistoryDefinition {
  /** Entity type as stored in items: `<area>.<noun>`. */
  entityType: string
  type: string
  /** Path of a record below `/api/v1`; absent for records without a URL of their own. */
  path?: ResourceType['path'] | undefined
  /** Actions of the changes that history can record. */
  actions: readonly ChangeAction[]
  /** Names of the fields that history shows. */
  fields: readonly string[]
  /**
   * True if the records have an activity of their own; false if their changes are in the activity of another resource.
   */
  hasActivity: boolean
  /** Returns the change between two images of an item; undefined if history shows no difference. */
  changeOf: (before: Item | undefined, after: Item | undefined) => ThingChange | ThingReading | undefined
  /** Returns the parts of the former state that undo needs and `changeOf` does not contain. */
  formerOf?: (before: Item, after: Item | undefined) => FormerState | undefined
  /** True if responses show changes of the records but history does not record them. */
  isUnrecorded: boolean
  subjectOf: (item: Item) => HistorySubject
  /** Returns true if the table holds the record with this ID, regardless of permissions. */
  isStored?: (id: string) => Promise<boolean>
  /**
   * Returns the audience of a change of the item: administrators only, or also support agents; null for every reader.
   */
  audienceOf: (item: Item) => HistoryAudience
  /** Returns the ID of the person concerned, who sees their own changes of the item regardless of the audience. */
  personOf: (item: Item) => string | undefined
  /** Rules for undoing changes; if absent, no change can be undone. */
  undo?: UndoRules
}

/** Role required to see a change, in addition to read access to its resource. */
export type HistoryAudience = 'agent' | 'admin' | null

interface Source<T> {
  name: string
  isInternal: boolean
  read: (item: Item) => T
  find: (ids: never) => Promise<T | undefined>
}

/** A field whose changes can be undone; history shows its value unless `shown` says otherwise. */
interface EditableField<T> extends UndoneField {
  shown?: ShownField<T>
}

/**
 * Returns an editable field for each field of a shape, such as that of an input: shown by value and undoable
 * (decision 0044).
 */
export const editable = (shape: object): Record<string, UndoneField> =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, {}]))

/** Returns `value` for each field of a shape; for fields that are written once. */
export const shown = (shape: object): Record<string, 'value'> =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, 'value']))

/**
 * Returns the options of records that concern one person: the person and administrators see their changes, in the
 * activity of the resource that `field` names.
 */
export const concerningPerson = <Field extends string>(type: string, field: Field) => ({
  idOf: ({ user_id }: { user_id: string }) => user_id,
  subject: (record: Record<Field, string>) => ({ type, id: record[field] }),
  audience: () => 'admin' as const,
  person: ({ user_id }: { user_id: string }) => user_id,
})

interface HistoryOptions<T> {
  /** Type of the changed records; also the type of their activity unless `subject` returns another one. */
  type: string
  path?: ResourceType['path']
  /** Fields that history shows, in order. Changes of a field given only as a {@link ShownField} cannot be undone. */
  fields: Record<string, ShownField<T> | EditableField<T>>
  /** Returns the identifier of a record within its type; `id` by default. */
  idOf?: (thing: T) => string
  subject?: (thing: T) => HistorySubject
  audience?: (thing: T) => HistoryAudience
  /** Returns the ID of the person concerned, such as a participant. */
  person?: (thing: T) => string
  /** True if an item only records an event: history ignores its later changes and its removal. */
  isEvent?: boolean
  /** Returns true if the creation of the record is part of another change, so that history does not record it. */
  isImpliedCreation?: (thing: T) => boolean
  isUnrecorded?: boolean
  /** Way to bring a removed record back. If absent, neither its creation nor its removal can be undone. */
  removed?: Removed
  /** True if a change concerns one person, and only that person can undo it. */
  isPersonal?: boolean
  /** Reason why changes of the record cannot be undone, in one sentence. */
  refusal?: string
}

const shownFields = <T>(fields: HistoryOptions<T>['fields']): ShownFields<T> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      typeof field === 'object' ? (field.shown ?? 'value') : field,
    ]),
  )

const undoRules = <T>({ type, fields, removed, isPersonal, refusal }: HistoryOptions<T>): UndoRules => ({
  type,
  fields: Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => (typeof field === 'object' ? [[name, field]] : [])),
  ),
  removed,
  isPersonal,
  refusal,
})

const toAction = (before: unknown, after: Item | undefined): ChangeAction => {
  if (before) return after ? 'updated' : 'deleted'
  return (after?.['origin'] as { is_restored?: boolean } | undefined)?.is_restored ? 'restored' : 'created'
}

/** Returns the actions of records: an event is only created, and a removed record may come back. */
const recordedActions = <T>({ isEvent, removed }: HistoryOptions<T>): readonly ChangeAction[] => {
  if (isEvent) return ['created']
  if (removed === 'trashed') return changeActions
  return ['created', 'updated', 'deleted', ...(removed === 'kept' ? (['restored'] as const) : [])]
}

const ownId = (thing: object) => (thing as { id: string }).id

const requireRecordable = (
  { name, isInternal }: Pick<Source<never>, 'name' | 'isInternal'>,
  fields: object,
): void => {
  if (isInternal) throw new TypeError(`Changes of ${name} are never recorded in the history.`)
  if (Object.keys(fields).length > maxHistoryFields)
    throw new RangeError(`The history reveals too much of ${name}.`)
}

const toFormerState = (unshown: ReturnType<typeof unshownValues>): FormerState => ({
  values: Object.fromEntries(unshown.map(({ field, before }) => [field, before])),
  digests: Object.fromEntries(unshown.map(({ field, after }) => [field, stateDigest(after)])),
  item: null,
})

/** Creates the history rules of an entity; each area declares them in `<kind>/history.ts`. */
export const historyOf = <T extends object>(
  { read, find, ...source }: Source<T>,
  options: HistoryOptions<T>,
): HistoryDefinition => {
  const { type, path, idOf = ownId, subject, audience = () => null, person, isEvent } = options
  const { removed, isUnrecorded = false, isImpliedCreation } = options
  const fields = shownFields(options.fields)
  requireRecordable(source, fields)
  return {
    entityType: source.name,
    type,
    path,
    actions: recordedActions(options),
    fields: Object.keys(fields),
    hasActivity: subject === undefined,
    isUnrecorded,
    changeOf: (oldItem, newItem) => {
      if (isEvent && oldItem) return undefined
      const [before, after] = [oldItem && read(oldItem), newItem && read(newItem)]
      if (!before && after && isImpliedCreation?.(after)) return undefined
      const changed = fieldChanges(before, after, fields)
      if (before && after && changed.length === 0) return undefined
      return { action: toAction(before, newItem), type, id: idOf((after ?? before) as T), fields: changed }
    },
    formerOf: (before, after) => {
      if (!after) return removed === 'kept' ? { values: {}, digests: {}, item: before } : undefined
      const unshown = unshownValues(read(before), read(after), fields)
      return unshown.length === 0 ? undefined : toFormerState(unshown)
    },
    subjectOf: (item) => subject?.(read(item)) ?? { type, id: idOf(read(item)) },
    isStored: async (id) => (await find({ id } as never)) !== undefined,
    audienceOf: (item) => audience(read(item)),
    personOf: (item) => person?.(read(item)),
    undo: undoRules(options),
  }
}
