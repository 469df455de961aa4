import { withPresentAttachments } from '../../files/attachment/present-attachments.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import type { SummaryOf, ThingOf } from '../../platform/table/entity.ts'
import { readList, type ListPage, type PageRequest } from '../../platform/table/list/list.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { projectPolicy, taskRef } from '../project/access.ts'
import { assignments } from './assignment.ts'
import { projects } from '../project/project.ts'
import { presentTask, tasks, TaskStatus, projectTaskSearchScope, type StoredTask } from './task.ts'

interface Filters {
  status?: TaskStatus | undefined
  priority?: StoredTask['priority'] | undefined
  assignee_id?: string | undefined
}

/** A task as its project's lists have it. */
type ListedTask = Omit<StoredTask, 'description' | 'assigned' | 'due_moved'>

type Filtered = Pick<StoredTask, 'status' | 'priority' | 'assignee_ids'>

/** Whether a task passes the filters; undefined where there is none. */
const filterOf = ({ status, priority, assignee_id }: Filters) => {
  if (status === undefined && priority === undefined && assignee_id === undefined) return undefined
  return (task: Filtered) =>
    (status ?? task.status) === task.status &&
    (priority ?? task.priority) === task.priority &&
    (assignee_id === undefined || task.assignee_ids.includes(assignee_id))
}

/**
 * A page of the tasks of a project, newest first: by somebody's key range, or that of a status, or the project's. What
 * is left of the filters is looked at row by row.
 */
export const queryTasks = (
  project_id: string,
  { assignee_id, status, priority }: Filters,
  page: PageRequest,
): Promise<ListPage<ListedTask>> => {
  if (assignee_id !== undefined) {
    const rows = assignments.in('inProject', { project_id, user_id: assignee_id })
    return readList(rows, page, filterOf({ status, priority }))
  }
  if (status !== undefined)
    return readList(tasks.in('ofStatus', { project_id, status }), page, filterOf({ priority }))
  return readList(tasks.in('ofProject', { project_id }), page, filterOf({ priority }))
}

/** A page of those tasks of a project that have these words, best matches first. */
export const searchTasks = (project_id: string, q: string, filters: Filters, page: PageRequest) => {
  const keep = filterOf(filters) ?? (() => true)
  return searchPages({ scopes: [projectTaskSearchScope(project_id)], q, ...page }, async (hits) =>
    (await tasks.findMany(hits)).map((task) => (task && keep(task) ? task : undefined)),
  )
}

type Assignment = SummaryOf<ThingOf<typeof assignments>>

/** Assigned tasks as somebody may see them now; undefined where they may not. One round trip. */
export const showAssigned = async (actor: Actor, rows: Assignment[]) => {
  const [around, shown] = await Promise.all([projectsOf(rows), withPresentAttachments(rows)])
  return shown.map((task) => {
    const project = around.get(task.project_id)
    const decision = project && projectPolicy.authorize(project, actor, { about: taskRef(task) })
    return project && decision ? presentTask(project, task) : undefined
  })
}

/** The projects of tasks by their ids, in one round trip. */
export const projectsOf = async (rows: { project_id: string }[]) => {
  const ids = [...new Set(rows.map(({ project_id }) => project_id))]
  const found = await projects.findMany(ids.map((id) => ({ id })))
  return new Map(found.flatMap((project) => (project ? [[project.id, project]] : [])))
}

/** A page of what somebody is to do, over all projects that they may see, by due date. Two round trips. */
export const queryOwnTasks = async (actor: Actor, status: TaskStatus | undefined, page: PageRequest) => {
  const statuses = status ? [status] : TaskStatus.options
  const { items, next_cursor } = await readList(
    statuses.flatMap((status) => assignments.in('ofUser', { user_id: actor.id, status })),
    page,
  )
  const shown = await showAssigned(actor, items)
  return { items: shown.flatMap((task) => task ?? []), next_cursor } satisfies ListPage<unknown>
}
