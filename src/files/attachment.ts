import * as z from '../platform/schema/schema.ts'
import { id } from '../platform/schema/fields.ts'
import type { Operation } from '../platform/table/operation.ts'
import { attachments, type FileHolderType } from './attachment-row.ts'
import { File } from './file-response.ts'

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
