import { historyOf } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { comments, commentType } from './comment.ts'
import { taskType } from '../task/task.ts'

export const commentHistory: ResourceHistory = {
  changes: [
    historyOf(comments, {
      type: commentType,
      fields: { text: 'size', mentions: 'value' },
      subject: ({ task_id }) => ({ type: taskType.type, id: task_id }),
      removed: 'kept',
    }),
  ],
}
