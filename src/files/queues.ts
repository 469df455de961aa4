import { messageKind } from '../platform/events/message-kind.ts'
import { FileSharing } from './file/file.ts'
import * as z from '../platform/schema/schema.ts'

const FileObject = z.object({ file_id: z.string(), object_id: z.string() })

/** Objects that may no longer belong to a file; the versions of a deleted file are removed with it. */
export const sweeps = messageKind(
  'loose-objects',
  'sweeps',
  FileObject.extend({ is_file_gone: z.boolean().default(false) }),
)

/** Objects for text extraction; `waits` is the number of times the message has waited for its turn. */
export const texts = messageKind('file-texts', 'texts', FileObject.extend({ waits: z.int().default(0) }))

/** A file that people gained or lost; they are notified, or their notifications are withdrawn. */
export const fileSharings = messageKind(
  'file-sharings',
  'notices',
  FileSharing.extend({ file_id: z.string() }),
)

/** Event of S3 about created objects; the first message, a test, has no records. */
const CreationEvent = z.object({
  Records: z.array(z.object({ s3: z.object({ object: z.object({ key: z.string() }) }) })).default([]),
})

/** Objects created in the bucket. */
export const uploads = messageKind('file-uploads', 'uploads', CreationEvent)
