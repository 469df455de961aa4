import { historyOf } from '../platform/history/definition.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { comments, commentType } from './comment.ts'
import { pageType } from './page.ts'

export const commentHistory: ResourceHistory = {
  changes: [
    historyOf(comments, {
      type: commentType,
      fields: { text: 'size', quote: 'size', mentions: 'value', resolved: 'value' },
      subject: ({ page_id }) => ({ type: pageType.type, id: page_id }),
      keepsRemoved: true,
    }),
  ],
  undo: [
    {
      type: commentType,
      idsOf: ({ object_id, resource_id }) => ({ id: resource_id, comment_id: object_id }),
      read: 'wiki_find_comment',
      update: 'wiki_update_comment',
      fields: { text: {}, quote: {}, mentions: {}, resolved: {} },
      remove: 'wiki_delete_comment',
      putBack: 'wiki_put_back_comment',
    },
  ],
}
