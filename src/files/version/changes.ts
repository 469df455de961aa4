import type { Actor } from '../../platform/identity/actor.ts'
import { newId } from '../../platform/runtime/id.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { listKeys } from '../../platform/table/list/partition.ts'
import { transact } from '../../platform/table/table.ts'
import { toReplaceContents } from '../file/contents.ts'
import { readableFile } from '../file/access.ts'
import { versionNumberOf } from '../file/save.ts'
import { fileVersions, isKept, presentVersion, type StoredVersion } from './file-version.ts'
import { files, isLocked, type StoredFile } from '../file/file.ts'
import { requireUploaded } from '../file/upload.ts'

/** A version of a file; one with this number may have been `found`; throws 404. */
const requireVersion = (
  file: StoredFile,
  number: number,
  found: StoredVersion | undefined,
): StoredVersion => {
  if (number === versionNumberOf(file)) return presentVersion(file)
  if (!found || !isKept(found)) throw fileVersions.absent()
  return found
}

/** A version of a file that the caller may read, as a file; throws 404. */
export const readableVersion = async (actor: Actor, id: string, number: number): Promise<StoredFile> => {
  const [{ file }, found] = await Promise.all([
    readableFile(actor, id),
    fileVersions.find({ file_id: id, number }),
  ])
  const { object_id, size, content_type } = requireVersion(await requireUploaded(file), number, found)
  return { ...file, object_id, size, content_type }
}

export const fileLocked = problem(
  'files.locked',
  409,
  'The file is open in an editor; close it there before restoring a version.',
)

export const writeRequired = problem(
  'files.write_required',
  403,
  'Only people who may write the file may restore a version of it.',
)

const requireUnlocked = (file: StoredFile): void => {
  if (isLocked(file)) throw fileLocked()
}

/**
 * Lets a file contain again what it did in a version, as a new version. Throws 403 for those who may not write it, 404,
 * 409 while an editor has locked it.
 */
export const restoreFileVersion = async (
  actor: Actor,
  id: string,
  number: number,
): Promise<StoredVersion> => {
  const [{ file, permission }, first] = await Promise.all([
    readableFile(actor, id),
    fileVersions.find({ file_id: id, number }),
  ])
  if (permission !== 'write') throw writeRequired()
  return files.modify(await requireUploaded(file), async (current) => {
    const isPresent = number === versionNumberOf(current)
    const found = isPresent ? undefined : (first ?? (await fileVersions.find({ file_id: id, number })))
    const { object_id, size, etag, last_modified, sha256 } = requireVersion(current, number, found)
    requireUnlocked(current)
    // it shares the object with the older version, which must be there still
    const contents = { object_id, size, etag, last_modified, sha256 }
    const { thing, operations } = toReplaceContents(current, contents, { author: actor, id: newId() })
    const required = found ? [fileVersions.toRequire(found)] : []
    await transact([...operations, ...required])
    return presentVersion(thing)
  })
}

/** Gives up all versions of a file that is gone; their objects are swept behind them. */
export const removeVersions = async (file_id: string): Promise<void> =>
  removeBatch(await listKeys(files.keyOf({ id: file_id }).pk, 'version#'))
