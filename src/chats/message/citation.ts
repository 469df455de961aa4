import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { linkFields } from '../../platform/resource.ts'
import { answeredText, answeredId, answeredTitle } from '../../platform/schema/fields.ts'

/** Maximum number of sources of a reply, which is also the maximum number of passages for its model. */
export const maxSources = 8

export const Citation = z.described(docs('A source that an assistant cites.', { id: 'Citation' }), {
  number: z.orNull(z.int()).meta(
    docs('The number by which the text cites it, as in `[2]`; null in replies older than this field.', {
      minimum: 1,
      examples: [2],
    }),
  ),
  type: answeredText(100).meta(docs('Type of the cited resource.', { examples: ['wiki_page'] })),
  id: answeredId.meta(docs('ID of the cited resource.')),
  title: answeredTitle.meta(docs('Title at that time.')),
  quote: answeredText(500).meta(docs('Quotation of at most 500 characters.')),
  revision: z
    .orNull(z.int())
    .meta(
      docs('The revision of the page, or version of the file, that was read.', { minimum: 1, examples: [3] }),
    ),
  is_current: z
    .orNull(z.boolean())
    .meta(
      docs(
        'True if it is still the newest revision or version when the message is read; null if the resource has ' +
          'none or can no longer be read.',
      ),
    ),
  ...linkFields,
  api_url: z.orNull(linkFields.api_url).meta(docs('URL in this API; null in replies older than this field.')),
})
export type Citation = z.output<typeof Citation>
