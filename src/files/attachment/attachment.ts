import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { answeredId, id } from '../../platform/schema/fields.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { attachments, type FileHolderType } from '../file/attachment-row.ts'
import { File } from '../file/response.ts'

const { name, size, content_type } = File.shape

/** An attached file as part of its resource; its name is a copy from that time. */
export const Attachment = z.described(docs('An attached file.', { id: 'Attachment' }), {
  id: answeredId.meta(docs('ID of the file.')),
  name,
  size,
  content_type,
})
export type Attachment = z.output<typeof Attachment>

/** A stored attachment, with the person who attached it unless they own the file (file/attachment-row.ts). */
export const StoredAttachment = Attachment.extend({ reader_id: z.string().optional() })
export type StoredAttachment = z.output<typeof StoredAttachment>

/** Returns the schema of the IDs of files to attach, in a request. */
export const attachmentIds = (most: number) =>
  z
    .array(id)
    .max(most)
    .refine((ids) => new Set(ids).size === ids.length, 'must not name a file twice')
    .default([])
    .meta(docs(`IDs of files to attach, at most ${most}.`))

/** Returns the row that records the attachment of a file to a resource. */
export const toAttachmentRow = (
  type: FileHolderType,
  thing_id: string,
  { id, reader_id }: { id: string; reader_id?: string | undefined },
) => ({ file_id: id, type, thing_id, reader_id: reader_id ?? null })

/**
 * Returns the writes that change the attachments of a resource from `before` to `after`, for the transaction of the
 * resource.
 */
export const toAttach = (
  type: FileHolderType,
  thing_id: string,
  before: StoredAttachment[],
  after: StoredAttachment[],
): Operation[] => {
  const isIn =
    (list: StoredAttachment[]) =>
    ({ id }: StoredAttachment) =>
      list.some((other) => other.id === id)
  return [
    ...after
      .filter((file) => !isIn(before)(file))
      .map((file) => attachments.toPut(toAttachmentRow(type, thing_id, file))),
    ...before
      .filter((file) => !isIn(after)(file))
      .map((file) => attachments.toRemove(toAttachmentRow(type, thing_id, file))),
  ]
}
