import { sortableNumber } from '../../language/fold.ts'
import { StoredAttachment } from '../../files/attachment/attachment.ts'
import * as z from '../../platform/schema/schema.ts'
import { derivedRows } from '../../platform/table/derived-rows.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { between, newestFirst, type Source } from '../../platform/table/list/list.ts'
import { projects } from '../project/project.ts'
import { Priority, tasks, type ListedTask, type StoredTask } from './task.ts'

/** By what the tasks of a project are sorted, as text, in the orders that the indexes do not have; null comes last. */
export const sortValues = {
  updated: ({ updated_at }: ListedTask) => updated_at,
  due_date: ({ due_date }: ListedTask) => due_date,
  priority: ({ priority }: ListedTask) => String(Priority.options.indexOf(priority)),
  position: ({ position }: ListedTask) => sortableNumber(position),
}

export type TaskOrder = keyof typeof sortValues

/** What has no due date is a range of its own as well: it comes last also where that order is read backwards. */
const places = [...(Object.keys(sortValues) as TaskOrder[]), 'undated'] as const
type Place = (typeof places)[number]

/** The value of what has none: behind all days. */
const none = 'none'

interface SortedRange {
  project_id: string
  order: Place
}

const partition = ({ project_id, order }: SortedRange) => `${projects.keyOf({ id: project_id }).pk}#${order}`

/**
 * Where a task stands in an order of its project's tasks, and what is read with it. A row changes with what its order
 * is by, or with what is read with it. Follows by the table's stream (decision 0010).
 */
export const sortedTasks = entity({
  name: 'task.sorted_task',
  isInternal: true,
  schema: z.object({
    project_id: z.string(),
    order: z.enum(places),
    value: z.string(),
    id: z.string(),
    parent_id: z.string().nullable(),
    attachments: z.array(StoredAttachment),
  }),
  key: ({ value, id, ...range }: SortedRange & { value: string; id: string }) => ({
    pk: partition(range),
    sk: `${value}#${id}`,
  }),
  lists: { inOrder: { partition } },
})

export type SortedTask = ThingOf<typeof sortedTasks>

/** The key ranges of the tasks of a project in an order; those without a due date come last, also backwards. */
export const sortedRanges = (
  project_id: string,
  order: TaskOrder,
  isDescending: boolean,
): Source<SortedTask>[] => {
  const rows = sortedTasks.in('inOrder', { project_id, order })
  if (!isDescending) return rows
  if (order !== 'due_date') return newestFirst(rows)
  return newestFirst([
    ...between(rows, '0', none),
    ...sortedTasks.in('inOrder', { project_id, order: 'undated' }),
  ])
}

/** Under which values a task stands in the place of an order. */
const valueAt = (task: StoredTask, place: Place): string | undefined => {
  if (place === 'undated') return task.due_date === null ? '' : undefined
  return sortValues[place](task) ?? none
}

const rowsOf = (task: StoredTask | undefined): Map<string, SortedTask> => {
  if (!task) return new Map()
  const { id, project_id, parent_id, attachments } = task
  const rows = places.flatMap((order) => {
    const value = valueAt(task, order)
    return value === undefined ? [] : { project_id, order, value, id, parent_id, attachments }
  })
  return new Map(rows.map((row) => [`${row.order}#${row.value}`, row]))
}

const rows = derivedRows(sortedTasks, rowsOf)

/** Puts a task into its place in all orders, as it is by now. */
export const syncOrders = (before: StoredTask | undefined, after: StoredTask | undefined): Promise<void> => {
  const { id } = (after ?? before) as StoredTask
  return rows.sync(before, after, () => tasks.find({ id }))
}
