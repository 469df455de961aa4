import * as z from '../platform/schema/schema.ts'
import { grants, mediaType, storedFields } from './file.ts'
import { TextStatus } from './text-status.ts'

export const File = z
  .object({ ...storedFields, text_status: TextStatus })
  .meta({ id: 'FileMetadata', description: 'A file.' })

const { name, size } = File.shape
export const NewFile = z.strictObject({
  name,
  size,
  content_type: mediaType
    .optional()
    .meta({ description: 'Media type; follows from the name if absent.', examples: ['application/pdf'] }),
})

/** What can be changed of a file; grants as a GET gave them are taken as well. */
export const FileInput = z.strictObject({
  name,
  grants: grants.update,
})
