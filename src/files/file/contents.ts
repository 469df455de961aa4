import { createHash } from 'node:crypto'
import type { BodyStream } from '../../platform/http/request/body-stream.ts'
import { putObject, removeObject } from '../../platform/aws/s3.ts'
import { putStream } from '../../platform/aws/object-upload.ts'
import { tryWrite } from '../../platform/table/conflict.ts'
import { transact, writeItem, writeTogether } from '../../platform/table/table.ts'
import { removeText } from '../stored-text/text-object.ts'
import type { StoredFile } from './file.ts'
import { makeLooseObject, looseObjects, objectKey } from './object.ts'
import { releaseCharge, toCharge, toMoveCharge } from './storage.ts'

/** Time until an announced object is stored and referenced by its file, in seconds; afterwards it is swept. */
const storingSeconds = 86_400

/** Fields of a file that describe its bytes. */
export type FileContents = Pick<StoredFile, 'object_id' | 'size' | 'etag' | 'last_modified' | 'sha256'>

/**
 * Records that an object of this size is about to be stored, so that it counts for the owner of its file, and is swept
 * if no file ever refers to it. Throws 413 if the owner's storage is full.
 */
export const announceObject = async (
  file: Pick<StoredFile, 'id' | 'owner'>,
  object_id: string,
  size: number,
): Promise<void> => {
  const put = looseObjects.toPut(makeLooseObject(file.id, object_id, storingSeconds))
  const charge = toCharge(file, object_id, size)
  const isCharged = charge.length > 0 && (await tryWrite(() => transact([put, ...charge])))
  // a repeated announcement counts once
  if (!isCharged) await writeItem(put)
}

/** Announces an announced object for another file of the same owner instead, where it still counts once. */
export const announceMovedObject = (
  from_id: string,
  to: Pick<StoredFile, 'id' | 'owner'>,
  object_id: string,
  size: number,
): Promise<void> =>
  writeTogether([
    looseObjects.toPut(makeLooseObject(to.id, object_id, storingSeconds)),
    ...toMoveCharge(from_id, to, object_id, size),
  ])

/** Removes an object and its text from the bucket; afterwards, its bytes no longer count. Throws 503 if S3 fails. */
export const removeObjectWithText = async (file_id: string, object_id: string): Promise<void> => {
  await Promise.all([removeObject(objectKey(file_id, object_id)), removeText(file_id, object_id)])
  await releaseCharge(file_id, object_id)
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
