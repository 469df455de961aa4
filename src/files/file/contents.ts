import { createHash } from 'node:crypto'
import type { BodyStream } from '../../platform/http/request/body-stream.ts'
import { putObject } from '../../platform/aws/s3.ts'
import { putStream } from '../../platform/aws/object-upload.ts'
import { writeItem } from '../../platform/table/table.ts'
import type { StoredFile } from './file.ts'
import { makeLooseObject, looseObjects, objectKey } from './object.ts'

/** Time until an announced object is stored and referenced by its file, in seconds; afterwards it is swept. */
const storingSeconds = 86_400

/** Fields of a file that describe its bytes. */
export type FileContents = Pick<StoredFile, 'object_id' | 'size' | 'etag' | 'last_modified' | 'sha256'>

/** Records that an object is about to be stored, so that it is swept if no file ever refers to it. */
export const announceObject = async (file_id: string, object_id: string): Promise<void> => {
  await writeItem(looseObjects.toPut(makeLooseObject(file_id, object_id, storingSeconds)))
}

type Target = Pick<StoredFile, 'id' | 'content_type'>

/** Streams a body into an announced object, like `putStream`; no file refers to the object yet. */
export const storeStream = async (
  { id, content_type }: Target,
  object_id: string,
  body: BodyStream & { length: number },
): Promise<FileContents> => {
  const hash = createHash('sha256')
  const object = await putStream(objectKey(id, object_id), body, content_type, (chunk) => hash.update(chunk))
  return { ...object, object_id, sha256: hash.digest('base64') }
}

/** Stores bytes as an announced object; no file refers to the object yet. Throws 503 if S3 fails. */
export const storeContents = async (
  { id, content_type }: Target,
  object_id: string,
  bytes: Uint8Array,
): Promise<FileContents> => {
  const object = await putObject(objectKey(id, object_id), bytes, content_type)
  return { ...object, object_id, sha256: createHash('sha256').update(bytes).digest('base64') }
}
