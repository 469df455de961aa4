import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { presignUpload } from '../../platform/aws/presigned-request.ts'
import { headObject, type ObjectMetadata } from '../../platform/aws/s3.ts'
import { newId } from '../../platform/runtime/id.ts'
import { transact } from '../../platform/table/table.ts'
import { answeredUrl, answeredText, timestamp } from '../../platform/schema/fields.ts'
import { guessContentType } from './content-type.ts'
import type { NewFile } from './response.ts'
import { files, isAbandoned, uploadSeconds, type StoredFile } from './file.ts'
import { makeLooseObject, looseObjects, objectKey } from './object.ts'
import { notArrived, wrongSize } from '../problems.ts'

/** Lifetime of the upload link, in seconds. */
const uploadLinkSeconds = 3_600

export const Upload = z.described(docs('The request that uploads the bytes of a file.', { id: 'Upload' }), {
  method: z.literal('PUT').meta(docs('HTTP method of the upload.')),
  url: answeredUrl.meta(docs('URL in the object store.')),
  headers: z
    .record(z.string(), answeredText(1_000).meta(docs('Value of the header.')))
    .meta(docs('Headers to send unchanged; `Content-Length` must be the announced size.')),
  expires_at: timestamp.meta(docs('The upload must start before this time.')),
})

/**
 * Creates a file that waits for its bytes, and the upload link, which accepts exactly the announced number of bytes
 * once.
 */
export const beginUpload = async (
  owner: Actor,
  { content_type: given, ...fields }: z.output<typeof NewFile>,
) => {
  const content_type = given ?? (await guessContentType(fields.name))
  const is_type_given = given !== undefined
  const waiting = { status: 'uploading', object_id: newId(), owner } as const
  const file = files.make({ ...fields, ...waiting, content_type, is_type_given })
  const { id, size, object_id } = file
  // a link may outlive its file, and an upload its link
  await transact([
    files.toCreate(file),
    looseObjects.toCreate(makeLooseObject(id, object_id, 2 * uploadSeconds)),
  ])
  const key = objectKey(id, object_id)
  const link = await presignUpload(key, { size, content_type, seconds: uploadLinkSeconds })
  return { file, upload: { method: 'PUT' as const, ...link } }
}

/** Marks a file as ready; returns undefined if it was deleted meanwhile. */
const markReady = (file: StoredFile, { etag, last_modified }: ObjectMetadata) =>
  files.updateIfThere(file, ({ status }) =>
    status === 'ready' ? {} : { status: 'ready', etag, last_modified },
  )

/**
 * Returns the file if its bytes have arrived; looks in the bucket if the upload is not yet recorded. Throws 409 if they
 * have not arrived, 422 if their number differs from the announced size.
 */
export const requireUploaded = async (file: StoredFile): Promise<StoredFile> => {
  if (file.status === 'ready') return file
  const object = await headObject(objectKey(file.id, file.object_id))
  if (!object) throw notArrived(file.name)
  if (object.size !== file.size) throw wrongSize(file.size, object.size)
  const marked = await markReady(file, object)
  if (!marked) throw notArrived(file.name)
  return marked
}

/** Marks the file of a received object as ready if the file waits for it and the object is complete. */
export const markReceived = async (file_id: string, object_id: string): Promise<void> => {
  const file = await files.find({ id: file_id })
  if (file?.object_id !== object_id || file.status === 'ready' || isAbandoned(file)) return
  const object = await headObject(objectKey(file_id, object_id))
  if (object?.size === file.size) await markReady(file, object)
}
