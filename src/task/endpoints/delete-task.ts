import { endpoint } from '../../platform/http/endpoint.ts'
import { removeTask } from '../task-changes.ts'
import { archivedProblems } from '../problems.ts'

export const deleteTask = endpoint(
  {
    method: 'DELETE',
    path: '/task/tasks/{id}',
    entity: 'task.task',
    summary: 'Delete a task',
    isFunction: true,
    description:
      'Its comments go with it; its subtasks stay, without a parent. It can be restored from the trash for 30 days.',
    status: 204,
    takesIfMatch: true,
    problems: {
      403: { 'task.not_the_creator': 'The caller created neither the task nor the project.' },
      ...archivedProblems,
    },
  },
  ({ actor, params, ifMatch }) => removeTask(actor, params.id, ifMatch),
)
