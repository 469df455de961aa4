import type { Item } from '../table/operation.ts'
import {
  fieldChanges,
  unshownValues,
  type FieldChange,
  type ShownField,
  type ShownFields,
} from './field-changes.ts'
import { digestOf, type FormerState } from './former-state.ts'
import type { Removed, UndoneField, UndoRules } from './undo-rules.ts'
import { maxHistoryFields } from './thing-change.ts'

/** What happens to a thing. What comes back from the trash is `restored`, and what is deleted for good `purged`. */
export type ChangeAction = 'created' | 'updated' | 'deleted' | 'restored' | 'purged'

/** A change of a thing, as history, activity and a dry run show it. */
export interface ThingChange {
  action: ChangeAction
  /** What kind of thing has changed, such as `wiki_comment`. */
  type: string
  id: string
  fields: FieldChange[]
}

/** That somebody read a thing by the role of an administrator alone: no change, but kept like one. */
export type ThingReading = Omit<ThingChange, 'action'> & { action: 'read' }

/** The thing in whose activity a change is: of a comment the page that it is on. */
export interface HistorySubject {
  type: string
  id: string
}

/** What history tells of the things of one entity. */
export interface HistoryDefinition {
  /** `<area>.<noun>`, as items name it. */
  entityType: string
  type: string
  /** Whether the things have an activity of their own, rather than a place in that of another thing. */
  hasActivity: boolean
  /** What has changed between two images of an item; undefined when nothing has that history shows. */
  changeOf: (before: Item | undefined, after: Item | undefined) => ThingChange | ThingReading | undefined
  /** What has to be kept of the former state for taking the change back, beside what `changeOf` tells. */
  formerOf?: (before: Item, after: Item | undefined) => FormerState | undefined
  /** Whether it is only answered what a call changes of the things, and nothing of it is kept. */
  isUnrecorded: boolean
  subjectOf: (item: Item) => HistorySubject
  /** Returns true if the table holds the thing with this `id`, regardless of who may see it. */
  isStored?: (id: string) => Promise<boolean>
  /** Whether only administrators, or also support agents, see the change of this item; null for every reader. */
  audienceOf: (item: Item) => HistoryAudience
  /** Whose affair the item is: that person sees their own changes of it, whatever the audience. */
  personOf: (item: Item) => string | undefined
  /** What of its changes can be taken back; nothing if absent. */
  undo?: UndoRules
}

/** Who sees a change, beside being able to read the thing that it is about. */
export type HistoryAudience = 'agent' | 'admin' | null

interface Source<T> {
  name: string
  isInternal: boolean
  read: (item: Item) => T
  find: (ids: never) => Promise<T | undefined>
}

/** A field whose changes can be taken back, by its value unless something else is said. */
interface EditableField<T> extends UndoneField {
  shown?: ShownField<T>
}

/** Every field of a shape, such as that of an input: shown by its value, and undone (decision 0044). */
export const editable = (shape: object): Record<string, UndoneField> =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, {}]))

/** Every field of a shape that is written once: shown by its value. */
export const shown = (shape: object): Record<string, 'value'> =>
  Object.fromEntries(Object.keys(shape).map((field) => [field, 'value']))

interface HistoryOptions<T> {
  /** What the changed things are called; also the type in whose activity they are, unless `subject` says another. */
  type: string
  /** The fields that history shows, in their order; of what is only said how it is shown, no change is taken back. */
  fields: Record<string, ShownField<T> | EditableField<T>>
  /** What tells the thing from others of its type, its `id` by default. */
  idOf?: (thing: T) => string
  subject?: (thing: T) => HistorySubject
  audience?: (thing: T) => HistoryAudience
  /** Id of the person whose affair the thing is, such as their taking part in something. */
  person?: (thing: T) => string
  /** The thing is only there to say that something has happened: what becomes of it afterwards is nothing. */
  isEvent?: boolean
  /** Whether it is made with another thing, so that making it is no change beside that. */
  comesAlong?: (thing: T) => boolean
  isUnrecorded?: boolean
  /** What becomes of a removed one. Without it neither its making nor its removal can be taken back. */
  removed?: Removed
  /** Changes of it are about a person: nobody else can take them back. */
  isPersonal?: boolean
  /** Why its making or its removal cannot be taken back, in one sentence. */
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

const actionOf = (before: unknown, after: Item | undefined): ChangeAction => {
  if (before) return after ? 'updated' : 'deleted'
  return (after?.['origin'] as { is_restored?: boolean } | undefined)?.is_restored ? 'restored' : 'created'
}

const ownId = (thing: object) => (thing as { id: string }).id

/** What history tells of the things of an entity: each area declares it in `<kind>/history.ts`. */
export const historyOf = <T extends object>(
  { name, isInternal, read, find }: Source<T>,
  options: HistoryOptions<T>,
): HistoryDefinition => {
  const { type, idOf = ownId, subject, audience = () => null, person, isEvent } = options
  const { removed, isUnrecorded = false, comesAlong } = options
  const fields = shownFields(options.fields)
  if (isInternal) throw new TypeError(`Changes of ${name} never come to history.`)
  if (Object.keys(fields).length > maxHistoryFields)
    throw new RangeError(`History shows too much of ${name}.`)
  return {
    entityType: name,
    type,
    hasActivity: subject === undefined,
    isUnrecorded,
    changeOf: (oldItem, newItem) => {
      if (isEvent && oldItem) return undefined
      const [before, after] = [oldItem && read(oldItem), newItem && read(newItem)]
      if (!before && after && comesAlong?.(after)) return undefined
      const changed = fieldChanges(before, after, fields)
      if (before && after && changed.length === 0) return undefined
      return { action: actionOf(before, newItem), type, id: idOf((after ?? before) as T), fields: changed }
    },
    formerOf: (before, after) => {
      if (!after) return removed === 'kept' ? { values: {}, digests: {}, item: before } : undefined
      const unshown = unshownValues(read(before), read(after), fields)
      if (unshown.length === 0) return undefined
      return {
        values: Object.fromEntries(unshown.map((one) => [one.field, one.before])),
        digests: Object.fromEntries(unshown.map((one) => [one.field, digestOf(one.after)])),
        item: null,
      }
    },
    subjectOf: (item) => subject?.(read(item)) ?? { type, id: idOf(read(item)) },
    isStored: async (id) => (await find({ id } as never)) !== undefined,
    audienceOf: (item) => audience(read(item)),
    personOf: (item) => person?.(read(item)),
    undo: undoRules(options),
  }
}
