import * as z from '../platform/schema/schema.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { headObject, signedUpload } from '../platform/aws/s3.ts'
import { newId } from '../platform/runtime/id.ts'
import { conflict, Problem } from '../platform/runtime/problem.ts'
import { transact, writeItem } from '../platform/table/table.ts'
import { timestamp } from '../platform/schema/fields.ts'
import { files, uploadSeconds, type NewFile, type StoredFile } from './file.ts'
import { looseObject, looseObjects, objectKey } from './object.ts'

/** How long the link to put the bytes may be used, in seconds. */
const uploadLinkSeconds = 3_600

export const Upload = z
  .object({
    method: z.literal('PUT').meta({ description: 'How to upload the bytes.' }),
    url: z.url().meta({ description: 'URL in the object store.' }),
    headers: z.record(z.string(), z.string()).meta({
      description: 'Headers to send unchanged; `Content-Length` must be the announced size.',
    }),
    expires_at: timestamp.meta({ description: 'The upload must start before this time.' }),
  })
  .meta({ id: 'Upload', description: 'HTTP method of the upload.' })

/** Makes a file that waits for its bytes, and the link by which they come: once, and as many as were said. */
export const beginUpload = async (owner: Actor, fields: z.output<typeof NewFile>) => {
  const file = files.make({ ...fields, status: 'uploading', object_id: newId(), owner })
  const { id, size, content_type, object_id } = file
  // a link may outlive its file, and an upload its link
  await transact([files.toCreate(file), looseObjects.toCreate(looseObject(id, object_id, 2 * uploadSeconds))])
  const key = objectKey(id, object_id)
  const link = await signedUpload(key, { size, content_type, seconds: uploadLinkSeconds })
  return { file, upload: { method: 'PUT' as const, ...link } }
}

/**
 * The file with its bytes; looks into the bucket when it still waits for them. Throws 409 when they have not
 * arrived, 422 when they are not as many as were said.
 */
export const requireUploaded = async (file: StoredFile): Promise<StoredFile> => {
  if (file.status === 'ready') return file
  const object = await headObject(objectKey(file.id, file.object_id))
  if (!object)
    throw conflict(
      'files.not_arrived',
      `"${file.name}" has not been uploaded yet; send its bytes to the upload link first.`,
    )
  if (object.size !== file.size)
    throw new Problem(
      422,
      'files.wrong_size',
      `"size" is ${file.size} bytes, but ${object.size} were uploaded.`,
    )
  const { etag, last_modified } = object
  return files.modify(file, async (current) => {
    if (current.status === 'ready') return current
    const update = files.toUpdate(current, { status: 'ready', etag, last_modified })
    await writeItem(update)
    return update.thing
  })
}
