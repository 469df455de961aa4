import { historyOf } from '../platform/history/definition.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { restoreFromTrash } from '../platform/history/undo-definition.ts'
import { permissionIn } from './access.ts'
import { projects, projectType } from './project.ts'

export const projectHistory: ResourceHistory = {
  changes: [
    historyOf(projects, {
      type: projectType.type,
      fields: {
        name: 'value',
        key: 'value',
        description: 'value',
        status: 'value',
        visibility: 'value',
        members: 'value',
        start_date: 'value',
        due_date: 'value',
        owner_id: ({ owner }) => owner.id,
      },
    }),
  ],
  limitsOf: async (reader, id) => {
    const found = await projects.find({ id })
    return { isReadOnly: !found || permissionIn(found, reader) !== 'manage' }
  },
  undo: [
    {
      type: projectType.type,
      read: 'task_read_project',
      update: 'task_update_project',
      fields: {
        name: {},
        key: {},
        description: {},
        status: {},
        visibility: {},
        members: {},
        start_date: {},
        due_date: {},
      },
      remove: 'task_delete_project',
      restore: restoreFromTrash,
    },
  ],
}
