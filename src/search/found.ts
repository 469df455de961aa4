import * as z from '../platform/schema/schema.ts'
import { timestamp } from '../platform/schema/fields.ts'
import { searchedTypes } from '../resource-types.ts'

export const FoundType = z.enum(searchedTypes).meta({ description: 'Type of resource; more may be added.' })
export type FoundType = z.output<typeof FoundType>

/** Something that a search over everything has found. */
export const Found = z
  .object({
    type: FoundType,
    id: z.string().meta({ description: 'Id of the resource.' }),
    title: z.string().meta({ description: 'Title, name or subject.' }),
    snippet: z
      .string()
      .nullable()
      .meta({ description: 'Excerpt of its text around the words; null if it has no text.' }),
    url: z.url().meta({ description: 'URL in this API.' }),
    updated_at: timestamp.meta({ description: 'When it was last changed.' }),
  })
  .meta({ id: 'Found', description: 'A search result.' })
export type Found = z.output<typeof Found>
