import { docs } from '#docs'
import { mediaQuery } from '../../files/file/media-query.ts'
import { HttpReply } from '../../platform/http/answer/http-reply.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { environment } from '../../platform/runtime/environment.ts'
import * as z from '../../platform/schema/schema.ts'
import { attachedFiles, type StoredContent } from './content.ts'
import { revisionNumber } from '../revision/revision.ts'

/** As what a page is asked for. */
export const pageQuery = z.strictObject({
  revision: revisionNumber.optional().meta(docs('Title and content as of this revision.')),
  format: z.enum(['html']).optional().meta(docs('Adds the content as HTML.')),
  media: mediaQuery,
})

/** A page as it is asked for: with its text as HTML as well, and with pictures that an `<img>` can load. */
export const showContent = async <P extends { content: string; text: z.output<typeof StoredContent> }>(
  actor: Actor,
  page: P,
  { format, media }: z.output<typeof pageQuery>,
): Promise<P | HttpReply<P & { html?: string }>> => {
  if (!format && !media) return page
  const { linkOfPicture, placePictures, signPictures } =
    await import('../../files/attachment/signed-pictures.ts')
  const links = await signPictures(actor, [page.content], attachedFiles(page.text))
  const shown = media ? { ...page, content: placePictures(page.content, links) } : page
  if (!format) return new HttpReply(shown, { isTemporary: true })
  const { toSafeHtml } = await import('../../documents/markdown/safe-html.ts')
  const toPicture = (url: string) => linkOfPicture(url, links)
  const html = await toSafeHtml(page.content, { toPicture, origin: environment.publicUrl })
  return new HttpReply({ ...shown, html }, { isTemporary: true })
}
