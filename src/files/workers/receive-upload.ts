import { headObject, removeObject } from '../../platform/aws/s3.ts'
import { worker } from '../../platform/events/worker.ts'
import { isGoneForGood } from '../../platform/trash/trashed-things.ts'
import { files, isAbandoned } from '../file/file.ts'
import { looseObjects, objectKey, objectOfEvent } from '../file/object.ts'
import { markReady } from '../file/upload.ts'
import { uploads } from '../queues.ts'

/** Removes bytes that arrived after the deletion of their file, because they no longer count for its owner. */
const removeLateUpload = async (file_id: string, object_id: string): Promise<void> => {
  const loose = await looseObjects.find({ file_id, id: object_id })
  // the service announces and stores an object before its file; a purge removes the record of an upload
  const precedesFile = loose?.is_upload === false
  if (!precedesFile && (await isGoneForGood(files, file_id)))
    await removeObject(objectKey(file_id, object_id))
}

/**
 * Marks the file of a received object as ready if the file waits for it and the object is complete; removes the object
 * of a deleted file.
 */
const markReceived = async (file_id: string, object_id: string): Promise<void> => {
  const file = await files.find({ id: file_id })
  if (!file) return removeLateUpload(file_id, object_id)
  if (file.object_id !== object_id || file.status === 'ready' || isAbandoned(file)) return
  const object = await headObject(objectKey(file_id, object_id))
  if (object?.size === file.size) await markReady(file, object)
}

/** Marks files as ready when their bytes arrive. S3 may send events repeatedly, late, and in any order. */
export const receiveUpload = worker(uploads, {}, async ({ Records }) => {
  const objects = Records.flatMap(({ s3 }) => objectOfEvent(s3.object.key) ?? [])
  await Promise.all(objects.map(({ file_id, object_id }) => markReceived(file_id, object_id)))
})
