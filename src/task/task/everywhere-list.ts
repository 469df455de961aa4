import type { Actor } from '../../platform/identity/actor.ts'
import { parseSort } from '../../platform/schema/list-fields.ts'
import { readableThings } from '../../platform/search/definition.ts'
import { searchSorted } from '../../platform/search/query/list-search.ts'
import type { SummaryOf, ThingOf } from '../../platform/table/entity.ts'
import {
  asIndexed,
  betweenKeys,
  newestFirst,
  oldestFirst,
  type PageRequest,
  type Source,
} from '../../platform/table/list/list.ts'
import { placeKey, readNewest, sortThings } from '../../platform/table/list/sorted-list.ts'
import { readVisible } from '../../platform/table/list/visible-list.ts'
import { projectPolicy } from '../project/access.ts'
import { projects, type StoredProject } from '../project/project.ts'
import { projectsById, readableTasks, withLinked } from './access.ts'
import { assignments, dueOrder } from './assignment.ts'
import { taskFilter, type TaskFilters } from './filters.ts'
import { queryTasks } from './list.ts'
import {
  sortedRanges,
  sortedTasks,
  taskOrder,
  type SortedTask,
  type TaskOrder,
  type TaskSort,
} from './sorted-task.ts'
import {
  presentTask,
  projectTaskSearchScope,
  taskRef,
  tasks,
  taskSearchScope,
  TaskStatus,
  type ListedTask,
} from './task.ts'

/** A task in the form of lists, or a pointer to a task. */
type Row = ListedTask | SortedTask

const isTask = (row: Row): row is ListedTask => 'title' in row

/** Loads the tasks of pointers. */
const loadRowTasks = async (rows: Row[]): Promise<(ListedTask | undefined)[]> => {
  const found = await tasks.findMany(rows.filter((row) => !isTask(row)))
  const byId = new Map(found.flatMap((task) => (task ? [[task.id, task] as const] : [])))
  return rows.map((row) => (isTask(row) ? row : byId.get(row.id)))
}

/** Returns tasks as the caller may currently see them; undefined for deleted, hidden and filtered tasks. */
export const showTasks = async (
  actor: Actor,
  rows: Row[],
  keep: (task: ListedTask) => boolean = () => true,
) => {
  const [found, around, linked] = await Promise.all([
    loadRowTasks(rows),
    projectsById(rows.map(({ project_id }) => project_id)),
    withLinked(rows, rows.filter(isTask)),
  ])
  return linked.map(({ task: { attachments, project_id }, parent }, index) => {
    const [task, project] = [found[index], around.get(project_id)]
    const isShown = task && project && keep(task)
    if (!isShown || !projectPolicy.authorize(project, actor, { about: taskRef(task) })) return undefined
    return presentTask(project, { ...task, attachments }, parent)
  })
}

/** Key ranges that contain all tasks matching the filters. */
interface Ranges {
  sources: Source<Row>[]
  /** The sort key of a row if the ranges are in the order of the list. */
  orderOf: ((row: never) => string) | undefined
  /** Filters that the ranges already apply. */
  applied: (keyof TaskFilters)[]
  /** True if no row is a pointer. */
  hasTasks?: boolean
}

/** Restricts ranges by due date to the days of the filters; a key begins with its day and `#`. */
const betweenDays = <T>(sources: Source<T>[], { due_before, due_after }: TaskFilters): Source<T>[] =>
  due_before === undefined && due_after === undefined
    ? sources
    : betweenKeys(sources, due_after === undefined ? '0' : `${due_after}$`, due_before ?? 'none')

const assigneeSources = (user_id: string): Source<SummaryOf<ThingOf<typeof assignments>>>[] =>
  asIndexed(assignments.in('all', { user_id }), 'task#')

