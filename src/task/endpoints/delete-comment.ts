import { endpoint } from '../../platform/http/endpoint.ts'
import { removeComment } from '../../comments/changes.ts'
import { notTheCommentAuthor, removableTaskComments } from '../comment/changes.ts'
import { projectArchived } from '../project/access.ts'
import { comments } from '../task/comment.ts'

export const deleteComment = endpoint('DELETE /task/tasks/{id}/comments/{comment_id}', {
  summary: 'Delete a comment',
  isFunction: true,
  description:
    'For the author of the comment and administrators. People who were notified of the comment are not ' +
    'notified of the deletion.',
  problems: [notTheCommentAuthor, comments.absent, projectArchived],
  handle: ({ actor, params }) => removeComment(removableTaskComments, actor, params.id, params.comment_id),
})
