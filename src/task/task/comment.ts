import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyBelow, type ThingOf } from '../../platform/table/entity.ts'
import { answeredId, mentionedIds, nonBlank, Person, timestamp } from '../../platform/schema/fields.ts'
import { tasks } from './task.ts'

/** Fields of a comment; the history shows each of them. */
const fields = {
  text: nonBlank(50_000).meta(docs('Text (Markdown).', { examples: ['Done, please have a look.'] })),
  mentions: mentionedIds(),
}

export const Comment = z.described(docs('A comment on a task.', { id: 'TaskComment' }), {
  id: answeredId.meta(docs('ID of the comment.')),
  task_id: answeredId.meta(docs('ID of the task.')),
  ...fields,
  author: Person.meta(docs('Author.')),
  created_at: timestamp.meta(docs('Time of creation.')),
})

export const NewComment = z.strictObject(fields)

export const comments = entity({
  name: 'task.comment',
  schema: Comment,
  ...keyBelow('task_id', tasks, 'comment', ({ id }: { id: string }) => id),
})

export type StoredComment = ThingOf<typeof comments>

/** The resource type of task comments, and their parent resource. */
export const commentKind = { type: 'task_comment', comments, field: 'task_id', things: tasks } as const
