import * as z from '../platform/schema/schema.ts'

/** What an assistant has read and cites. */
export const Citation = z
  .object({
    type: z.string().meta({ description: 'Type of resource that it is from.', examples: ['wiki_page'] }),
    id: z.string().meta({ description: 'Id of the resource.' }),
    title: z.string().meta({ description: 'Title at that time.' }),
    quote: z.string().meta({ description: 'Quotation of at most 500 characters.' }),
    url: z.url().meta({ description: 'URL of the resource.' }),
  })
  .meta({ id: 'Source', description: 'A source that an assistant cites.' })
export type Citation = z.output<typeof Citation>
