import { endpoint } from '../../platform/http/endpoint.ts'
import { removeComment } from '../comment-changes.ts'
import { archivedProblem } from '../problems.ts'

export const deleteComment = endpoint(
  {
    method: 'DELETE',
    path: '/wiki/pages/{id}/comments/{comment_id}',
    entity: 'wiki.comment',
    summary: 'Delete a comment',
    isFunction: true,
    description:
      'For its author and administrators. People who were notified of it are not told that it is gone.',
    status: 204,
    problems: {
      403: { 'wiki.author_required': 'The caller did not write the comment.' },
      404: { 'wiki.page_not_found': 'There is no such page.' },
      409: archivedProblem,
    },
  },
  ({ actor, params }) => removeComment(actor, params.id, params.comment_id),
)
