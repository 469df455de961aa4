import { historyOf } from '../platform/history/definition.ts'
import type { ResourceHistory } from '../platform/history/resource-history.ts'
import { comments, commentType } from './comment.ts'
import { taskType } from './task.ts'

export const commentHistory: ResourceHistory = {
  changes: [
    historyOf(comments, {
      type: commentType,
      fields: { text: 'size', mentions: 'value' },
      subject: ({ task_id }) => ({ type: taskType.type, id: task_id }),
      keepsRemoved: true,
    }),
  ],
  undo: [
    {
      type: commentType,
      idsOf: ({ object_id, resource_id }) => ({ id: resource_id, comment_id: object_id }),
      read: 'task_find_comment',
      remove: 'task_delete_comment',
      putBack: 'task_put_back_comment',
    },
  ],
}
