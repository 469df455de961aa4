import type { Actor } from '../../platform/identity/actor.ts'
import { embeddingReader } from '../file/access.ts'
import { files, type StoredFile } from '../file/file.ts'

/** IDs of the people who embedded other people's files, by file ID. */
type EmbeddingReaders = Readonly<Record<string, string>>

/** A file that a text may embed, with the person who embeds it unless they own it. */
export type EmbeddableFile = StoredFile & { reader_id?: string }

/**
 * Returns the files that the caller may embed in a text for all its readers: files that the caller may attach, without
 * the administrator role.
 */
export const embeddableFiles = async (actor: Actor, ids: string[]): Promise<EmbeddableFile[]> => {
  const found = await files.findMany(ids.map((id) => ({ id })))
  const readers = await Promise.all(found.map((file) => embeddingReader(actor, file)))
  return found.flatMap((file, index) => (file && readers[index] ? [{ ...file, ...readers[index] }] : []))
}

/** Returns the embedding people of the files with these IDs, from those known before and from `added`. */
export const embeddingReaders = (
  ids: string[],
  known: EmbeddingReaders,
  added: { id: string; reader_id?: string }[],
): EmbeddingReaders => {
  const all = { ...known }
  for (const { id, reader_id } of added) if (reader_id) all[id] = reader_id
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)))
}
