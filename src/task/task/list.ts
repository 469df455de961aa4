import { withPresentAttachments } from '../../files/attachment/present-attachments.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import type { SummaryOf, ThingOf } from '../../platform/table/entity.ts'
import { readList, type ListPage, type PageRequest } from '../../platform/table/list/list.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { projectPolicy, taskRef } from '../project/access.ts'
import { assignments } from './assignment.ts'
import { projects } from '../project/project.ts'
import {
  presentTask,
  projectTaskSearchScope,
  tasks,
  TaskStatus,
  type ListedTask,
  type StoredTask,
} from './task.ts'

interface Filters {
  status?: TaskStatus | undefined
  priority?: StoredTask['priority'] | undefined
  assignee_id?: string | undefined
}

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

/** The tasks, and those above them, by their ids; in one round trip, but none where all are among the tasks. */
const withParents = async (listed: ListedTask[]): Promise<Map<string, ListedTask>> => {
  const known = new Map(listed.map((task) => [task.id, task]))
  const ids = new Set(listed.flatMap(({ parent_id }) => parent_id ?? [])).difference(known)
  const found = await tasks.findMany([...ids].map((id) => ({ id })))
  for (const task of found) if (task) known.set(task.id, task)
  return known
}

/** Tasks with their files and the tasks above them as they are now, in one round trip, or none where they have none. */
export const withLinked = async <T extends ListedTask>(listed: T[]) => {
  const [shown, known] = await Promise.all([withPresentAttachments(listed), withParents(listed)])
  return shown.map((task) => ({ task, parent: known.get(task.parent_id ?? '') }))
}

type Assignment = SummaryOf<ThingOf<typeof assignments>>

/** Assigned tasks as somebody may see them now; undefined where they may not. One round trip. */
export const showAssigned = async (actor: Actor, rows: Assignment[]) => {
  const [around, linked] = await Promise.all([projectsOf(rows), withLinked(rows)])
  return linked.map(({ task, parent }) => {
    const project = around.get(task.project_id)
    const decision = project && projectPolicy.authorize(project, actor, { about: taskRef(task) })
    return project && decision ? presentTask(project, task, parent) : undefined
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
