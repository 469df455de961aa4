import { worker } from '../../platform/events/worker.ts'
import { objectOfEvent } from '../file/object.ts'
import { uploads } from '../queues.ts'
import { markReceived as receive } from '../file/upload.ts'

/** Marks files as ready when their bytes arrive. S3 may send events repeatedly, late, and in any order. */
export const receiveUpload = worker(uploads, {}, async ({ Records }) => {
  const objects = Records.flatMap(({ s3 }) => objectOfEvent(s3.object.key) ?? [])
  await Promise.all(objects.map(({ file_id, object_id }) => receive(file_id, object_id)))
})
