import { endpoint } from '../../platform/http/endpoint.ts'
import { requireTask, withoutDeletedParent } from '../task-access.ts'
import { presentTask, Task, tasks, taskType } from '../task.ts'

export const readTask = endpoint(
  {
    method: 'GET',
    path: taskType.path,
    summary: 'Read a task',
    response: Task,
  },
  async ({ actor, params }) => {
    const task = await tasks.get(params)
    const [project, shown] = await Promise.all([requireTask(actor, task), withoutDeletedParent(task)])
    return presentTask(project, shown)
  },
)
