import { endpoint } from '../../platform/http/endpoint.ts'
import { removeComment } from '../../comments/changes.ts'
import { removablePageComments } from '../comment/changes.ts'
import { authorRequired } from '../comment/access.ts'
import { pageArchived } from '../page/status.ts'
import { pages } from '../page/page.ts'

export const deleteComment = endpoint('DELETE /wiki/pages/{id}/comments/{comment_id}', {
  entity: 'wiki.comment',
  summary: 'Delete a comment',
  isFunction: true,
  description:
    'For the author of the comment and administrators. People who were notified of the comment are not ' +
    'notified of the deletion.',
  problems: [authorRequired, pages.absent, pageArchived],
  handle: ({ actor, params }) => removeComment(removablePageComments, actor, params.id, params.comment_id),
})
