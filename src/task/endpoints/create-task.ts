import { endpoint } from '../../platform/http/endpoint.ts'
import { addTask } from '../task-creation.ts'
import { NewTask, Task } from '../task.ts'

export const createTask = endpoint(
  {
    method: 'POST',
    path: '/task/projects/{id}/tasks',
    summary: 'Create a task',
    description: 'Its number is unique within the project, and increasing.',
    body: NewTask,
    profile: 'files',
    status: 201,
    response: Task,
    location: '/task/tasks/{id}',
    problems: {
      403: 'The caller is a guest of the project.',
      409: 'The project is archived, or an attachment has not been uploaded.',
    },
  },
  ({ actor, params, body }) => addTask(actor, params.id, body),
)
