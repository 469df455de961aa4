import { endpoint } from '../../platform/http/endpoint.ts'
import { presentAttachments } from '../../files/attachment/present-attachments.ts'
import { findParent, requireTask } from '../task/access.ts'
import { presentTask, Task, tasks, taskType } from '../task/task.ts'

export const readTask = endpoint(`GET ${taskType.path}`, {
  summary: 'Get a task',
  isFunction: true,
  description: 'For everyone who may read the project of the task. Comments are listed separately.',
  response: Task,
  handle: async ({ actor, params }) => {
    const task = await tasks.get(params)
    const [project, parent, attachments] = await Promise.all([
      requireTask(actor, task),
      findParent(task),
      presentAttachments(task.attachments),
    ])
    return presentTask(project, { ...task, attachments }, parent)
  },
})
