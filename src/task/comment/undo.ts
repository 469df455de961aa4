import type { KindUndo, OwnCall } from '../../platform/history/undo-operations.ts'
import { deleteComment } from '../endpoints/delete-comment.ts'
import { transact } from '../../platform/table/table.ts'
import { requireActive } from '../project/access.ts'
import { requireOwnComment } from '../task/own-work.ts'
import { comments, commentType, type StoredComment } from './comment.ts'
import { requireTask } from '../task/access.ts'
import { tasks } from '../task/task.ts'

/** A comment for anyone who may read its task; throws 404. */
const findComment = async ({ actor, change }: OwnCall): Promise<StoredComment> => {
  const { resource_id: task_id, object_id: id } = change
  const [task, comment] = await Promise.all([tasks.get({ id: task_id }), comments.get({ task_id, id })])
  await requireTask(actor, task)
  return comment
}

/** Puts a deleted comment back, for those who might delete it; nobody is notified of it again. Throws 403, 404, 409. */
const restoreComment = async ({ actor, removed }: OwnCall): Promise<void> => {
  const comment = comments.read(removed)
  const task = await tasks.get({ id: comment.task_id })
  const project = await requireTask(actor, task)
  requireOwnComment(actor, comment)
  requireActive(project)
  await transact([comments.toRestore(comment), tasks.toAdd(task, 'comment_count', 1)])
}

export const commentUndo: KindUndo = {
  [commentType]: {
    idsOf: ({ object_id, resource_id }) => ({ id: resource_id, comment_id: object_id }),
    read: findComment,
    remove: deleteComment,
    restore: restoreComment,
  },
}
