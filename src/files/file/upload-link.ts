import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { presignUpload } from '../../platform/aws/presigned-request.ts'
import { newId } from '../../platform/runtime/id.ts'
import { transact } from '../../platform/table/table.ts'
import { answeredUrl, answeredText, timestamp } from '../../platform/schema/fields.ts'
import { guessContentType } from './content-type.ts'
import type { NewFile } from './response.ts'
import { files, uploadSeconds } from './file.ts'
import { makeLooseObject, looseObjects, objectKey } from './object.ts'
import { toCharge } from './storage.ts'

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
 * once. Throws 413 if the owner's storage is full.
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
    looseObjects.toCreate(makeLooseObject(id, object_id, 2 * uploadSeconds, true)),
    ...toCharge(file, object_id, size),
  ])
  const key = objectKey(id, object_id)
  const link = await presignUpload(key, { size, content_type, seconds: uploadLinkSeconds })
  return { file, upload: { method: 'PUT' as const, ...link } }
}
