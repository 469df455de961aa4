import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { Attachment, attachmentIds, StoredAttachment } from '../../files/attachment/attachment.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import {
  answeredArray,
  answeredText,
  answeredId,
  id,
  line,
  Person,
  versioned,
  position,
  answeredCount,
  optionalTime,
  upTo,
} from '../../platform/schema/fields.ts'
import { Attribution } from './attribution.ts'
import { dates } from '../project/dates.ts'
import { Project, type StoredProject } from '../project/project.ts'

/** A task as others point to it. */
export const taskType = { type: 'task', path: '/task/tasks/{id}' } as const

export const TaskStatus = z
  .enum(['todo', 'in_progress', 'in_review', 'done', 'cancelled'])
  .meta(docs('Status.'))
export type TaskStatus = z.output<typeof TaskStatus>

export const Priority = z.enum(['none', 'low', 'medium', 'high', 'urgent']).meta(docs('Priority.'))

/** How many people do a task, and how many files go with it, at the most. */
const maxAssignees = 20
export const maxAttachments = 20

/** What people write of a task: its history shows all of it, and a change of it can be taken back. */
const fields = {
  title: line(255).meta(docs('Title.', { examples: ['Write the imprint'] })),
  description: z
    .orNull(z.string().max(50_000))
    .meta(docs('What needs to be done, at most 50 000 characters.')),
  status: TaskStatus.default('todo'),
  priority: Priority.default('none'),
  assignee_ids: upTo(maxAssignees, id).meta(
    docs(`Ids of the assignees, at most ${maxAssignees}; in a private project, of its members.`),
  ),
  labels: upTo(20, line(50)).meta(docs('Labels, at most 20.', { examples: [['legal']] })),
  parent_id: z.orNull(id).meta(docs('Id of its parent task in the same project.')),
  position: position(),
  ...dates,
}

/** What is counted of a task without a new version. */
const counts = {
  comment_count: answeredCount.default(0).meta(docs('Number of comments.')),
  subtask_count: answeredCount.default(0).meta(docs('Number of its direct subtasks.')),
  open_subtask_count: answeredCount
    .default(0)
    .meta(docs('Number of those that are neither `done` nor `cancelled`.')),
}

export const countNames = Object.keys(counts) as (keyof typeof counts)[]

const { id: projectId, name, key } = Project.shape
const taskKey = answeredText(30).meta(docs('Project key and number.', { examples: ['WEB-12'] }))

export const Task = z.described(docs('A task.', { id: 'Task' }), {
  id: answeredId.meta(docs('Id of the task.')),
  ...fields,
  assignees: answeredArray(Person, maxAssignees).default([]).meta(docs('The assignees, with names.')),
  attachments: answeredArray(Attachment, maxAttachments).default([]).meta(docs('Attached files.')),
  project_id: answeredId.meta(docs('Id of its project.')),
  project: z.object({ id: projectId, name, key }).meta(docs('Its project.', { id: 'ProjectOfTask' })),
  parent: z
    .described(docs('The task that a task is below.', { id: 'ParentTask' }), {
      id: answeredId.meta(docs('Id of the task.')),
      key: taskKey,
      title: fields.title,
    })
    .nullable(),
  ...counts,
  attachment_count: answeredCount.meta(docs('Number of attached files.')),
  number: z.int().meta(docs('Number within the project.', { minimum: 1, examples: [12] })),
  key: taskKey,
  completed_at: optionalTime.meta(docs('When it became `done`; null if it is not.')),
  created_by: Person.meta(docs('Who created it.')),
  ...versioned,
})

export const TaskSummary = Task.omit({ description: true }).meta(
  docs('A task, as shown in lists.', { id: 'TaskSummary' }),
)

export const NewTask = z.strictObject({ ...fields, attachments: attachmentIds(maxAttachments) })

const fileId = id.meta(docs('Id of the file.'))

/** What can be changed of a task; attachments as a GET gave them are taken as well. */
export const TaskInput = z.strictObject({
  ...fields,
  attachments: z
    .array(z.union([id, z.object({ id: fileId }).transform(({ id }) => id)]))
    .max(maxAttachments)
    .transform((ids) => [...new Set(ids)])
    .meta(docs(`Ids of the attached files, at most ${maxAttachments}.`)),
})

/** Greater for later tasks, as a sort key. */
export const numberOrder = ({ number }: { number: number }): string => String(number).padStart(12, '0')

/** The key follows from the project; `assigned`, `due_moved` and `completed` are what people are told of. */
export const tasks = entity({
  name: 'task.task',
  schema: Task.omit({ key: true, project: true, parent: true, attachment_count: true }).extend({
    attachments: z.array(StoredAttachment).default([]),
    assigned: z.record(z.string(), Attribution).default({}),
    due_moved: z.orNull(Attribution),
    completed: z.orNull(Attribution),
  }),
  key: ({ id }: { id: string }) => ({ pk: `task#${id}`, sk: 'task' }),
  lists: {
    ofProject: {
      index: 'gsi1',
      partition: ({ project_id }: { project_id: string }) => `project#${project_id}#tasks`,
      sort: numberOrder,
      order: 'descending',
    },
    ofStatus: {
      index: 'gsi2',
      partition: ({ project_id, status }: { project_id: string; status: TaskStatus }) =>
        `project#${project_id}#tasks#${status}`,
      sort: numberOrder,
      order: 'descending',
    },
  },
  detail: ['assigned', 'due_moved', 'completed'],
  counters: countNames,
})

export type StoredTask = ThingOf<typeof tasks>

export const taskKeyOf = (project: Pick<StoredProject, 'key'>, { number }: { number: number }): string =>
  `${project.key}-${number}`

export type ListedTask = Omit<StoredTask, 'description' | 'assigned' | 'due_moved' | 'completed'>

/**
 * A task of the project as answers show it, below the parent that was found: as soon as that is gone, it is below none.
 */
export const presentTask = <T extends ListedTask>(
  { id, name, key }: Pick<StoredProject, 'id' | 'name' | 'key'>,
  task: T,
  parent: ListedTask | undefined,
) => ({
  ...task,
  key: taskKeyOf({ key }, task),
  project: { id, name, key },
  parent: parent ? { id: parent.id, key: taskKeyOf({ key }, parent), title: parent.title } : null,
  parent_id: parent?.id ?? null,
  attachment_count: task.attachments.length,
})

/** The scope of the words by which tasks are found anywhere. */
export const taskSearchScope = 'task.task'

export const projectTaskSearchScope = (project_id: string): string => `${taskSearchScope}#${project_id}`
