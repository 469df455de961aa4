import type { RemovableComments, WrittenComments } from '../../comments/changes.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { requireActive } from '../project/access.ts'
import type { StoredProject } from '../project/project.ts'
import { requireTask } from '../task/access.ts'
import { tasks, type StoredTask } from '../task/task.ts'
import { commentKind, comments, type StoredComment } from '../task/comment.ts'

export const notTheCommentAuthor = problem(
  'task.not_the_author',
  403,
  'Only the author of the comment and administrators may delete it.',
)

/**
 * Comments on tasks. Anyone who can read a task may comment on it while its project is active; the task counts its
 * comments.
 */
export const taskComments: WrittenComments<'task_id', StoredComment, StoredTask, StoredProject> = {
  ...commentKind,
  requirePlace: requireTask,
  requireWritable: requireActive,
  toAdd: ({ id }) => tasks.toAdd({ id }, 'comment_count', 1),
}

/** Removal of comments on tasks, allowed to the author of the comment and to administrators. */
export const removableTaskComments: RemovableComments<'task_id', StoredComment, StoredTask, StoredProject> = {
  ...taskComments,
  authorMissing: notTheCommentAuthor,
  toRemove: ({ id, task_id }) => [
    comments.toRemove({ id, task_id }, comments.absent()),
    tasks.toAdd({ id: task_id }, 'comment_count', -1),
  ],
  restored: comments.read,
}
