import type { Actor } from '../../platform/identity/actor.ts'
import { filePolicy, isHeldBy } from '../file/policy.ts'
import { downloadLink } from '../file/download.ts'
import { contentsAddress, embeddedIds } from './embedded-files.ts'
import { files } from '../file/file.ts'

/** Lifetime of a picture link, in seconds. */
const pictureSeconds = 3_600

/** Maximum number of pictures with links in one response. */
const maxPictures = 200

/** Links to the pictures of a text, by file ID. */
type PictureLinks = ReadonlyMap<string, string>

/**
 * Returns links that an `<img>` can load for an hour, in one round trip, for the files in `texts` that are images and
 * that the reader may read: the reader's own files, files shared with the reader, and files `attached` to the resource
 * of the texts. A file embedded by a person who may read it only through another attachment has no link; clients load
 * it by its URL.
 */
export const signPictures = async (
  actor: Actor,
  texts: string[],
  attached: readonly { id: string; reader_id?: string | undefined }[],
): Promise<PictureLinks> => {
  const ids = [...new Set(texts.flatMap(embeddedIds))].slice(0, maxPictures)
  const found = await files.findMany(ids.map((id) => ({ id })))
  const links = found.map(async (file) => {
    if (file?.status !== 'ready' || !file.content_type.startsWith('image/')) return []
    const held = attached.map(async ({ id, reader_id }) => id === file.id && isHeldBy(reader_id, file))
    const isShown = filePolicy.allows(file, actor, 'read') || (await Promise.all(held)).includes(true)
    return isShown ? [[file.id, (await downloadLink(file, pictureSeconds)).url] as const] : []
  })
  return new Map((await Promise.all(links)).flat())
}

/**
 * Regular expression for the text before the URL of a picture: in Markdown, in a link reference definition, and in
 * HTML.
 */
const beforePicture = [
  /!\[(?:[^[\]\\]|\\.)*\]\(\s*<?/.source,
  /^ {0,3}\[(?:[^[\]\\]|\\.)+\]:[ \t]*<?/.source,
  /<img\b[^<>]*?\bsrc\s*=\s*["']/.source,
].join('|')

/** Replaces the picture URLs in a text by these links; pictures without a link stay as they are. */
export const placePictures = (text: string, links: PictureLinks): string => {
  if (links.size === 0) return text
  const picture = new RegExp(`(?<before>${beforePicture})${contentsAddress()}(?=[\\s)>"'])`, 'gim')
  return text.replaceAll(picture, (all: string, ...rest: unknown[]) => {
    const { before, id } = rest.at(-1) as { before: string; id: string }
    const link = links.get(id.toLowerCase())
    return link === undefined ? all : before + link
  })
}

/** Returns the link for the picture at this URL; undefined if there is none. */
export const findPictureLink = (url: string, links: PictureLinks): string | undefined => {
  const id = new RegExp(`^${contentsAddress()}$`, 'i').exec(url)?.groups?.['id']
  return id && links.get(id.toLowerCase())
}
