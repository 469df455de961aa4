import type { Actor } from '../platform/identity/actor.ts'
import { permissionNow } from './file-access.ts'
import { files, type StoredFile } from './file.ts'

/** Those of the files that somebody may read, and so may let a text show to everybody who reads it. */
export const embeddableFiles = async (actor: Actor, ids: string[]): Promise<StoredFile[]> => {
  const found = await files.findMany(ids.map((id) => ({ id })))
  const permissions = await Promise.all(found.map((file) => permissionNow(file, actor)))
  return found.filter((file, index) => file !== undefined && permissions[index] !== undefined) as StoredFile[]
}

/**
 * Those of the files that may go with a text which somebody saves, so that everybody who may read it may read them: the
 * ones that are `known` to go with it already, and of the others those that they may read themselves.
 */
export const embeddable = async (actor: Actor, ids: string[], known: string[]): Promise<string[]> => {
  const added = ids.filter((id) => !known.includes(id))
  const allowed = (await embeddableFiles(actor, added)).map(({ id }) => id)
  return ids.filter((id) => known.includes(id) || allowed.includes(id))
}
