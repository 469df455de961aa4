import type { Actor } from '../../platform/identity/actor.ts'
import { environment } from '../../platform/runtime/environment.ts'
import type { FormatQuery } from '../file/media-query.ts'
import { findPictureLink, placePictures, signPictures } from './signed-pictures.ts'

/** Returns a text in the requested format: with picture URLs that an `<img>` can load, and as HTML. */
export const showMarkdown = async (
  actor: Actor,
  content: string,
  attached: Parameters<typeof signPictures>[2],
  { format, media }: FormatQuery,
): Promise<{ content: string; html?: string }> => {
  const links = await signPictures(actor, [content], attached)
  const shown = { content: media ? placePictures(content, links) : content }
  if (!format) return shown
  const { toSafeHtml } = await import('../../documents/markdown/safe-html.ts')
  const toPicture = (url: string) => findPictureLink(url, links)
  return { ...shown, html: await toSafeHtml(content, { toPicture, origin: environment.publicUrl }) }
}
