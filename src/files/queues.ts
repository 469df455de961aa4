import { messageKind } from '../platform/events/message-kind.ts'
import { FileSharing } from './file/file.ts'
import * as z from '../platform/schema/schema.ts'

const FileObject = z.object({ file_id: z.string(), object_id: z.string() })

/** Objects that may belong to no file any more; the versions of a file that is gone go with it. */
export const sweeps = messageKind(
  'loose-objects',
  'sweeps',
  FileObject.extend({ is_file_gone: z.boolean().default(false) }),
)

/** Objects that text is to be made of, and how often that has waited for its turn. */
export const texts = messageKind('file-texts', 'texts', FileObject.extend({ waits: z.int().default(0) }))

/** A file that people got or lost: they are told, or no longer. */
export const fileSharings = messageKind(
  'file-sharings',
  'notices',
  FileSharing.extend({ file_id: z.string() }),
)

/** What S3 says of objects that have come into the bucket; its first message, which is a test, names none. */
const CreationEvent = z.object({
  Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) })).default([]),
})

/** Objects that have come into the bucket. */
export const uploads = messageKind('file-uploads', 'uploads', CreationEvent)
