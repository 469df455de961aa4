import { endpoint } from '../../platform/http/endpoint.ts'
import { addComment } from '../../comments/changes.ts'
import { taskComments } from '../comment/changes.ts'
import { Comment, NewComment } from '../task/comment.ts'
import { projectArchived } from '../project/access.ts'

export const createComment = endpoint('POST /task/tasks/{id}/comments', {
  summary: 'Create a comment on a task',
  isFunction: true,
  description: 'Notifies mentioned people, the assignees, and the creator of the task.',
  body: NewComment,
  status: 201,
  response: Comment,
  problems: [projectArchived],
  handle: ({ actor, params, body }) => addComment(taskComments, actor, params.id, body),
})
