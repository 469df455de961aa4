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

/** Stores bytes as an announced object; no file refers to the object yet. Throws 503. */
export const storeContents = async (
  { id, content_type }: Target,
  object_id: string,
  bytes: Uint8Array,
): Promise<FileContents> => {
  const object = await putObject(objectKey(id, object_id), bytes, content_type)
  return { ...object, object_id, sha256: createHash('sha256').update(bytes).digest('base64') }
}

/** The author and the ID of a save. */
interface Saver {
  author: { id: string; name: string }
  id: string
}

/** Returns the writes that make a file refer to other contents and store its former contents as a version. */
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

/** Makes a file refer to other contents, unless `require` throws for the current file. */
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
