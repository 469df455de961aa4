import { isHeldBy } from '../file/policy.ts'
import type { Attachment, StoredAttachment } from './attachment.ts'
import { files, type StoredFile } from '../file/file.ts'

/** Current files by ID, without files in the trash and deleted files. */
type PresentFiles = ReadonlyMap<string, StoredFile>

/** Loads the listed files in one round trip; none if the list is empty. */
const findPresent = async (listed: { id: string }[]): Promise<PresentFiles> => {
  const found = await files.findMany(listed.map(({ id }) => ({ id })))
  return new Map(found.flatMap((file) => (file ? [[file.id, file]] : [])))
}

/**
 * Returns the current state of the listed files that exist. If the person who attached a file may no longer read it
 * otherwise, returns the copy from that time, because readers must not learn the current name.
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

/** Returns attachments with the current names of their files, without files in the trash and deleted files. */
export const presentAttachments = async (listed: StoredAttachment[]): Promise<Attachment[]> =>
  amongPresent(listed, await findPresent(listed), toAttachment)

/** Updates the attachments of several resources like {@link presentAttachments}, in one round trip for all. */
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

/** A file with its name only, and the person who embedded it unless they own it. */
interface NamedFile {
  id: string
  name: string
  reader_id?: string | undefined
}

/** Returns resources with their existing files by current name, in one round trip for all. */
export const withPresentFiles = async <T extends { files: NamedFile[] }>(things: T[]): Promise<T[]> => {
  const present = await findPresent(things.flatMap((thing) => thing.files))
  return Promise.all(
    things.map(async (thing) => ({
      ...thing,
      files: await amongPresent(thing.files, present, ({ id, name }): NamedFile => ({ id, name })),
    })),
  )
}
