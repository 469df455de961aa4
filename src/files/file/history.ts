import { editable, historyOf } from '../../platform/history/definition.ts'
import { formerSeconds } from '../../platform/history/former-state.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { managerLimits } from '../../platform/sharing/shared-history.ts'
import { fileKind } from './policy.ts'
import { FileInput } from './response.ts'
import { currentVersionNumber } from './save.ts'
import { files, fileType, type StoredFile } from './file.ts'

/** Returns the contents of a file as the history shows them. */
export const contentsVersion = (file: StoredFile) =>
  file.status === 'ready' ? { version: currentVersionNumber(file), size: file.size } : null

export const fileHistory: ResourceHistory = {
  changes: [
    historyOf(files, {
      ...fileType,
      fields: {
        ...editable(FileInput.shape),
        // changes only with the name
        content_type: { follows: true },
        status: 'value',
        contents: {
          shown: contentsVersion,
          keptSeconds: formerSeconds,
          // the upload itself cannot be undone
          isUndoable: ({ before }) => before !== null,
        },
        owner_id: ({ owner }) => owner.id,
      },
      removed: 'trashed',
    }),
  ],
  limitsOf: managerLimits(fileKind),
}
