import { historyOf, shown } from '../../platform/history/definition.ts'
import type { ResourceHistory } from '../../platform/history/resource-history.ts'
import { commentKind, comments, NewComment } from '../task/comment.ts'
import { taskType } from '../task/task.ts'

export const commentHistory: ResourceHistory = {
  changes: [
    historyOf(comments, {
      type: commentKind.type,
      fields: { ...shown(NewComment.shape), text: 'size' },
      subject: ({ task_id }) => ({ type: taskType.type, id: task_id }),
      removed: 'kept',
    }),
  ],
}
