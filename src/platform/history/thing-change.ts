import * as z from '../schema/schema.ts'

/** The schema of what has changed in a field, in responses. */
export const FieldChange = z
  .object({
    field: z.string().meta({ description: 'Name of the field.', examples: ['title'] }),
    before: z.unknown().meta({ description: 'Its value before; of what is long, its size or revision.' }),
    after: z.unknown().meta({ description: 'Its value after; of what is long, its size or revision.' }),
  })
  .meta({ id: 'FieldChange', description: 'A change of one field.' })

/** The schema of what has changed of a thing, in responses. */
export const ThingChange = z
  .object({
    action: z
      .enum(['created', 'updated', 'deleted', 'restored', 'purged'])
      .meta({ description: 'What happens to the thing.' }),
    type: z.string().meta({ description: 'Type of the thing.', examples: ['wiki_page'] }),
    id: z.string().nullable().meta({ description: 'Id of the thing; null for a new one in a dry run.' }),
    fields: z.array(FieldChange).meta({ description: 'Changed fields.' }),
  })
  .meta({ id: 'ThingChange', description: 'A change of one thing.' })
