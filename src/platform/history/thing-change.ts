import { docs } from '#docs'
import * as z from '../schema/schema.ts'
import { answeredArray, answeredText, answeredId } from '../schema/fields.ts'
import type { FieldChange } from './field-changes.ts'

/** Actions of changes; `restored` records come back from the trash, `purged` records are deleted permanently. */
export const changeActions = ['created', 'updated', 'deleted', 'restored', 'purged'] as const
export type ChangeAction = (typeof changeActions)[number]

/** A change of a record, as history, activity and dry runs show it. */
export interface ThingChange {
  action: ChangeAction
  /** Type of the changed record, such as `wiki_comment`. */
  type: string
  id: string
  fields: FieldChange[]
}

/** A read that only the administrator role allowed. It changes nothing, but history records it like a change. */
export type ThingReading = Omit<ThingChange, 'action'> & { action: 'read' }

/** Maximum number of fields of a record in history (definition.ts). */
export const maxHistoryFields = 40

/** Maximum number of changes in a list. */
export const maxChanges = 1_000

/** Schema of a field change in responses. */
export const FieldChangeView = z.described(docs('A change of one field.', { id: 'FieldChange' }), {
  field: answeredText(100).meta(docs('Name of the field.', { examples: ['title'] })),
  before: z.unknown().meta(docs('The old value; for long texts, their size or revision.')),
  after: z.unknown().meta(docs('The new value; for long texts, their size or revision.')),
})

/** Schema of all field changes of a record in responses. */
export const FieldChangeViews = answeredArray(FieldChangeView, maxHistoryFields).meta(docs('Changed fields.'))

/** Schema of a change of a record in responses. */
export const ThingChangeView = z.described(docs('A change of one resource.', { id: 'ThingChange' }), {
  action: z.enum(changeActions).meta(docs('The kind of change.')),
  type: answeredText(100).meta(docs('Type of the resource.', { examples: ['wiki_page'] })),
  id: answeredId.nullable().meta(docs('ID of the resource; null for a new one in a dry run.')),
  fields: FieldChangeViews,
})
