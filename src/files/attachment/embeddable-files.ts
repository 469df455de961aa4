import type { Actor } from '../../platform/identity/actor.ts'
import { embeddingReader } from '../file/access.ts'
import { files, type StoredFile } from '../file/file.ts'

/** The people who put files of others into a text, by the ids of the files. */
type EmbeddingReaders = Readonly<Record<string, string>>

/** A file that a text may show, with the person who puts it in unless they own it. */
export type EmbeddableFile = StoredFile & { reader_id?: string }

/**
 * Those of the files that a text may show to everybody who reads it since somebody puts them in: the ones that they may
 * attach themselves, not by the role of an administrator alone.
 */
export const embeddableFiles = async (actor: Actor, ids: string[]): Promise<EmbeddableFile[]> => {
  const found = await files.findMany(ids.map((id) => ({ id })))
  const readers = await Promise.all(found.map((file) => embeddingReader(actor, file)))
  return found.flatMap((file, index) => (file && readers[index] ? [{ ...file, ...readers[index] }] : []))
}

/** The people who put the files with these ids in, of those known before and those `added`. */
export const embeddingReaders = (
  ids: string[],
  known: EmbeddingReaders,
  added: { id: string; reader_id?: string }[],
): EmbeddingReaders => {
  const all = { ...known }
  for (const { id, reader_id } of added) if (reader_id) all[id] = reader_id
  return Object.fromEntries(Object.entries(all).filter(([id]) => ids.includes(id)))
}
