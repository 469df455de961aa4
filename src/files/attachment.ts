import * as z from '../platform/schema/schema.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { id } from '../platform/schema/fields.ts'
import { invalid } from '../platform/runtime/problem.ts'
import type { Operation } from '../platform/table/operation.ts'
import { attachments, type FileHolderType } from './attachment-row.ts'
import { File, files, type StoredFile } from './file.ts'
import { permissionNow } from './file-access.ts'

const { name, size, content_type } = File.shape

/** A file as it stands in what it is attached to; its name is a copy from then. */
export const Attachment = z
  .object({ id: z.string().meta({ description: 'Id of the file.' }), name, size, content_type })
  .meta({ id: 'Attachment', description: 'An attached file.' })
export type Attachment = z.output<typeof Attachment>

/** The files to be attached, in a body. */
export const attachmentIds = (most: number) =>
  z
    .array(id)
    .max(most)
    .refine((ids) => new Set(ids).size === ids.length, 'must not name a file twice')
    .default([])
    .meta({ description: `Ids of files to attach, at most ${most}.` })

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

/** The writes by which the files at a thing go from `before` to `after`; made with the thing, in one transaction. */
export const toAttach = (
  type: FileHolderType,
  thing_id: string,
  before: Attachment[],
  after: Attachment[],
): Operation[] => {
  const row = ({ id }: Attachment) => ({ file_id: id, type, thing_id })
  const isIn =
    (list: Attachment[]) =>
    ({ id }: Attachment) =>
      list.some((other) => other.id === id)
  return [
    ...after.filter((file) => !isIn(before)(file)).map((file) => attachments.toPut(row(file))),
    ...before.filter((file) => !isIn(after)(file)).map((file) => attachments.toRemove(row(file))),
  ]
}
