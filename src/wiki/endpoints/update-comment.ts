import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { changeComment } from '../comment/changes.ts'
import { Comment, CommentInput } from '../comment/comment.ts'
import { permissionMissing } from '../space/access.ts'
import { authorRequired, changePeriodOver } from '../comment/access.ts'
import { pageArchived } from '../page/status.ts'
import { pages } from '../page/page.ts'

export const updateComment = endpoint('PUT /wiki/pages/{id}/comments/{comment_id}', {
  entity: 'wiki.comment',
  summary: 'Update or resolve a comment',
  isFunction: true,
  description:
    'The author may change the text within 24 hours; the author and everyone who may write the page may ' +
    'change `resolved`. People mentioned for the first time are notified.',
  body: updateOf(CommentInput, Comment),
  response: Comment,
  problems: [
    authorRequired,
    changePeriodOver,
    permissionMissing.as({ when: 'The caller may only read the page, and did not write the comment.' }),
    pages.absent,
    pageArchived,
  ],
  handle: ({ actor, params: { id: page_id, comment_id }, body, ifMatch }) =>
    changeComment(actor, { page_id, id: comment_id }, body, ifMatch),
})
