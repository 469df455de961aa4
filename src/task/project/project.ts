import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { memberLists } from '../../platform/identity/members.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { answeredId, line, Person, versioned, answeredCount } from '../../platform/schema/fields.ts'
import { dates } from './dates.ts'

export const projectType = { type: 'project', path: '/task/projects/{id}' } as const

const Role = z
  .enum(['member', 'guest'])
  .meta(docs('Role in a private project: members write tasks, guests read and comment.'))

const members = memberLists({
  right: { role: Role },
  max: 1_000,
  what: docs('People and groups with access to a private project in addition to its owner, at most 1,000.'),
})

const key = z
  .string()
  .regex(/^[A-Z][A-Z0-9]{1,9}$/, 'must have 2 to 10 characters from A-Z and 0-9, starting with a letter')
  .meta(docs('Unique short name; the keys of the tasks begin with it.', { examples: ['WEB'] }))

export const ProjectStatus = z
  .enum(['active', 'archived'])
  .meta(docs('Status. An archived project is read-only.'))
export type ProjectStatus = z.output<typeof ProjectStatus>

/** Editable fields of a project, except its members. */
const fields = {
  name: line(255).meta(docs('Name.', { examples: ['Website'] })),
  key,
  description: z.orNull(z.string().max(10_000)).meta(docs('Purpose of the project.')),
  status: ProjectStatus.default('active'),
  visibility: z
    .enum(['internal', 'private'])
    .default('internal')
    .meta(
      docs(
        'Visibility. Everyone may work in an internal project; only members may work in a private project.',
      ),
    ),
  ...dates,
}

const count = answeredCount.default(0)

const TaskCounts = z.described(docs('Numbers of tasks by category of status.', { id: 'TaskCounts' }), {
  todo: count.meta(docs('Number of tasks with the status `todo`.')),
  in_progress: count.meta(docs('Number of tasks with the status `in_progress` or `in_review`.')),
  done: count.meta(docs('Number of tasks with the status `done`.')),
  cancelled: count.meta(docs('Number of tasks with the status `cancelled`.')),
})

export const Project = z.described(docs('A project.', { id: 'Project' }), {
  id: answeredId.meta(docs('ID of the project.')),
  ...fields,
  members: members.shown.default([]),
  owner: Person.meta(docs('The person who created the project.')),
  task_count: count.meta(docs('Number of tasks.', { examples: [12] })),
  task_counts: TaskCounts,
  ...versioned,
})

export const ProjectSummary = Project.omit({ description: true }).meta(
  docs('A project in lists.', { id: 'ProjectSummary' }),
)

export const NewProject = z
  .strictObject(fields)
  .omit({ status: true })
  .extend({
    key: key.optional().meta(docs('Unique short name; by default, derived from the name.')),
    members: members.input.default([]),
  })

/** Fields of a change; accepts members in the format of a GET response as well. */
export const ProjectInput = z.strictObject({ ...fields, members: members.update })

const categoryCounts = {
  todo_count: count,
  in_progress_count: count,
  done_count: count,
  cancelled_count: count,
}

export const taskCounters = [
  'task_count',
  ...(Object.keys(categoryCounts) as (keyof typeof categoryCounts)[]),
] as const
export type TaskCounter = (typeof taskCounters)[number]

interface ProjectList {
  visibility: 'internal' | 'private'
  status: ProjectStatus
}

/**
 * Projects. Permissions on a project and its tasks are decided from this item alone. A project keeps its former keys,
 * which still find its tasks.
 */
export const projects = entity({
  name: 'task.project',
  schema: Project.omit({ task_counts: true }).extend({
    former_keys: z.array(z.string()).default([]),
    ...categoryCounts,
  }),
  key: ({ id }: { id: string }) => ({ pk: `project#${id}`, sk: 'project' }),
  lists: {
    newest: {
      index: 'gsi1',
      partition: ({ visibility, status }: ProjectList) => `projects#${visibility}#${status}`,
      shared: true,
      sort: ({ id }) => id,
      order: 'descending',
    },
  },
  counters: taskCounters,
  detail: ['former_keys'],
})

export type StoredProject = ThingOf<typeof projects>

export const presentProject = <P extends Pick<StoredProject, keyof typeof categoryCounts>>(project: P) => {
  const {
    todo_count: todo,
    in_progress_count: in_progress,
    done_count: done,
    cancelled_count: cancelled,
  } = project
  return { ...project, task_counts: { todo, in_progress, done, cancelled } }
}

export const projectSearchScope = 'task.project'
