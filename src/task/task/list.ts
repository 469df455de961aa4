import { parseSort } from '../../platform/schema/list-fields.ts'
import {
  oldestFirst,
  readList,
  type ListPage,
  type PageRequest,
  type Source,
} from '../../platform/table/list/list.ts'
import { searchSorted } from '../../platform/search/query/list-search.ts'
import { withLinked, type Linked } from './access.ts'
import { assignments } from './assignment.ts'
import { taskFilter, type TaskFilters } from './filters.ts'
import { taskOrder, type TaskSort } from './sorted-task.ts'
import { projectTaskSearchScope, tasks, type ListedTask } from './task.ts'

/**
 * Returns the narrowest key ranges, newest first, that contain all tasks matching the filters, and the filters left to
 * apply.
 */
const projectTaskRanges = (
  project_id: string,
  { assignee_id, status, ...others }: TaskFilters,
): { sources: Source<ListedTask>[]; left: TaskFilters } => {
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
 * Returns one page of the tasks of a project from the key range of an assignee, of statuses or of the project; the
 * remaining filters are applied to each row. Takes one round trip, and one more for linked data.
 */
export const queryTasks = async (
  project_id: string,
  filters: TaskFilters,
  sort: TaskSort,
  page: PageRequest,
): Tasks => {
  const { name: order, isDescending } = parseSort(sort)
  const { sources, left } = projectTaskRanges(project_id, filters)
  const keep = taskFilter(left)
  if (order !== 'created') {
    // loaded on demand: most lists are in order of creation
    const { querySorted } = await import('./sorted-list.ts')
    const filtered = taskFilter(filters) && { sources, keep }
    return querySorted(project_id, { order, isDescending }, page, filtered)
  }
  const list = await readList(isDescending ? sources : oldestFirst(sources), page, keep)
  return { ...list, items: await withLinked(list.items, list.items) }
}

/** Returns one page of the tasks of a project that match a search, best matches first unless `sort` is given. */
export const searchTasks = async (
  project_id: string,
  q: string,
  filters: TaskFilters,
  sort: TaskSort | undefined,
  page: PageRequest,
): Tasks => {
  const keep = taskFilter(filters) ?? (() => true)
  const list = await searchSorted<ListedTask>(
    { scopes: [projectTaskSearchScope(project_id)], q, ...page },
    sort && taskOrder(sort),
    async (hits) => (await tasks.findMany(hits)).map((task) => (task && keep(task) ? task : undefined)),
  )
  return { ...list, items: await withLinked(list.items, list.items) }
}
