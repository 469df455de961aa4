import { headObject, type ObjectMetadata } from '../../platform/aws/s3.ts'
import { files, type StoredFile } from './file.ts'
import { objectKey } from './object.ts'
import { notArrived, wrongSize } from '../problems.ts'

/** Marks a file as ready; returns undefined if it was deleted meanwhile. */
export const markReady = (file: StoredFile, { etag, last_modified }: ObjectMetadata) =>
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
