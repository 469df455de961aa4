import * as z from '../platform/schema/schema.ts'
import { timestamp } from '../platform/schema/fields.ts'

export const FoundType = z
  .enum(['wiki_page', 'course', 'task', 'ticket', 'file', 'chat'])
  .meta({ description: 'What kind of thing; there may be more later.' })
export type FoundType = z.output<typeof FoundType>

/** Something that a search over everything has found. */
export const Found = z
  .object({
    type: FoundType,
    id: z.string().meta({ description: 'Id of the thing.' }),
    title: z.string().meta({ description: 'Its title, name or subject.' }),
    snippet: z
      .string()
      .nullable()
      .meta({ description: 'Where its text has the words; null when it has no text.' }),
    url: z.url().meta({ description: 'Where it is in this API.' }),
    updated_at: timestamp.meta({ description: 'When it was last changed.' }),
  })
  .meta({ id: 'Found', description: 'Something that was found.' })
export type Found = z.output<typeof Found>
