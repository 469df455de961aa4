import { isHeldBy } from '../access.ts'
import type { Attachment, StoredAttachment } from './attachment.ts'
import { files, type StoredFile } from '../file/file.ts'

/** Files as they are now by their ids, without those that are in the trash or are gone. */
type PresentFiles = ReadonlyMap<string, StoredFile>

/** In one round trip; none where nothing is listed. */
const findPresent = async (listed: { id: string }[]): Promise<PresentFiles> => {
  const found = await files.findMany(listed.map(({ id }) => ({ id })))
  return new Map(found.flatMap((file) => (file ? [[file.id, file]] : [])))
}

/**
 * Those of the listed files that are there, as they are now. Of one that somebody attached who may not read it by
 * themselves any more, the copy from then: what it is called today may be none of the readers' business.
 */
const amongPresent = async <T extends { id: string; reader_id?: string | undefined }>(
  listed: T[],
  present: PresentFiles,
  show: (file: StoredFile | T) => T,
): Promise<T[]> => {
  const shown = listed.map(async (one) => {
    const file = present.get(one.id)
    return file ? [show((await isHeldBy(one.reader_id, file)) ? file : one)] : []
  })
  return (await Promise.all(shown)).flat()
}

const toAttachment = ({ id, name, size, content_type }: Attachment): StoredAttachment => {
  return { id, name, size, content_type }
}

/** Attachments as their files are now: by their present names, without those that are in the trash or are gone. */
export const presentAttachments = async (listed: StoredAttachment[]): Promise<Attachment[]> =>
  amongPresent(listed, await findPresent(listed), toAttachment)

/** A page of things with their attachments as {@link presentAttachments} gives them, in one round trip for all. */
export const withPresentAttachments = async <T extends { attachments: StoredAttachment[] }>(
  things: T[],
): Promise<T[]> => {
  const present = await findPresent(things.flatMap(({ attachments }) => attachments))
  return Promise.all(
    things.map(async (thing) => ({
      ...thing,
      attachments: await amongPresent(thing.attachments, present, toAttachment),
    })),
  )
}

/** A file by its name alone, with the person who put it in unless they own it. */
interface NamedFile {
  id: string
  name: string
  reader_id?: string | undefined
}

/** A page of things with those of their files that are there, by their present names, in one round trip for all. */
export const withPresentFiles = async <T extends { files: NamedFile[] }>(things: T[]): Promise<T[]> => {
  const present = await findPresent(things.flatMap((thing) => thing.files))
  return Promise.all(
    things.map(async (thing) => ({
      ...thing,
      files: await amongPresent(thing.files, present, ({ id, name }): NamedFile => ({ id, name })),
    })),
  )
}
