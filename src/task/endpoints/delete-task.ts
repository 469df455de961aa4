import { endpoint } from '../../platform/http/endpoint.ts'
import { removeTask } from '../task-changes.ts'

export const deleteTask = endpoint(
  {
    method: 'DELETE',
    path: '/task/tasks/{id}',
    summary: 'Delete a task',
    description: 'Its comments are deleted with it; its subtasks stay, without a parent.',
    status: 204,
    problems: {
      403: 'The caller created neither the task nor the project.',
      409: 'The project is archived.',
      412: '`If-Match` names a different version.',
    },
  },
  ({ actor, params, ifMatch }) => removeTask(actor, params.id, ifMatch),
)
