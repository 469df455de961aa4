import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { showMarkdown } from '../attachment/shown-markdown.ts'

export const renderMarkdown = endpoint('POST /markdown', {
  summary: 'Render Markdown as HTML',
  success: 'The HTML of each text, in the order of the texts.',
  description:
    'For texts that have no `format=html`: descriptions, comments and messages. The HTML has only a few ' +
    'harmless elements and can be inserted into a page. Its pictures are files that the caller may read; their ' +
    'links are valid for an hour.',
  effect: 'read',
  profile: 'reader',
  maxBodyBytes: 262_144,
  body: z.strictObject({
    texts: z
      .array(z.string().max(200_000))
      .min(1)
      .max(100)
      .meta(docs('Texts (Markdown).', { examples: [['All **read**.']] })),
  }),
  response: z.described(
    { id: 'RenderedMarkdown' },
    {
      html: z
        .array(answeredText(3_100_000))
        .max(100)
        .meta(docs('HTML of each text.', { examples: [['<p>All <strong>read</strong>.</p>']] })),
    },
  ),
  handle: async ({ actor, body: { texts } }) => {
    const html: string[] = []
    // one at a time, because rendering occupies the processor
    for (const text of texts)
      html.push((await showMarkdown(actor, text, [], { format: 'html', media: 'signed' })).html ?? '')
    return { html }
  },
})
