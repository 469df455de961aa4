import { withPresentAttachments } from '../../files/attachment/present-attachments.ts'
import { querySort } from '../../platform/schema/fields.ts'
import type * as z from '../../platform/schema/schema.ts'
import {
  oldestFirst,
  readList,
  type ListPage,
  type PageRequest,
  type Source,
} from '../../platform/table/list/list.ts'
import { readSorted, type Order } from '../../platform/table/list/sorted-list.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { assignments } from './assignment.ts'
import { filterOf, type Filters } from './filters.ts'
import { Priority, projectTaskSearchScope, tasks, type ListedTask } from './task.ts'

/** In what order the tasks of a project are listed. */
export const TaskSort = querySort('created', 'updated', 'due_date', 'priority', 'position')
type TaskSort = z.output<typeof TaskSort>

/** The narrowest key ranges, newest first, that have all tasks which pass the filters, and what is left of these. */
const rangesOf = (project_id: string, { assignee_id, status, ...others }: Filters) => {
  const [user_id = 'none', ...more] = assignee_id ?? []
  const sources: { sources: Source<ListedTask>[]; left: Filters } =
    user_id !== 'none' && more.length === 0
      ? { sources: assignments.in('inProject', { project_id, user_id }), left: { ...others, status } }
      : {
          sources: status
            ? status.flatMap((status) => tasks.in('ofStatus', { project_id, status }))
            : tasks.in('ofProject', { project_id }),
          left: { ...others, assignee_id },
        }
  return sources
}

/** What decides the orders that are no key range. */
const values: Record<string, Order<ListedTask>['by']> = {
  updated: ({ updated_at }) => updated_at,
  due_date: ({ due_date }) => due_date,
  priority: ({ priority }) => Priority.options.indexOf(priority),
  position: ({ position }) => position,
}

/**
 * A page of the tasks of a project: by somebody's key range, or those of statuses, or the project's. What is left of the
 * filters is looked at row by row. One round trip.
 */
export const queryTasks = (
  project_id: string,
  filters: Filters,
  sort: TaskSort,
  page: PageRequest,
): Promise<ListPage<ListedTask> & { truncated?: boolean }> => {
  const { sources, left } = rangesOf(project_id, filters)
  const isDescending = sort.startsWith('-')
  const by = values[sort.replace('-', '')]
  if (by) return readSorted(sources, page, { by, isDescending }, filterOf(left))
  return readList(isDescending ? sources : oldestFirst(sources), page, filterOf(left))
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
