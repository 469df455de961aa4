import { createHash } from 'node:crypto'
import type { BodyStream } from '../../platform/http/request/body-stream.ts'
import { putObject } from '../../platform/aws/s3.ts'
import { putStream } from '../../platform/aws/object-upload.ts'
import { now } from '../../platform/runtime/time.ts'
import { transact, writeItem } from '../../platform/table/table.ts'
import { versionNumberOf } from './save.ts'
import { toKeepVersion } from '../version/file-version.ts'
import { files, type StoredFile } from './file.ts'
import { makeLooseObject, looseObjects, objectKey } from './object.ts'

/** How long an object may be on its way into the bucket and into its file, in seconds; then it is swept. */
const storingSeconds = 86_400

/** What a file knows of the bytes that it points to. */
export type FileContents = Pick<StoredFile, 'object_id' | 'size' | 'etag' | 'last_modified' | 'sha256'>

/**
 * Says that an object is about to be stored. Without it, one whose file never comes to point to it would stay
 * for ever.
 */
export const announceObject = async (file_id: string, object_id: string): Promise<void> => {
  await writeItem(looseObjects.toPut(makeLooseObject(file_id, object_id, storingSeconds)))
}

type Target = Pick<StoredFile, 'id' | 'content_type'>

/** Stores what is still coming in as an object that was announced, as `putStream`; no file points to it yet. */
export const storeStream = async (
  { id, content_type }: Target,
  object_id: string,
  body: BodyStream & { length: number },
): Promise<FileContents> => {
  const hash = createHash('sha256')
  const object = await putStream(objectKey(id, object_id), body, content_type, (chunk) => hash.update(chunk))
  return { ...object, object_id, sha256: hash.digest('base64') }
}

/** Stores bytes as an object that was announced; no file points to it yet. Throws 503. */
export const storeContents = async (
  { id, content_type }: Target,
  object_id: string,
  bytes: Uint8Array,
): Promise<FileContents> => {
  const object = await putObject(objectKey(id, object_id), bytes, content_type)
  return { ...object, object_id, sha256: createHash('sha256').update(bytes).digest('base64') }
}

/** Who puts contents in the place of others, and as which save. */
interface Saver {
  author: { id: string; name: string }
  id: string
}

/** The writes by which a file points to other contents, and keeps those that it had as a version. */
export const toReplaceContents = (
  current: StoredFile,
  contents: FileContents,
  { author: { id: author_id, name }, id }: Saver,
) => {
  const number = versionNumberOf(current) + (current.status === 'ready' ? 1 : 0)
  const save = { id, number, author: { id: author_id, name }, at: now() }
  const { thing, ...update } = files.toUpdate(current, { ...contents, status: 'ready', save })
  return { thing, operations: [update, ...toKeepVersion(current)] }
}

/** Lets the file point to other contents, unless `require` throws on the file as it is by that time. */
export const replaceContents = (
  file: StoredFile,
  contents: FileContents,
  author: Saver['author'],
  require: (current: StoredFile) => void = () => {},
): Promise<StoredFile> =>
  files.modify(file, async (current) => {
    require(current)
    const { thing, operations } = toReplaceContents(current, contents, { author, id: contents.object_id })
    await transact(operations)
    return thing
  })
