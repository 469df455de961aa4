import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { readList } from '../../platform/table/list/list.ts'
import { Comment, comments } from '../task/comment.ts'
import { requireTask } from '../task/access.ts'
import { tasks } from '../task/task.ts'

export const listComments = endpoint('GET /task/tasks/{id}/comments', {
  summary: 'List the comments on a task, oldest first',
  isFunction: true,
  description: 'For everyone who may read the project of the task. Comments cannot be changed, only deleted.',
  query: listQuery({}),
  response: listOf(Comment),
  handle: async ({ actor, params, query }) => {
    const [task, found] = await Promise.all([
      tasks.get(params),
      readList(comments.in('all', { task_id: params.id }), query),
    ])
    await requireTask(actor, task)
    return found
  },
})
