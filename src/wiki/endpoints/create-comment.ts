import { endpoint } from '../../platform/http/endpoint.ts'
import { addComment } from '../../comments/changes.ts'
import { pageComments } from '../comment/changes.ts'
import { Comment, NewComment } from '../comment/comment.ts'
import { pageArchived } from '../page/status.ts'

export const createComment = endpoint('POST /wiki/pages/{id}/comments', {
  summary: 'Create a comment on a page',
  isFunction: true,
  description:
    'For everyone who may read the page. Notifies mentioned people and the subscribers of the page.',
  body: NewComment,
  status: 201,
  response: Comment,
  problems: [pageArchived],
  handle: ({ actor, params, body }) => addComment(pageComments, actor, params.id, body),
})
