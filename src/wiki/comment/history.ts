import { editable, historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { CommentInput, commentKind, comments } from './comment.ts'
import { pageType } from '../page/page.ts'

export const commentHistory: ResourceHistory = {
  changes: [
    historyOf(comments, {
      type: commentKind.type,
      fields: { ...editable(CommentInput.shape), text: { shown: 'size' }, quote: { shown: 'size' } },
      subject: ({ page_id }) => ({ type: pageType.type, id: page_id }),
      removed: 'kept',
    }),
  ],
}
