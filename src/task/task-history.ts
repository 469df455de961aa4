import { historyOf } from '../platform/history/definition.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { restoreFromTrash } from '../platform/history/undo-definition.ts'
import { tasks, taskType } from './task.ts'

export const taskHistory: ResourceHistory = {
  changes: [
    historyOf(tasks, {
      type: taskType.type,
      fields: {
        title: 'value',
        description: 'value',
        status: 'value',
        priority: 'value',
        assignee_ids: 'value',
        labels: 'value',
        parent_id: 'value',
        project_id: 'value',
        start_date: 'value',
        due_date: 'value',
        attachments: 'value',
      },
    }),
  ],
  undo: [
    {
      type: taskType.type,
      read: 'task_read_task',
      update: 'task_update_task',
      fields: {
        title: {},
        description: {},
        status: {},
        priority: {},
        assignee_ids: {},
        labels: {},
        parent_id: {},
        start_date: {},
        due_date: {},
        attachments: {
          argumentsOf: (files: { id: string }[]) => ({ attachments: files.map(({ id }) => id) }),
        },
      },
      remove: 'task_delete_task',
      restore: restoreFromTrash,
    },
  ],
}
