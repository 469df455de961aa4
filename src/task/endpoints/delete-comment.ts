import { endpoint } from '../../platform/http/endpoint.ts'
import { removeComment } from '../comment-changes.ts'
import { archivedProblems } from '../problems.ts'

export const deleteComment = endpoint(
  {
    method: 'DELETE',
    path: '/task/tasks/{id}/comments/{comment_id}',
    entity: 'task.task',
    summary: 'Delete a comment',
    isFunction: true,
    description:
      'For its author and administrators. People who were notified of it are not told that it is gone.',
    status: 204,
    problems: {
      403: { 'task.not_the_author': 'The caller did not write the comment.' },
      404: { 'task.comment_not_found': 'The task has no such comment.' },
      ...archivedProblems,
    },
  },
  ({ actor, params }) => removeComment(actor, params.id, params.comment_id),
)
