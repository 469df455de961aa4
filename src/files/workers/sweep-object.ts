import { worker } from '../../platform/events/worker.ts'
import { findAnywhere } from '../../platform/trash/trashed-things.ts'
import { isVersion } from '../version/file-version.ts'
import { removeObjectWithText } from '../file/contents.ts'
import { files } from '../file/file.ts'
import { sweeps } from '../queues.ts'
import { removeVersions } from '../version/changes.ts'

/**
 * Removes an object of the bucket and its text, unless its file or one of its versions refers to the object, now or
 * after the file is restored.
 */
export const sweepObject = worker(sweeps, {}, async ({ file_id, object_id, is_file_gone }) => {
  // the file first: its present contents may become a version meanwhile, but no version becomes present
  const file = await findAnywhere(files, file_id)
  if (!file && is_file_gone) await removeVersions(file_id)
  if (file?.object_id === object_id || (await isVersion(file_id, object_id))) return
  await removeObjectWithText(file_id, object_id)
})
