import type { KindUndo } from '../../platform/history/undo-operations.ts'
import { deleteTask } from '../endpoints/delete-task.ts'
import { readTask } from '../endpoints/read-task.ts'
import { updateTask } from '../endpoints/update-task.ts'
import { taskType } from '../task/task.ts'

export const taskUndo: KindUndo = {
  [taskType.type]: {
    read: readTask,
    update: updateTask,
    fields: {
      attachments: {
        argumentsOf: (files: { id: string }[]) => ({ attachments: files.map(({ id }) => id) }),
      },
    },
    remove: deleteTask,
  },
}
