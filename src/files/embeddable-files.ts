import type { Actor } from '../platform/identity/actor.ts'
import { permissionNow } from './file-access.ts'
import { files, type StoredFile } from './file.ts'

/**
 * Those of the files that a text may show to everybody who reads it since somebody puts them in: the ones that they may
 * read themselves, not by the role of an administrator alone. Nobody has to see what a text leads to when they save it.
 */
export const embeddableFiles = async ({ id, role }: Actor, ids: string[]): Promise<StoredFile[]> => {
  const person = { id, role: role === 'admin' ? ('user' as const) : role }
  const found = await files.findMany(ids.map((id) => ({ id })))
  const permissions = await Promise.all(found.map((file) => permissionNow(file, person)))
  return found.filter((file, index) => file !== undefined && permissions[index] !== undefined) as StoredFile[]
}
