import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { changeComment } from '../comment-changes.ts'
import { Comment, CommentInput } from '../comment.ts'
import { archivedProblem } from '../problems.ts'

export const updateComment = endpoint(
  {
    method: 'PUT',
    path: '/wiki/pages/{id}/comments/{comment_id}',
    entity: 'wiki.comment',
    summary: 'Change or resolve a comment',
    isFunction: true,
    description:
      'What it says, for its author within 24 hours; `resolved`, for its author and whoever may write the page. ' +
      'People mentioned for the first time are notified.',
    body: updateOf(CommentInput, Comment),
    response: Comment,
    problems: {
      403: {
        'wiki.author_required': 'The caller did not write the comment.',
        'wiki.change_period_over': 'The comment is older than 24 hours.',
        'wiki.permission_missing': 'The caller may only read the page, and did not write the comment.',
      },
      404: { 'wiki.page_not_found': 'There is no such page.' },
      409: archivedProblem,
    },
  },
  ({ actor, params: { id: page_id, comment_id }, body, ifMatch }) => {
    const { text, mentions, quote, resolved } = body
    return changeComment(actor, { page_id, id: comment_id }, { text, mentions, quote, resolved }, ifMatch)
  },
)
