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
import { now } from '../../platform/runtime/time.ts'
import { dates } from '../project/dates.ts'
import { Project, type StoredProject } from '../project/project.ts'

export const taskType = { type: 'task', path: '/task/tasks/{id}' } as const

export const TaskStatus = z
  .enum(['todo', 'in_progress', 'in_review', 'done', 'cancelled'])
  .meta(docs('Status.'))
export type TaskStatus = z.output<typeof TaskStatus>

export const Priority = z.enum(['none', 'low', 'medium', 'high', 'urgent']).meta(docs('Priority.'))

/** Author and time of a change to a task. */
export const Attribution = z.object({ by: Person, at: z.string() })
export type Attribution = z.output<typeof Attribution>

/** Returns the attribution of a change that a person makes now. */
export const newAttribution = ({ id, name }: Attribution['by']): Attribution => ({
  by: { id, name },
  at: now(),
})

/** Maximum number of assignees and of attachments of a task. */
const maxAssignees = 20
export const maxAttachments = 20

/** Editable fields of a task. The history shows each of them, and a change of any of them can be undone. */
const fields = {
  title: line(255).meta(docs('Title.', { examples: ['Write the imprint'] })),
  description: z
    .orNull(z.string().max(50_000))
    .meta(docs('Description of the work, at most 50,000 characters.')),
  status: TaskStatus.default('todo'),
  priority: Priority.default('none'),
  assignee_ids: upTo(maxAssignees, id).meta(
    docs(`IDs of the assignees, at most ${maxAssignees}; in a private project, they must be members.`),
  ),
  labels: upTo(20, line(50)).meta(docs('Labels, at most 20.', { examples: [['legal']] })),
  parent_id: z.orNull(id).meta(docs('ID of the parent task in the same project.')),
  position: position(),
  ...dates,
}

/** Counts of a task, which change without a new version. */
const counts = {
  comment_count: answeredCount.default(0).meta(docs('Number of comments.')),
  subtask_count: answeredCount.default(0).meta(docs('Number of direct subtasks.')),
  open_subtask_count: answeredCount
    .default(0)
    .meta(docs('Number of direct subtasks that are neither `done` nor `cancelled`.')),
}

export const countNames = Object.keys(counts) as (keyof typeof counts)[]

const { id: projectId, name, key } = Project.shape
const taskKey = answeredText(30).meta(docs('Project key and number.', { examples: ['WEB-12'] }))

export const Task = z.described(docs('A task.', { id: 'Task' }), {
  id: answeredId.meta(docs('ID of the task.')),
  ...fields,
  assignees: answeredArray(Person, maxAssignees).default([]).meta(docs('The assignees, with names.')),
  attachments: answeredArray(Attachment, maxAttachments).default([]).meta(docs('Attached files.')),
  project_id: answeredId.meta(docs('ID of the project.')),
  project: z.object({ id: projectId, name, key }).meta(docs('The project.', { id: 'ProjectOfTask' })),
  parent: z
    .described(docs('The parent of a task.', { id: 'ParentTask' }), {
      id: answeredId.meta(docs('ID of the task.')),
      key: taskKey,
      title: fields.title,
    })
    .nullable(),
  ...counts,
  attachment_count: answeredCount.meta(docs('Number of attached files.')),
  number: z.int().meta(docs('Number within the project.', { minimum: 1, examples: [12] })),
  key: taskKey,
  completed_at: optionalTime.meta(docs('Time at which the task became `done`; null if it is not `done`.')),
  created_by: Person.meta(docs('The person who created the task.')),
  ...versioned,
})

export const TaskSummary = Task.omit({ description: true }).meta(
  docs('A task in lists.', { id: 'TaskSummary' }),
)

export const NewTask = z.strictObject({ ...fields, attachments: attachmentIds(maxAttachments) })

const fileId = id.meta(docs('ID of the file.'))

/** Fields of a change; accepts attachments in the format of a GET response as well. */
export const TaskInput = z.strictObject({
  ...fields,
  attachments: z
    .array(z.union([id, z.object({ id: fileId }).transform(({ id }) => id)]))
    .max(maxAttachments)
    .transform((ids) => [...new Set(ids)])
    .meta(docs(`IDs of the attached files, at most ${maxAttachments}.`)),
})

/** Returns a sort key that increases with the number of a task. */
export const numberOrder = ({ number }: { number: number }): string => String(number).padStart(12, '0')

/**
 * Tasks. The key is derived from the project; `assigned`, `due_moved` and `completed` are the sources of notifications.
 */
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

/** Returns the reference to a task in the history. */
export const taskRef = ({ id }: Pick<StoredTask, 'id'>) => ({ type: taskType.type, id })

export const formatTaskKey = (project: Pick<StoredProject, 'key'>, { number }: { number: number }): string =>
  `${project.key}-${number}`

export type ListedTask = Omit<StoredTask, 'description' | 'assigned' | 'due_moved' | 'completed'>

/** Returns a task for a response, with its project and its loaded parent; without a parent if that was deleted. */
export const presentTask = <T extends ListedTask>(
  { id, name, key }: Pick<StoredProject, 'id' | 'name' | 'key'>,
  task: T,
  parent: ListedTask | undefined,
) => ({
  ...task,
  key: formatTaskKey({ key }, task),
  project: { id, name, key },
  parent: parent ? { id: parent.id, key: formatTaskKey({ key }, parent), title: parent.title } : null,
  parent_id: parent?.id ?? null,
  attachment_count: task.attachments.length,
})

export const taskSearchScope = 'task.task'

export const projectTaskSearchScope = (project_id: string): string => `${taskSearchScope}#${project_id}`
