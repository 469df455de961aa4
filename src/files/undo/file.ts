import type { KindUndo, OwnCall } from '../../platform/history/undo-operations.ts'
import { deleteFile } from '../endpoints/delete-file.ts'
import { restoreVersion } from '../endpoints/restore-version.ts'
import { updateFile } from '../endpoints/update-file.ts'
import { contentsVersion } from '../file/history.ts'
import { readableFile } from '../file/access.ts'
import { currentVersionNumber } from '../file/save.ts'
import { fileVersions, isRetained } from '../version/file-version.ts'
import { fileType, type StoredFile } from '../file/file.ts'

/** Returns the stored file if the caller may read it; throws 404. */
const findFile = async ({ actor, change }: OwnCall): Promise<StoredFile> =>
  (await readableFile(actor, change.object_id)).file

/**
 * Returns true if the current bytes of a file equal those of a version; false if the version is no longer stored.
 * Throws 404.
 */
const hasVersion = async ({ actor, change, value }: OwnCall): Promise<boolean> => {
  const number = (value as { version?: number } | null)?.version
  if (number === undefined) return false
  const [{ file }, version] = await Promise.all([
    readableFile(actor, change.object_id),
    fileVersions.find({ file_id: change.object_id, number }),
  ])
  if (number === currentVersionNumber(file)) return true
  if (!version || !isRetained(version)) return false
  const hasBytes = version.sha256 !== null && version.sha256 === file.sha256 && version.size === file.size
  return version.object_id === file.object_id || hasBytes
}

export const fileUndo: KindUndo = {
  [fileType.type]: {
    read: findFile,
    update: updateFile,
    fields: {
      contents: {
        present: contentsVersion,
        isPresent: hasVersion,
        operation: restoreVersion,
        argumentsOf: ({ version }: { version: number }) => ({ number: version }),
      },
    },
    remove: deleteFile,
  },
}
