import type { Actor } from '../../platform/identity/actor.ts'
import { newId } from '../../platform/runtime/id.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { listKeys } from '../../platform/table/list/partition.ts'
import { transact } from '../../platform/table/table.ts'
import { readableFile } from '../file/access.ts'
import { currentVersionNumber } from '../file/save.ts'
import { fileVersions, isRetained, presentVersion, type StoredVersion } from './file-version.ts'
import { files, isLockedForEditing, type StoredFile } from '../file/file.ts'
import { toReplaceContents } from './replacement.ts'
import { requireUploaded } from '../file/upload.ts'

/** Returns a version of a file: the present one, or the stored one that was `found`; throws 404. */
const requireVersion = (
  file: StoredFile,
  number: number,
  found: StoredVersion | undefined,
): StoredVersion => {
  if (number === currentVersionNumber(file)) return presentVersion(file)
  if (!found || !isRetained(found)) throw fileVersions.absent()
  return found
}

/** Returns a version, in the form of a file, if the caller may read the file; throws 404. */
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
  'Only people with write permission may restore a version of the file.',
)

const requireUnlocked = (file: StoredFile): void => {
  if (isLockedForEditing(file)) throw fileLocked()
}

/**
 * Restores the contents of a version as a new version. Throws 403 if the caller may not write the file, 404, 409 while
 * an editor has locked it.
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
    const isPresent = number === currentVersionNumber(current)
    const found = isPresent ? undefined : (first ?? (await fileVersions.find({ file_id: id, number })))
    const { object_id, size, etag, last_modified, sha256 } = requireVersion(current, number, found)
    requireUnlocked(current)
    // the new version shares the object of the older one, which must still exist
    const contents = { object_id, size, etag, last_modified, sha256 }
    const { thing, operations } = toReplaceContents(current, contents, { author: actor, id: newId() })
    const required = found ? [fileVersions.toRequire(found)] : []
    await transact([...operations, ...required])
    return presentVersion(thing)
  })
}

/** Removes all versions of a deleted file; sweeps then remove their objects. */
export const removeVersions = async (file_id: string): Promise<void> =>
  removeBatch(await listKeys(files.keyOf({ id: file_id }).pk, 'version#'))
