import { removeObject } from '../../platform/aws/s3.ts'
import { worker } from '../../platform/events/worker.ts'
import { files } from '../file.ts'
import { objectKey } from '../object.ts'
import { sweeps } from '../queues.ts'

/** Removes an object of the bucket that its file does not point to. A file never points to an object again. */
export const sweepObject = worker(sweeps, { profile: 'fileworker' }, async ({ file_id, object_id }) => {
  const file = await files.find({ id: file_id })
  if (file?.object_id !== object_id) await removeObject(objectKey(file_id, object_id))
})
