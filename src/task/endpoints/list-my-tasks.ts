import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery, queryValues } from '../../platform/schema/list-fields.ts'
import { queryOwnTasks } from '../task/list.ts'
import { TaskStatus, TaskSummary } from '../task/task.ts'

export const listMyTasks = endpoint('GET /task/tasks', {
  summary: 'List the tasks assigned to the caller',
  success: 'A page of tasks, and the cursor of the next.',
  isFunction: true,
  description: 'Across all projects, by due date; tasks without one come last.',
  query: listQuery({
    assignee_id: z
      .enum(['me'])
      .default('me')
      .meta(docs('Always the caller; the tasks of others are listed by project.')),
    status: queryValues(TaskStatus).optional().meta(docs('Only tasks with these statuses.')),
  }),
  response: listOf(TaskSummary),
  handle: ({ actor, query: { status, limit, cursor } }) => queryOwnTasks(actor, status, { limit, cursor }),
})
