import { optionalText } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import type { Item } from '../../platform/table/operation.ts'
import { fileHolderTypes } from '#generated/resource-types.ts'

/** What a file can be attached to. */
const FileHolderType = z.enum(fileHolderTypes)
export type FileHolderType = z.output<typeof FileHolderType>

const attachmentPrefix = 'attachment#'

/**
 * A file at a thing: anyone who may see the thing may read the file, for as long as the thing shows it
 * (file/access.ts). `reader_id` is the person who attached it, unless they own it: it holds while they may read it.
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

/** What an item says of a file at a thing; undefined for an item of another kind. */
export const attachmentIn = (item: Item) =>
  item.sk.startsWith(attachmentPrefix) ? attachments.read(item) : undefined
