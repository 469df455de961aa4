import { endpoint } from '../../platform/http/endpoint.ts'
import { fixed, updateOf } from '../../platform/schema/fields.ts'
import { changeTask } from '../task-changes.ts'
import { Task, TaskInput } from '../task.ts'

export const updateTask = endpoint(
  {
    method: 'PUT',
    path: '/task/tasks/{id}',
    summary: 'Change a task',
    description: 'Assignees may change its status, even as guests of the project.',
    body: updateOf(TaskInput, Task).extend({ project_id: fixed(Task.shape.project_id) }),
    profile: 'files',
    response: Task,
    problems: {
      403: 'The caller is a guest of the project, and may only change the status of tasks assigned to them.',
      409: 'The project is archived, or an attachment has not been uploaded.',
    },
  },
  ({ actor, params, body, ifMatch }) => {
    const { title, description, status, priority, assignee_ids, labels, parent_id } = body
    const { start_date, due_date, attachments, project_id } = body
    const changes = {
      title,
      description,
      status,
      priority,
      assignee_ids,
      labels,
      parent_id,
      start_date,
      due_date,
      attachments,
    }
    return changeTask(actor, params.id, changes, project_id, ifMatch)
  },
)
