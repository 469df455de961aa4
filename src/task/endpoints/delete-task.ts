import { endpoint } from '../../platform/http/endpoint.ts'
import { removeTask } from '../task/changes.ts'
import { projectArchived } from '../project/access.ts'
import { notTheCreator } from '../task/access.ts'

export const deleteTask = endpoint('DELETE /task/tasks/{id}', {
  summary: 'Delete a task',
  isFunction: true,
  description:
    'Also deletes the comments of the task; its subtasks are kept, without a parent. The task can be ' +
    'restored from the trash for 30 days.',
  takesIfMatch: true,
  problems: [notTheCreator, projectArchived],
  handle: ({ actor, params, ifMatch }) => removeTask(actor, params.id, ifMatch),
})
