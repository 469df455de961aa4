import { endpoint } from '../../platform/http/endpoint.ts'
import * as z from '../../platform/schema/schema.ts'
import { fixed, updateOf } from '../../platform/schema/update-fields.ts'
import { changeTask } from '../task/changes.ts'
import { Task, TaskInput, tasks } from '../task/task.ts'
import { taskProblems } from '../problems.ts'
import { permissionMissing } from '../project/access.ts'

export const updateTask = endpoint('PUT /task/tasks/{id}', {
  summary: 'Update a task',
  isFunction: true,
  description: 'Assignees may change the status, even as guests of the project.',
  sharing: ['attachments'],
  body: updateOf(TaskInput, Task).extend({ project_id: fixed(z.string()) }),
  profile: 'files',
  response: Task,
  problems: [
    permissionMissing.as({
      when: 'The caller is a guest of the project, and may change only the status of tasks assigned to them.',
    }),
    ...taskProblems,
  ],
  handle: ({ actor, params, body: { project_id, ...changes }, ifMatch }) =>
    changeTask(actor, () => tasks.get(params), changes, project_id, ifMatch),
})
