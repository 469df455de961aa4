import { historyOf } from '../platform/history/definition.ts'
import { formerSeconds } from '../platform/history/former-state.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { restoreFromTrash } from '../platform/history/undo-definition.ts'
import { canManageFile } from './access.ts'
import { versionNumberOf } from './file-save.ts'
import { files, fileType, type StoredFile } from './file.ts'

/** What a file contains, as history shows it. */
const contentsOf = (file: StoredFile) =>
  file.status === 'ready' ? { version: versionNumberOf(file), size: file.size } : null

export const fileHistory: ResourceHistory = {
  changes: [
    historyOf(files, {
      type: fileType.type,
      fields: {
        name: 'value',
        content_type: 'value',
        status: 'value',
        contents: contentsOf,
        grants: 'value',
        owner_id: ({ owner }) => owner.id,
      },
    }),
  ],
  limitsOf: async (reader, id) => {
    const found = await files.find({ id })
    return { isReadOnly: !found || !canManageFile(found, reader) }
  },
  undo: [
    {
      type: fileType.type,
      read: 'files_find_file',
      update: 'files_update_file',
      fields: {
        name: {},
        grants: {},
        contents: {
          present: contentsOf,
          isPresent: 'files_has_version',
          operation: 'files_restore_version',
          keptSeconds: formerSeconds,
          argumentsOf: ({ version }: { version: number }) => ({ number: version }),
          // what was uploaded stays; before there were versions, history kept an id that says none
          isUndoable: ({ before }) => (before as { version?: number } | null)?.version !== undefined,
        },
      },
      remove: 'files_delete_file',
      restore: restoreFromTrash,
    },
  ],
}
