import { editable, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { TaskInput, tasks, taskType } from './task.ts'

export const taskHistory: ResourceHistory = {
  changes: [
    historyOf(tasks, {
      ...taskType,
      fields: { ...editable(TaskInput.shape), project_id: 'value' },
      removed: 'trashed',
    }),
  ],
}
