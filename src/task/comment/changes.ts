import type * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { findMentioned, requireMentioned } from '../../platform/identity/mentions.ts'
import { transact } from '../../platform/table/table.ts'
import { requireActive } from '../project/access.ts'
import { requireOwnComment } from '../task/own-work.ts'
import { comments, type NewComment } from './comment.ts'
import { requireTask } from '../task/access.ts'
import { tasks } from '../task/task.ts'

/** Says something about a task; throws 422 for a mention of nobody. */
export const addComment = async (
  author: Actor,
  task_id: string,
  { mentions, ...words }: z.output<typeof NewComment>,
) => {
  const [task, people] = await Promise.all([tasks.get({ id: task_id }), findMentioned(mentions)])
  const project = await requireTask(author, task)
  const mentioned = requireMentioned(mentions, people)
  requireActive(project)

  const comment = comments.make({ ...words, task_id, mentions: mentioned, author })
  await transact([comments.toCreate(comment), tasks.toAdd({ id: task_id }, 'comment_count', 1)])
  return comment
}

/** Removes a comment; throws 403 for others than its author and administrators. */
export const removeComment = async (actor: Actor, task_id: string, id: string) => {
  const [task, comment] = await Promise.all([tasks.get({ id: task_id }), comments.find({ task_id, id })])
  const project = await requireTask(actor, task)
  if (!comment) throw comments.absent()
  requireOwnComment(actor, comment)
  requireActive(project)
  await transact([
    comments.toRemove({ task_id, id }, comments.absent()),
    tasks.toAdd({ id: task_id }, 'comment_count', -1),
  ])
}
