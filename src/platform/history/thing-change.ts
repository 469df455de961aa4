import { docs } from '#docs'
import * as z from '../schema/schema.ts'
import { answeredArray, answeredText, answeredId } from '../schema/fields.ts'

/** How many fields history shows of a thing at most (definition.ts). */
export const maxHistoryFields = 40

/** How many changes of things are listed at most. */
export const maxChanges = 1_000

/** The schema of what has changed in a field, in responses. */
export const FieldChangeView = z.described(docs('A change of one field.', { id: 'FieldChange' }), {
  field: answeredText(100).meta(docs('Name of the field.', { examples: ['title'] })),
  before: z.unknown().meta(docs('Its value before; for long texts, their size or revision.')),
  after: z.unknown().meta(docs('Its value after; for long texts, their size or revision.')),
})

/** The schema of all that has changed of a thing, in responses. */
export const FieldChangeViews = answeredArray(FieldChangeView, maxHistoryFields).meta(docs('Changed fields.'))

/** The schema of what has changed of a thing, in responses. */
export const ThingChangeView = z.described(docs('A change of one thing.', { id: 'ThingChange' }), {
  action: z
    .enum(['created', 'updated', 'deleted', 'restored', 'purged'])
    .meta(docs('What happens to the thing.')),
  type: answeredText(100).meta(docs('Type of the thing.', { examples: ['wiki_page'] })),
  id: answeredId.nullable().meta(docs('Id of the thing; null for a new one in a dry run.')),
  fields: FieldChangeViews,
})
