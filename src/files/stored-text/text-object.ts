import { text as readText } from 'node:stream/consumers'
import { putObject, readObject, removeObject, type ReadObject } from '../../platform/aws/s3.ts'
import { presentText, textKey, type TextSource } from './file-text.ts'

type StoredSource = TextSource & { id: string }

/** Stores the text of an object, replacing an earlier one. Throws 503 if S3 fails. */
export const storeFileText = async (file_id: string, object_id: string, markdown: string): Promise<void> => {
  await putObject(textKey(file_id, object_id), Buffer.from(markdown), 'text/markdown; charset=utf-8')
}

/** Removes the text of an object; does nothing if there is none. Throws 503 if S3 fails. */
export const removeText = (file_id: string, object_id: string): Promise<void> =>
  removeObject(textKey(file_id, object_id))

/** Opens the text of a file's present bytes, like `readObject`; undefined if there is none, or none yet. */
export const openText = async (file: StoredSource): Promise<ReadObject | undefined> => {
  const text = presentText(file)
  if (text?.status !== 'ready') return undefined
  const object = await readObject(textKey(file.id, text.object_id))
  return object === 'unsatisfiable' ? undefined : object
}

/**
 * Returns the text of a file's present bytes, in Markdown of at most 10 MiB; undefined if there is none, or none yet
 * (`textStatus` tells which). Requires a profile that may read the bucket. Throws 503 if S3 fails.
 */
export const fileText = async (
  file: StoredSource,
): Promise<{ text: string; isTruncated: boolean } | undefined> => {
  const object = await openText(file)
  return (
    object && { text: await readText(object.body), isTruncated: presentText(file)?.is_truncated === true }
  )
}
