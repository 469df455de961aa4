import type { Actor } from '../../platform/identity/actor.ts'
import { parseSort, querySort } from '../../platform/schema/list-fields.ts'
import type * as z from '../../platform/schema/schema.ts'
import type { SummaryOf, ThingOf } from '../../platform/table/entity.ts'
import {
  oldestFirst,
  readList,
  type ListPage,
  type PageRequest,
  type Source,
} from '../../platform/table/list/list.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { projectPolicy, taskRef } from '../project/access.ts'
import { projectsById, withLinked, type Linked } from './access.ts'
import { assignments } from './assignment.ts'
import { filterOf, type Filters } from './filters.ts'
import { presentTask, projectTaskSearchScope, tasks, TaskStatus, type ListedTask } from './task.ts'

/** In what order the tasks of a project are listed. */
export const TaskSort = querySort('created', 'updated', 'due_date', 'priority', 'position')
type TaskSort = z.output<typeof TaskSort>

/** The narrowest key ranges, newest first, that have all tasks which pass the filters, and what is left of these. */
const rangesOf = (
  project_id: string,
  { assignee_id, status, ...others }: Filters,
): { sources: Source<ListedTask>[]; left: Filters } => {
  const [user_id = 'none', ...more] = assignee_id ?? []
  if (user_id !== 'none' && more.length === 0)
    return { sources: assignments.in('inProject', { project_id, user_id }), left: { ...others, status } }
  const sources = status
    ? status.flatMap((one) => tasks.in('ofStatus', { project_id, status: one }))
    : tasks.in('ofProject', { project_id })
  return { sources, left: { ...others, assignee_id } }
}

type Tasks = Promise<ListPage<Linked> & { truncated?: boolean }>

/**
 * A page of the tasks of a project: by somebody's key range, or those of statuses, or the project's. What is left of
 * the filters is looked at row by row. One round trip, and one for what is read with the tasks.
 */
export const queryTasks = async (
  project_id: string,
  filters: Filters,
  sort: TaskSort,
  page: PageRequest,
): Tasks => {
  const { name: order, isDescending } = parseSort(sort)
  const { sources, left } = rangesOf(project_id, filters)
  const keep = filterOf(left)
  if (order !== 'created') {
    // most lists are asked for in the order of creation
    const { querySorted } = await import('./sorted-list.ts')
    const filtered = filterOf(filters) && { sources, keep }
    return querySorted(project_id, { order, isDescending }, page, filtered)
  }
  const list = await readList(isDescending ? sources : oldestFirst(sources), page, keep)
  return { ...list, items: await withLinked(list.items, list.items) }
}

/** A page of those tasks of a project that have these words, best matches first. */
export const searchTasks = async (
  project_id: string,
  q: string,
  filters: Filters,
  page: PageRequest,
): Tasks => {
  const keep = filterOf(filters) ?? (() => true)
  const list = await searchPages({ scopes: [projectTaskSearchScope(project_id)], q, ...page }, async (hits) =>
    (await tasks.findMany(hits)).map((task) => (task && keep(task) ? task : undefined)),
  )
  return { ...list, items: await withLinked(list.items, list.items) }
}

type Assignment = SummaryOf<ThingOf<typeof assignments>>

/** Assigned tasks as somebody may see them now; undefined where they may not. One round trip. */
export const showAssigned = async (actor: Actor, rows: Assignment[]) => {
  const [around, linked] = await Promise.all([
    projectsById(rows.map(({ project_id }) => project_id)),
    withLinked(rows, rows),
  ])
  return linked.map(({ task, parent }) => {
    const project = around.get(task.project_id)
    const decision = project && projectPolicy.authorize(project, actor, { about: taskRef(task) })
    return project && decision ? presentTask(project, task, parent) : undefined
  })
}

/** A page of what somebody is to do, over all projects that they may see, by due date. Two round trips. */
export const queryOwnTasks = async (
  actor: Actor,
  statuses: TaskStatus[] = TaskStatus.options,
  page: PageRequest,
) => {
  const { items, next_cursor } = await readList(
    statuses.flatMap((status) => assignments.in('ofUser', { user_id: actor.id, status })),
    page,
  )
  const shown = await showAssigned(actor, items)
  return { items: shown.flatMap((task) => task ?? []), next_cursor } satisfies ListPage<unknown>
}
