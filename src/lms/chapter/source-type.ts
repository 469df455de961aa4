import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'

/** Types of resources from which a course can be generated. */
export const SourceType = z
  .enum(['file', 'wiki_page', 'ticket'])
  .meta(docs('Type of resource.', { examples: ['wiki_page'] }))
