import { sortableNumber } from '../../language/fold.ts'
import { StoredAttachment } from '../../files/attachment/attachment.ts'
import { parseSort, querySort } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { derivedRows } from '../../platform/table/derived-rows.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { between, newestFirst, type Source } from '../../platform/table/list/list.ts'
import type { Order } from '../../platform/table/list/sorted-list.ts'
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

/** The orders in which tasks are listed. */
export const TaskSort = querySort('created', ...(Object.keys(sortValues) as TaskOrder[]))
export type TaskSort = z.output<typeof TaskSort>

/** Returns how to sort loaded tasks. */
export const sortingBy = (sort: TaskSort): Order<ListedTask> => {
  const { name, isDescending } = parseSort(sort)
  return { by: name === 'created' ? ({ id }) => id : sortValues[name], isDescending }
}

/**
 * The places of a task in its project: `created` for lists over several projects, and `undated` because tasks without a
 * due date come last in both directions.
 */
const places = [...(Object.keys(sortValues) as TaskOrder[]), 'created', 'undated'] as const
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
 * is by, or with what is read with it. The row in the order of creation is also listed under the creator, and among the
 * unassigned tasks of all projects. Follows by the table's stream (decision 0010).
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
    creator_id: z.string().optional(),
    is_unassigned: z.boolean().optional(),
  }),
  key: ({ value, id, ...range }: SortedRange & { value: string; id: string }) => ({
    pk: partition(range),
    sk: `${value}#${id}`,
  }),
  lists: {
    inOrder: { partition },
    ofCreator: {
      index: 'gsi1',
      partition: ({ creator_id }: { creator_id?: string | undefined }) =>
        creator_id === undefined ? null : `user#${creator_id}#created-tasks`,
      sort: ({ id }) => id,
    },
    unassigned: {
      index: 'gsi2',
      partition: ({ is_unassigned }: { is_unassigned?: boolean | undefined }) =>
        is_unassigned ? 'tasks#unassigned' : null,
      shared: true,
      sort: ({ id }) => id,
    },
  },
})

export type SortedTask = ThingOf<typeof sortedTasks>

/** The key ranges of the tasks of a project in an order; those without a due date come last, also backwards. */
export const sortedRanges = (
  project_id: string,
  order: TaskOrder | 'created',
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
  if (place === 'created') return ''
  return sortValues[place](task) ?? none
}

const rowsOf = (task: StoredTask | undefined): Map<string, SortedTask> => {
  if (!task) return new Map()
  const { id, project_id, parent_id, attachments, created_by, assignee_ids } = task
  const listed = { creator_id: created_by.id, is_unassigned: assignee_ids.length === 0 }
  const rows = places.flatMap((order) => {
    const value = valueAt(task, order)
    if (value === undefined) return []
    return { project_id, order, value, id, parent_id, attachments, ...(order === 'created' && listed) }
  })
  return new Map(rows.map((row) => [`${row.order}#${row.value}`, row]))
}

const rows = derivedRows(sortedTasks, rowsOf)

/** Puts a task into its place in all orders, as it is by now. */
export const syncOrders = (before: StoredTask | undefined, after: StoredTask | undefined): Promise<void> => {
  const { id } = (after ?? before) as StoredTask
  return rows.sync(before, after, () => tasks.find({ id }))
}
