import type { Actor } from '../platform/identity/actor.ts'
import { invalid } from '../platform/runtime/problem.ts'
import type { Attachment } from './attachment.ts'
import { permissionNow } from './file-access.ts'
import { files, type StoredFile } from './file.ts'

const ready = async (file: StoredFile): Promise<StoredFile> => {
  if (file.status === 'ready') return file
  const { requireUploaded } = await import('./upload.ts')
  return requireUploaded(file)
}

/**
 * The files as they are to stand in a thing; those in `known` stand there already and stay. Throws 422 naming
 * `field` for one that is absent or that the caller may not read, 409 for one whose bytes have not arrived.
 */
export const attachable = async (
  actor: Actor,
  ids: string[],
  field: string,
  known: Attachment[] = [],
): Promise<Attachment[]> => {
  const present = new Map(known.map((attachment) => [attachment.id, attachment]))
  const added = ids.filter((id) => !present.has(id))
  const found = await files.findMany(added.map((id) => ({ id })))
  const read = await Promise.all(
    added.map(async (id, index) => {
      const file = found[index]
      if (!file || !(await permissionNow(file, actor)))
        throw invalid(`${field}[${ids.indexOf(id)}]`, 'must be the id of a file that the caller may read')
      return ready(file)
    }),
  )
  for (const { id, name, size, content_type } of read) present.set(id, { id, name, size, content_type })
  return ids.map((id) => present.get(id) as Attachment)
}
