import { notify } from '../../notifications/notify.ts'
import { excerptOf } from '../../notifications/markdown-excerpt.ts'
import { linkTo } from '../../platform/resource.ts'
import { worker } from '../../platform/events/worker.ts'
import { commentRef } from '../../comments/resource.ts'
import { commentKind, comments, type StoredComment } from '../task/comment.ts'
import { projects, type StoredProject } from '../project/project.ts'
import { taskNews, type TaskNews } from '../queues.ts'
import { readersAmong } from '../project/access.ts'
import { tasks, taskType, type StoredTask } from '../task/task.ts'

/** Returns the people to notify of a comment: each once, mentioned people separately, without the author. */
const audienceOf = (
  { author, mentions, created_at }: StoredComment,
  { assigned, created_by }: StoredTask,
) => {
  // later assignees are not notified of earlier comments
  const assignees = Object.keys(assigned).filter((id) => (assigned[id]?.at as string) <= created_at)
  const others = new Set([created_by.id, ...assignees]).difference(new Set(mentions))
  const named = new Set(mentions)
  for (const audience of [others, named]) audience.delete(author.id)
  return { others: [...others], named: [...named] }
}

const tellOfComment = async (task: StoredTask, project: StoredProject, comment: StoredComment) => {
  const { author, text, mentions, created_at: at } = comment
  const { others, named } = audienceOf(comment, task)
  const news = {
    actor: author,
    params: { excerpt: excerptOf(text) },
    mentions,
    resource: linkTo(taskType, task),
    within: project.id,
    quoted: { type: commentKind.type, id: commentRef('task_id', comment) },
    at,
  }
  await notify(await readersAmong(project, others), {
    ...news,
    type: 'task_comment',
    cause: `task.comment#${comment.id}`,
  })
  await notify(await readersAmong(project, named), {
    ...news,
    type: 'task_mention',
    cause: `task.mention#${comment.id}`,
  })
}

const noticeOf = (news: Exclude<TaskNews, { type: 'task_comment' }>) =>
  news.type === 'task_due_changed'
    ? { type: news.type, params: { due_date: news.due_date } }
    : { type: news.type }

/** Notifies people of changes and comments on their tasks, except people who may no longer see the project. */
export const tellPeople = worker(taskNews, {}, async (news) => {
  const { type, task_id } = news
  const [task, comment] = await Promise.all([
    tasks.find({ id: task_id }),
    type === 'task_comment' ? comments.find({ task_id, id: news.comment_id }) : undefined,
  ])
  const project = task && (await projects.find({ id: task.project_id }))
  if (!project) return
  if (type === 'task_comment') {
    if (comment) await tellOfComment(task, project, comment)
    return
  }
  const { user_ids, title, by, at } = news
  await notify(await readersAmong(project, user_ids), {
    ...noticeOf(news),
    actor: by,
    resource: linkTo(taskType, { id: task_id, title }),
    within: project.id,
    cause: `${type}#${task_id}#${at}`,
    at,
  })
})
