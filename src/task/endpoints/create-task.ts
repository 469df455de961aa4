import { endpoint } from '../../platform/http/endpoint.ts'
import { addTask } from '../task/creation.ts'
import { NewTask, Task } from '../task/task.ts'
import { taskProblems } from '../problems.ts'
import { permissionMissing } from '../project/access.ts'

export const createTask = endpoint('POST /task/projects/{id}/tasks', {
  summary: 'Create a task',
  isFunction: true,
  description: 'The number of the task is unique within the project; numbers increase.',
  sharing: ['attachments'],
  body: NewTask,
  profile: 'files',
  response: Task,
  location: '/task/tasks/{id}',
  problems: [permissionMissing.as({ when: 'The caller is a guest of the project.' }), ...taskProblems],
  handle: ({ actor, params, body }) => addTask(actor, params.id, body),
})
