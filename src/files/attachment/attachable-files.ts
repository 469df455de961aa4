import type { Actor } from '../../platform/identity/actor.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import type { StoredAttachment } from './attachment.ts'
import { attachingReader, authorizeFile } from '../file/access.ts'
import { files, type StoredFile } from '../file/file.ts'

/** Returns a file that has its bytes; looks in the bucket only if the upload is not yet recorded. Throws 409, 422. */
export const readyFile = async (file: StoredFile): Promise<StoredFile> => {
  if (file.status === 'ready') return file
  const { requireUploaded } = await import('../file/upload.ts')
  return requireUploaded(file)
}

const attachmentProblem = async (actor: Actor, file: StoredFile | undefined, field: string) =>
  invalid(
    field,
    (await authorizeFile(file, actor))
      ? 'must be the ID of a file that is shared with the caller, or was attached by a person with write permission'
      : 'must be the ID of a file that the caller may read',
  )

/**
 * Returns attachments for these files; attachments in `known` stay as they are. Throws 422 naming `field` for a file
 * that does not exist or that the caller may not read or not attach, 409 for a file whose bytes have not arrived.
 */
export const attachable = async (
  actor: Actor,
  ids: string[],
  field: string,
  known: StoredAttachment[] = [],
): Promise<StoredAttachment[]> => {
  const present = new Map(known.map((attachment) => [attachment.id, attachment]))
  const added = ids.filter((id) => !present.has(id))
  const found = await files.findMany(added.map((id) => ({ id })))
  const read = await Promise.all(
    added.map(async (id, index) => {
      const file = found[index]
      const by = await attachingReader(actor, file)
      if (!file || !by) throw await attachmentProblem(actor, file, `${field}[${ids.indexOf(id)}]`)
      return { ...(await readyFile(file)), ...by }
    }),
  )
  for (const { id, name, size, content_type, reader_id } of read)
    present.set(id, { id, name, size, content_type, ...(reader_id && { reader_id }) })
  return ids.map((id) => present.get(id) as StoredAttachment)
}
