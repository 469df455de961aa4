import { endpoint } from '../../platform/http/endpoint.ts'
import { removeTask } from '../task-changes.ts'

export const deleteTask = endpoint(
  {
    method: 'DELETE',
    path: '/task/tasks/{id}',
    summary: 'Delete a task',
    description: 'Its comments go with it; tasks below it stay, and are below none.',
    status: 204,
    problems: {
      403: 'The caller made neither the task nor the project.',
      409: 'The project is archived.',
      412: '`If-Match` names another version.',
    },
  },
  ({ actor, params, ifMatch }) => removeTask(actor, params.id, ifMatch),
)
