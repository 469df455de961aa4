import type { ListPage, PageRequest, Source } from '../../platform/table/list/list.ts'
import { readSorted } from '../../platform/table/list/sorted-list.ts'
import { readVisible } from '../../platform/table/list/visible-list.ts'
import { withLinked, type Linked } from './access.ts'
import { sortedRanges, sortedTasks, sortValues, type SortedTask, type TaskOrder } from './sorted-task.ts'
import { tasks, type ListedTask } from './task.ts'

/** The tasks that rows lead to; what is read with them is read at the same time. */
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

/** What is left of the tasks of a project by filters: the narrowest key ranges, and which of these tasks pass. */
interface Filtered {
  sources: Source<ListedTask>[]
  keep: ((task: ListedTask) => boolean) | undefined
}

/**
 * A page of tasks of a project in an order that the indexes do not have: of all, or of the newest 1 000 of filtered
 * key ranges. Two round trips.
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
