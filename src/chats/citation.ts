import * as z from '../platform/schema/schema.ts'

/** What an assistant has read and cites. */
export const Citation = z
  .object({
    type: z.string().meta({ description: 'What kind of thing it stands in.', examples: ['wiki_page'] }),
    id: z.string().meta({ description: 'Id of the thing.' }),
    title: z.string().meta({ description: 'Its title at that time.' }),
    quote: z.string().meta({ description: 'What was read, at most 500 characters of it.' }),
    url: z.url().meta({ description: 'Where the thing can be read.' }),
  })
  .meta({ id: 'Source', description: 'Something that an assistant cites.' })
export type Citation = z.output<typeof Citation>