/** Returns the narrowest key ranges for the filters in an order (decision 0010). */
const crossProjectRanges = (
  filters: TaskFilters,
  order: TaskOrder | 'created',
  isDescending: boolean,
): Ranges => {
  const { assignee_id = [], created_by, project_id, status = TaskStatus.options } = filters
  const isAssigned = assignee_id.length > 0 && !assignee_id.includes('none')
  if (isAssigned && order === 'due_date' && !isDescending) {
    const sources = assignee_id.flatMap((user_id) =>
      status.flatMap((one) => assignments.in('ofUser', { user_id, status: one })),
    )
    const applied = ['assignee_id', 'status', 'due_before', 'due_after'] as const
    return {
      sources: betweenDays(sources, filters),
      orderOf: dueOrder,
      applied: [...applied],
      hasTasks: true,
    }
  }
  if (project_id && !isAssigned) {
    const sources = project_id.flatMap((id) => sortedRanges(id, order, isDescending))
    const orderOf = (row: SortedTask) => sortedTasks.keyOf(row).sk
    const isByDay = order === 'due_date'
    return { sources: isByDay ? betweenDays(sources, filters) : sources, orderOf, applied: ['project_id'] }
  }

  const inOrder = order === 'created' && !isDescending ? oldestFirst : newestFirst
  const orderOf = order === 'created' ? ({ id }: Row) => id : undefined
  if (created_by && !isAssigned) {
    const sources = created_by.flatMap((creator_id) => sortedTasks.in('ofCreator', { creator_id }))
    return { sources: inOrder(sources), orderOf, applied: ['created_by'] }
  }
  const sources = assignee_id.flatMap((id): Source<Row>[] =>
    id === 'none' ? sortedTasks.in('unassigned', { is_unassigned: true }) : assigneeSources(id),
  )
  return { sources: inOrder(sources), orderOf, applied: ['assignee_id'], hasTasks: isAssigned }
}

const queryOfProject = async (
  actor: Actor,
  id: string,
  filters: TaskFilters,
  sort: TaskSort,
  page: PageRequest,
) => {
  const [project, list] = await Promise.all([projects.find({ id }), queryTasks(id, filters, sort, page)])
  if (!project || !projectPolicy.authorize(project, actor)) return { items: [], next_cursor: null }
  return { ...list, items: list.items.map(({ task, parent }) => presentTask(project, task, parent)) }
}

/**
 * Returns one page of the tasks of all projects that the caller may see (decision 0010). Takes two round trips: the
 * rows of the key ranges, then tasks, projects and parents; one more to sort pointers in an order that their range does
 * not have.
 */
export const queryEverywhere = async (
  actor: Actor,
  filters: TaskFilters,
  sort: TaskSort,
  page: PageRequest,
) => {
  const { project_id: [only, ...more] = [], ...ofProject } = filters
  if (only !== undefined && more.length === 0) return queryOfProject(actor, only, ofProject, sort, page)
  const { name: order, isDescending } = parseSort(sort)
  const { sources, hasTasks, orderOf, applied } = crossProjectRanges(filters, order, isDescending)
  const keep = taskFilter({ ...filters, ...Object.fromEntries(applied.map((name) => [name, undefined])) })
  const load = (rows: Row[]) => showTasks(actor, rows, keep)
  if (orderOf) {
    const keepRow = hasTasks && keep ? (row: Row) => isTask(row) && keep(row) : undefined
    return readVisible({ sources, keep: keepRow, orderOf: orderOf as (row: Row) => string, load }, page)
  }
  const { rows, truncated } = await readNewest(sources)
  const found = (await loadRowTasks(rows)).filter((task) => task !== undefined && (keep?.(task) ?? true))
  const by = taskOrder(sort)
  const list = await readVisible(
    { sources: (part) => sortThings(found as ListedTask[], part, by), orderOf: placeKey(by), load },
    page,
  )
  return { ...list, truncated }
}

/**
 * Returns one page of the tasks that match a search and that the caller may see, best matches first unless `sort` is
 * given.
 */
export const searchEverywhere = async (
  actor: Actor,
  q: string,
  filters: TaskFilters,
  sort: TaskSort | undefined,
  page: PageRequest,
) => {
  const keep = taskFilter(filters) ?? (() => true)
  const scopes = filters.project_id?.map(projectTaskSearchScope) ?? [taskSearchScope]
  const { items, ...rest } = await searchSorted<ListedTask & { project: StoredProject }>(
    { scopes, q, ...page },
    sort && taskOrder(sort),
    async (hits) => {
      const found = await readableTasks(actor, hits)
      return found.map((one) => (one && keep(one.task) ? { ...one.task, project: one.project } : undefined))
    },
    (_, ids) => readableThings(projects, projectPolicy.decide)(actor, ids),
  )
  const linked = await withLinked(items, items)
  return { ...rest, items: linked.map(({ task, parent }) => presentTask(task.project, task, parent)) }
}
