import { optionalText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import type { Item } from '../../platform/table/operation.ts'
import { fileHolderTypes } from '#generated/resource-types.ts'

/** Resource types to which a file can be attached. */
const FileHolderType = z.enum(fileHolderTypes)
export type FileHolderType = z.output<typeof FileHolderType>

const attachmentPrefix = 'attachment#'

/**
 * Attachments of files to resources: anyone who may see the resource may read the file as long as the resource shows it
 * (access.ts). `reader_id` is the person who attached the file, unless they own it: the attachment is valid while
 * they may read the file.
 */
export const attachments = entity({
  name: 'files.attachment',
  isInternal: true,
  schema: z.object({
    file_id: z.string(),
    type: FileHolderType,
    thing_id: z.string(),
    reader_id: optionalText,
  }),
  key: ({ file_id, type, thing_id }: { file_id: string; type: string; thing_id: string }) => ({
    pk: `file#${file_id}`,
    sk: `${attachmentPrefix}${type}#${thing_id}`,
  }),
  lists: {
    ofFile: {
      partition: ({ file_id }: { file_id: string }) => `file#${file_id}`,
      prefix: attachmentPrefix,
    },
  },
})

/** Returns the attachment row of an item; undefined for an item of another kind. */
export const parseAttachmentRow = (item: Item) =>
  item.sk.startsWith(attachmentPrefix) ? attachments.read(item) : undefined
