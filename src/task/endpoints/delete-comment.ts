import { endpoint } from '../../platform/http/endpoint.ts'
import { removeComment } from '../comment-changes.ts'

export const deleteComment = endpoint(
  {
    method: 'DELETE',
    path: '/task/tasks/{id}/comments/{comment_id}',
    summary: 'Delete a comment',
    status: 204,
    problems: { 403: 'The caller did not write it.', 409: 'The project is archived.' },
  },
  ({ actor, params }) => removeComment(actor, params.id, params.comment_id),
)
