import type { ListPage, PageRequest, Source } from '../../platform/table/list/list.ts'
import { readSorted } from '../../platform/table/list/sorted-list.ts'
import { readVisible } from '../../platform/table/list/visible-list.ts'
import { withLinked, type Linked } from './access.ts'
import { sortedRanges, sortedTasks, sortValues, type SortedTask, type TaskOrder } from './sorted-task.ts'
import { tasks, type ListedTask } from './task.ts'

/** Loads the tasks of rows, in parallel with their linked data. */
const loadSorted = async (rows: SortedTask[]): Promise<(Linked | undefined)[]> => {
  const [found, linked] = await Promise.all([tasks.findMany(rows), withLinked(rows, [])])
  return linked.map(({ task: { attachments }, parent }, index) => {
    const task = found[index]
    return task && { task: { ...task, attachments }, parent }
  })
}

interface Sort {
  order: TaskOrder
  isDescending: boolean
}

/** Filtered tasks of a project: the narrowest key ranges, and the predicate for their tasks. */
interface Filtered {
  sources: Source<ListedTask>[]
  keep: ((task: ListedTask) => boolean) | undefined
}

/**
 * Returns one page of a project's tasks in an order without an index: of all tasks, or of the newest 1,000 in filtered
 * key ranges. Takes two round trips.
 */
export const querySorted = async (
  project_id: string,
  { order, isDescending }: Sort,
  page: PageRequest,
  filtered: Filtered | undefined,
): Promise<ListPage<Linked> & { truncated?: boolean }> => {
  if (!filtered) {
    const sources = sortedRanges(project_id, order, isDescending)
    return readVisible({ sources, orderOf: (row) => sortedTasks.keyOf(row).sk, load: loadSorted }, page)
  }
  const { sources, keep } = filtered
  const list = await readSorted(sources, page, { by: sortValues[order], isDescending }, keep)
  return { ...list, items: await withLinked(list.items, list.items) }
}
