import { docs } from '#docs'
import { answeredArray, answeredCount } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { ResourceLink } from '../../platform/resource.ts'
import { fileFields, fileGrants, mediaType, storedFields } from './file.ts'
import { TextStatus } from '../stored-text/file-text.ts'

/** Maximum number of attachments counted, and of resources named. */
export const maxCountedAttachments = 1_000
export const maxNamedAttachments = 100

const AttachedTo = z.described(
  docs('The resources to which anyone has attached a file.', { id: 'FileAttachments' }),
  {
    count: answeredCount.meta(
      docs(`Number of resources to which it is attached, up to ${maxCountedAttachments}.`, { examples: [2] }),
    ),
    items: answeredArray(ResourceLink, maxNamedAttachments).meta(
      docs('The resources that the owner may see.'),
    ),
  },
)

export const File = z.described(docs('A file.', { id: 'FileMetadata' }), {
  ...storedFields,
  text_status: TextStatus,
  attached_to: z
    .orNull(AttachedTo)
    .meta(docs('The resources to which it is attached, for its owner; null for everyone else.')),
})

export const FileSummary = File.omit({ attached_to: true }).meta(
  docs('A file in lists, without the resources to which it is attached.', { id: 'FileSummary' }),
)

export const NewFile = z.strictObject({
  ...fileFields,
  size: File.shape.size,
  content_type: mediaType
    .optional()
    .meta(docs('Media type; derived from the name if absent.', { examples: ['application/pdf'] })),
})

/** Fields of a change; accepts grants in the format of a GET response as well. */
export const FileInput = z.strictObject({ ...fileFields, grants: fileGrants.update })
