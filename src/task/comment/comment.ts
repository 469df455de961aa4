import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { answeredId, mentionedIds, nonBlank, Person, timestamp } from '../../platform/schema/fields.ts'
import { tasks } from '../task/task.ts'

/** What a comment is called among all things. */
export const commentType = 'task_comment'

/** What people write of a comment: its history shows all of it. */
const fields = {
  text: nonBlank(50_000).meta(docs('Text (Markdown).', { examples: ['Done, please have a look.'] })),
  mentions: mentionedIds(),
}

export const Comment = z
  .object({
    id: answeredId.meta(docs('Id of the comment.')),
    task_id: answeredId.meta(docs('Id of the task.')),
    ...fields,
    author: Person.meta(docs('Author.')),
    created_at: timestamp.meta(docs('When it was written.')),
  })
  .meta(docs('A comment on a task.', { id: 'TaskComment' }))

export const NewComment = z.strictObject(fields)

export const comments = entity({
  name: 'task.comment',
  schema: Comment,
  key: ({ task_id, id }: { task_id: string; id: string }) => ({
    pk: tasks.keyOf({ id: task_id }).pk,
    sk: `comment#${id}`,
  }),
  lists: {
    ofTask: {
      partition: ({ task_id }: { task_id: string }) => tasks.keyOf({ id: task_id }).pk,
      prefix: 'comment#',
    },
  },
})

export type StoredComment = ThingOf<typeof comments>
