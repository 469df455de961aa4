import { onChange, onSync } from '../platform/events/dispatcher.ts'
import { writeItem } from '../platform/table/table.ts'
import { presentText, documentKind } from './stored-text/file-text.ts'
import { lastSaverId, currentVersionNumber } from './file/save.ts'
import { fileVersions } from './version/file-version.ts'
import { files, type StoredFile } from './file/file.ts'
import { makeLooseObject, looseObjects } from './file/object.ts'
import { chargeStored } from './file/storage.ts'
import { fileSharings, sweeps, texts } from './queues.ts'
import { sharedFiles } from './file/share.ts'
import { changedSharings, toShareEvents } from './file/share-change.ts'

/** Time a replaced object is kept for readers in progress, in seconds. */
const replacedSeconds = 3_600

/** Returns true if a change requires text extraction: the bytes or the kind of the file have changed. */
const needsTextExtraction = (before: StoredFile | undefined, after: StoredFile): boolean => {
  const kind = documentKind(after)
  if (after.status !== 'ready' || !kind) return false
  if (!before) return presentText(after)?.status !== 'ready'
  return before.status !== 'ready' || before.object_id !== after.object_id || documentKind(before) !== kind
}

export const changeHandlers = [
  onChange(files, ({ before, after, record, isRestored }) =>
    isRestored
      ? []
      : [
          ...changedSharings(before, after).map((sharing) =>
            fileSharings.message({ file_id: record.id, ...sharing }),
          ),
          ...toShareEvents(before, after),
        ],
  ),

  onSync(files, sharedFiles.rows),

  // files that were stored without a limit count once they are replayed or restored
  onChange(files, async ({ before, after }) => {
    if (!before && after) await chargeStored(after)
    return []
  }),

  onChange(files, async ({ before, after }) => {
    const started =
      after && needsTextExtraction(before, after)
        ? [texts.message({ file_id: after.id, object_id: after.object_id }, 0, lastSaverId(after))]
        : []
    if (!before || before.object_id === after?.object_id) return started
    // the worker skips the object while the file is in the trash
    if (!after)
      return [sweeps.message({ file_id: before.id, object_id: before.object_id, is_file_gone: true })]
    // the object of an upload is also checked when its link expires, and a replaced object stays as a version
    if (before.status === 'uploading' || currentVersionNumber(after) > currentVersionNumber(before))
      return started
    await writeItem(looseObjects.toPut(makeLooseObject(before.id, before.object_id, replacedSeconds)))
    return started
  }),

  onChange(fileVersions, async ({ before, after }) => {
    if (!before || after) return []
    const { file_id, object_id, replaced_at } = before
    if (Date.now() - Date.parse(replaced_at) > replacedSeconds * 1000)
      return [sweeps.message({ file_id, object_id })]
    await writeItem(looseObjects.toPut(makeLooseObject(file_id, object_id, replacedSeconds)))
    return []
  }),

  onChange(looseObjects, ({ before, after }) =>
    before && !after ? [sweeps.message({ file_id: before.file_id, object_id: before.id })] : [],
  ),
]
