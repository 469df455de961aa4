import { endpoint } from '../../platform/http/endpoint.ts'
import { addComment } from '../comment-changes.ts'
import { Comment, NewComment } from '../comment.ts'

export const createComment = endpoint(
  {
    method: 'POST',
    path: '/task/tasks/{id}/comments',
    summary: 'Comment on a task',
    description: 'Who is mentioned is told of it, as are those who are to do the task and who made it.',
    body: NewComment,
    status: 201,
    response: Comment,
    problems: { 409: 'The project is archived.' },
  },
  ({ actor, params, body }) => addComment(actor, params.id, body),
)
