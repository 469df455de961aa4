import * as z from '../platform/schema/schema.ts'
import { Person } from '../platform/schema/fields.ts'
import type { Message } from '../platform/events/queue.ts'
import type { StoredComment } from './comment.ts'
import type { StoredTask } from './task.ts'

const About = z.object({ task_id: z.string(), title: z.string(), by: Person, at: z.string() })

/** What people are to be told of. A comment is looked at when it is told; a change of a task is told as it was made. */
export const News = z.discriminatedUnion('type', [
  About.extend({ type: z.literal('task_assigned'), user_ids: z.array(z.string()) }),
  About.extend({
    type: z.literal('task_due_changed'),
    user_ids: z.array(z.string()),
    due_date: z.string().nullable(),
  }),
  z.object({ type: z.literal('task_comment'), task_id: z.string(), comment_id: z.string() }),
])
export type News = z.output<typeof News>

export const newsQueue = 'task-news'

const toTell = (body: News): Message => ({ queue: newsQueue, body })

/** Who was given the task by this change, told by who did it and when: each only once, however often it is asked. */
const assignmentNews = (before: StoredTask | undefined, { id: task_id, title, assigned }: StoredTask) => {
  const made = Object.entries(assigned)
    .filter(([user_id, { at }]) => before?.assigned[user_id]?.at !== at)
    .map(([user_id, deed]) => ({ user_id, ...deed }))
  return Map.groupBy(made, ({ by, at }) => `${at}#${by.id}`)
    .values()
    .map((of) => {
      const [{ by, at }] = of as [(typeof of)[number]]
      const user_ids = of.map(({ user_id }) => user_id).filter((user_id) => user_id !== by.id)
      return { type: 'task_assigned' as const, task_id, title, by, at, user_ids }
    })
    .toArray()
}

/** Who had the task already when its due date was moved. */
const dueNews = (before: StoredTask | undefined, after: StoredTask) => {
  const { id: task_id, title, due_moved, due_date, assigned } = after
  if (!due_moved || before?.due_moved?.at === due_moved.at) return []
  const { by, at } = due_moved
  const user_ids = Object.entries(assigned)
    .filter(([user_id, deed]) => user_id !== by.id && deed.at < at)
    .map(([user_id]) => user_id)
  return [{ type: 'task_due_changed' as const, task_id, title, by, at, due_date, user_ids }]
}

/** What people are to be told of a change of a task. */
export const taskNews = (before: StoredTask | undefined, after: StoredTask): Message[] =>
  [...assignmentNews(before, after), ...dueNews(before, after)]
    .filter(({ user_ids }) => user_ids.length > 0)
    .map(toTell)

export const commentNews = ({ task_id, id: comment_id }: StoredComment): Message =>
  toTell({ type: 'task_comment', task_id, comment_id })
