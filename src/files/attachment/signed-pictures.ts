import type { Actor } from '../../platform/identity/actor.ts'
import { filePolicy, isHeldBy } from '../access.ts'
import { downloadLink } from '../file/download.ts'
import { contentsAddress, embeddedIds } from './embedded-files.ts'
import { files } from '../file/file.ts'

/** How long a picture may be loaded, in seconds. */
const pictureSeconds = 3_600

/** How many pictures have links in one answer. */
const maxPictures = 200

/** Links by which the pictures of a text are loaded, by the ids of their files. */
type PictureLinks = ReadonlyMap<string, string>

/**
 * Links that an `<img>` can load for an hour, in one round trip, for those files of `texts` that are images and that
 * the reader may read: their own, those that they were granted, and those `attached` to what the texts are in. What
 * somebody put in who may only read it by another attachment has none; clients load it by its address.
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

/** What is before the address of a picture: in Markdown, in a definition that it refers to, and in HTML. */
const beforePicture = [
  /!\[(?:[^[\]\\]|\\.)*\]\(\s*<?/.source,
  /^ {0,3}\[(?:[^[\]\\]|\\.)+\]:[ \t]*<?/.source,
  /<img\b[^<>]*?\bsrc\s*=\s*["']/.source,
].join('|')

/** A text whose pictures are loaded by these links; those without a link stay as they are. */
export const placePictures = (text: string, links: PictureLinks): string => {
  if (links.size === 0) return text
  const picture = new RegExp(`(?<before>${beforePicture})${contentsAddress()}(?=[\\s)>"'])`, 'gim')
  return text.replaceAll(picture, (all: string, ...rest: unknown[]) => {
    const { before, id } = rest.at(-1) as { before: string; id: string }
    const link = links.get(id.toLowerCase())
    return link === undefined ? all : before + link
  })
}

/** The link by which the picture at this address is loaded; undefined for one that has none. */
export const linkOfPicture = (url: string, links: PictureLinks): string | undefined => {
  const id = new RegExp(`^${contentsAddress()}$`, 'i').exec(url)?.groups?.['id']
  return id && links.get(id.toLowerCase())
}
