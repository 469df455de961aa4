import { docs } from '#docs'
import { formatQuery, htmlOfContent } from '../../files/file/media-query.ts'
import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { answeredText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { attachedFiles, type StoredContent } from './content.ts'
import { Page } from './page.ts'
import { revisionNumber } from './revision/revision.ts'

/** A page as returned by a read request. */
export const ShownPage = Page.extend({
  content: answeredText(33_554_432).meta(
    docs(
      'Markdown, at most 1,048,576 bytes of UTF-8; longer with `media=signed`, which adds signed links of images.',
      { examples: ['# Welcome\n\nStart here.'] },
    ),
  ),
  html: htmlOfContent,
}).meta(docs('A wiki page in responses.', { id: 'ShownWikiPage' }))

/** Query parameters of a read request. */
export const pageQuery = z.strictObject({
  revision: revisionNumber.optional().meta(docs('Number of the revision whose title and content to return.')),
  ...formatQuery,
})

/**
 * Returns a page in the requested format: with its text as HTML, or with signed picture URLs that an `<img>` can load.
 */
export const showContent = async <P extends { content: string; text: z.output<typeof StoredContent> }>(
  actor: Actor,
  page: P,
  query: z.output<typeof pageQuery>,
): Promise<P | HttpReply<P & { html?: string }>> => {
  if (!query.format && !query.media) return page
  const { showMarkdown } = await import('../../files/attachment/shown-markdown.ts')
  const shown = await showMarkdown(actor, page.content, attachedFiles(page.text), query)
  return new HttpReply({ ...page, ...shown }, { isTemporary: true })
}
