import { notify } from '../../notifications/notify.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { markdownExcerpt } from '../../notifications/markdown-excerpt.ts'
import { linkTo } from '../../platform/resource.ts'
import { worker } from '../../platform/events/worker.ts'
import { commentRef } from '../../comments/resource.ts'
import { commentKind, comments, type StoredComment } from '../task/comment.ts'
import { projects, type StoredProject } from '../project/project.ts'
import { taskEvents, type TaskEvent } from '../queues.ts'
import { readersAmong } from '../project/access.ts'
import { tasks, taskType, type StoredTask } from '../task/task.ts'

/** Returns the people to notify of a comment: each once, mentioned people separately, without the author. */
const commentAudience = (
  { author, mentions, created_at }: StoredComment,
  { assigned, created_by }: StoredTask,
) => {
  const all = [created_by.id, ...Object.keys(assigned)]
  const early = all.filter((id) => id === created_by.id || (assigned[id]?.at as string) <= created_at)
  const others = new Set(early).difference(new Set([author.id, ...mentions]))
  const named = new Set(mentions).difference(new Set([author.id]))
  return { all, early, others: [...others], named: [...named] }
}

const notifyOfComment = async (task: StoredTask, project: StoredProject, comment: StoredComment) => {
  const { author, text, mentions, created_at: at } = comment
  const { all, early, others, named } = commentAudience(comment, task)
  const event = {
    actor: author,
    params: { excerpt: markdownExcerpt(text) },
    mentions,
    resource: linkTo(taskType, task),
    within: project.id,
    quoted: { type: commentKind.type, id: commentRef('task_id', comment) },
    at,
  }
  await notify(
    await readersAmong(project, others),
    { ...event, type: 'task_comment', cause: `task.comment#${comment.id}` },
    // mentioned people get another notification
    { joined_later: all, duplicate: early, own_action: [author.id], no_access: others },
  )
  await notify(
    await readersAmong(project, named),
    { ...event, type: 'task_mention', cause: `task.mention#${comment.id}` },
    { no_access: named },
  )
}

const taskNotification = (event: Exclude<TaskEvent, { type: 'task_comment' }>) =>
  event.type === 'task_due_changed'
    ? { type: event.type, params: { due_date: event.due_date } }
    : { type: event.type }

/** Notifies people of changes and comments on their tasks, except people who may no longer see the project. */
export const notifyOfTask = worker(taskEvents, {}, async (event) => {
  const { type, task_id } = event
  const [task, comment] = await Promise.all([
    tasks.find({ id: task_id }),
    type === 'task_comment' ? comments.find({ task_id, id: event.comment_id }) : undefined,
  ])
  const project = task && (await projects.find({ id: task.project_id }))
  const about = { type, id: task_id }
  if (type === 'task_comment')
    return project && comment ? notifyOfComment(task, project, comment) : logOutcome(about, 'obsolete')
  const { user_ids, title, by, at } = event
  if (!project) return logOutcome(about, 'obsolete', user_ids)
  const notification = {
    ...taskNotification(event),
    actor: by,
    resource: linkTo(taskType, { id: task_id, title }),
    within: project.id,
    cause: `${type}#${task_id}#${at}`,
    at,
  }
  await notify(await readersAmong(project, user_ids), notification, { no_access: user_ids })
})
