import { docs } from '#docs'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'

/** Query parameter for the pictures of a text; the code that signs them is loaded on demand (signed-pictures.ts). */
export const mediaQuery = z
  .enum(['signed'])
  .optional()
  .meta(
    docs(
      '`signed` turns pictures in the content that are files of this service into links that an `<img>` can ' +
        'load for an hour. Use it to display the content, not to edit it.',
    ),
  )

/** Query parameters for the format of a text (attachment/shown-markdown.ts). */
export const formatQuery = {
  format: z.enum(['html']).optional().meta(docs('Adds the content as HTML.')),
  media: mediaQuery,
}

export type FormatQuery = { [name in keyof typeof formatQuery]?: z.output<(typeof formatQuery)[name]> }

/** Field that `format=html` adds to a response. */
export const htmlOfContent = answeredText(3_100_000)
  .optional()
  .meta(
    docs(
      'With `format=html`: the content as HTML with only a few harmless elements, to be inserted into a page. ' +
        'The links of its pictures are valid for an hour.',
      { examples: ['<h1>Welcome</h1>\n<p>Start here.</p>'] },
    ),
  )
