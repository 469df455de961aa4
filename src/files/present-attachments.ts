import type { Attachment } from './attachment.ts'
import { files, type StoredFile } from './file.ts'

/** Files as they are now by their ids, without those that lie in the trash or are gone. */
type PresentFiles = ReadonlyMap<string, StoredFile>

/** In one round trip; none where nothing is listed. */
const findPresent = async (listed: { id: string }[]): Promise<PresentFiles> => {
  const found = await files.findMany(listed.map(({ id }) => ({ id })))
  return new Map(found.flatMap((file) => (file ? [[file.id, file]] : [])))
}

/** Those of the listed files that are there. */
const amongPresent = (listed: { id: string }[], present: PresentFiles): StoredFile[] =>
  listed.flatMap(({ id }) => present.get(id) ?? [])

const toAttachment = ({ id, name, size, content_type }: StoredFile): Attachment => {
  return { id, name, size, content_type }
}

/** Attachments as their files are now: by their present names, without those that lie in the trash or are gone. */
export const presentAttachments = async (listed: Attachment[]): Promise<Attachment[]> =>
  amongPresent(listed, await findPresent(listed)).map(toAttachment)

/** A page of things with their attachments as {@link presentAttachments} gives them, in one round trip for all. */
export const withPresentAttachments = async <T extends { attachments: Attachment[] }>(
  things: T[],
): Promise<T[]> => {
  const present = await findPresent(things.flatMap(({ attachments }) => attachments))
  return things.map((thing) => ({
    ...thing,
    attachments: amongPresent(thing.attachments, present).map(toAttachment),
  }))
}

/** A page of things with those of their files that are there, by their present names, in one round trip for all. */
export const withPresentFiles = async <T extends { files: { id: string; name: string }[] }>(
  things: T[],
): Promise<T[]> => {
  const present = await findPresent(things.flatMap((thing) => thing.files))
  return things.map((thing) => ({
    ...thing,
    files: amongPresent(thing.files, present).map(({ id, name }) => ({ id, name })),
  }))
}
