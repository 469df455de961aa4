import { endpoint } from '../../platform/http/endpoint.ts'
import { removeTask } from '../task/changes.ts'
import { projectArchived } from '../project/access.ts'
import { notTheCreator } from '../task/access.ts'

export const deleteTask = endpoint('DELETE /task/tasks/{id}', {
  summary: 'Delete a task',
  isFunction: true,
  description:
    'Its comments go with it; its subtasks stay, without a parent. It can be restored from the trash for 30 days.',
  takesIfMatch: true,
  problems: [notTheCreator, projectArchived],
  handle: ({ actor, params, ifMatch }) => removeTask(actor, params.id, ifMatch),
})
