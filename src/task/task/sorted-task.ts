import { sortableNumber } from '../../language/fold.ts'
import { StoredAttachment } from '../../files/attachment/attachment.ts'
import { parseSort, querySort } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { derivedRows } from '../../platform/table/derived-rows.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { betweenKeys, newestFirst, type Source } from '../../platform/table/list/list.ts'
import type { Order } from '../../platform/table/list/sorted-list.ts'
import { projects } from '../project/project.ts'
import { Priority, tasks, type ListedTask, type StoredTask } from './task.ts'

/** Sort values of tasks as text, for orders that the indexes lack; null comes last. */
export const sortValues = {
  updated: ({ updated_at }: ListedTask) => updated_at,
  due_date: ({ due_date }: ListedTask) => due_date,
  priority: ({ priority }: ListedTask) => String(Priority.options.indexOf(priority)),
  position: ({ position }: ListedTask) => sortableNumber(position),
}

export type TaskOrder = keyof typeof sortValues

export const TaskSort = querySort('created', ...(Object.keys(sortValues) as TaskOrder[]))
export type TaskSort = z.output<typeof TaskSort>

/** Returns the sort order of loaded tasks. */
export const taskOrder = (sort: TaskSort): Order<ListedTask> => {
  const { name, isDescending } = parseSort(sort)
  return { by: name === 'created' ? ({ id }) => id : sortValues[name], isDescending }
}

/**
 * Sort orders with rows in the project: `created` for lists over several projects, and `undated` because tasks without
 * a due date come last in both directions.
 */
const places = [...(Object.keys(sortValues) as TaskOrder[]), 'created', 'undated'] as const
type Place = (typeof places)[number]

/** Sort value of a task without a due date: after all dates. */
const none = 'none'

interface SortedRange {
  project_id: string
  order: Place
}

const partition = ({ project_id, order }: SortedRange) => `${projects.keyOf({ id: project_id }).pk}#${order}`

/**
 * Index rows of a project's tasks in each sort order, with the IDs of linked data. A row changes with its sort value or
 * its linked data. The row in order of creation is also listed under the creator, and among the unassigned tasks of all
 * projects. The table's stream keeps the rows in sync (decision 0010).
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

/**
 * Returns the key ranges of a project's tasks in a sort order; tasks without a due date come last in both directions.
 */
export const sortedRanges = (
  project_id: string,
  order: TaskOrder | 'created',
  isDescending: boolean,
): Source<SortedTask>[] => {
  const rows = sortedTasks.in('inOrder', { project_id, order })
  if (!isDescending) return rows
  if (order !== 'due_date') return newestFirst(rows)
  return newestFirst([
    ...betweenKeys(rows, '0', none),
    ...sortedTasks.in('inOrder', { project_id, order: 'undated' }),
  ])
}

/** Returns the sort value of a task in an order; undefined if the order excludes the task. */
const taskSortValue = (task: StoredTask, place: Place): string | undefined => {
  if (place === 'undated') return task.due_date === null ? '' : undefined
  if (place === 'created') return ''
  return sortValues[place](task) ?? none
}

const sortedTaskRows = (task: StoredTask | undefined): Map<string, SortedTask> => {
  if (!task) return new Map()
  const { id, project_id, parent_id, attachments, created_by, assignee_ids } = task
  const listed = { creator_id: created_by.id, is_unassigned: assignee_ids.length === 0 }
  const rows = places.flatMap((order) => {
    const value = taskSortValue(task, order)
    if (value === undefined) return []
    return { project_id, order, value, id, parent_id, attachments, ...(order === 'created' && listed) }
  })
  return new Map(rows.map((row) => [`${row.order}#${row.value}`, row]))
}

const rows = derivedRows(sortedTasks, sortedTaskRows)

/** Updates the rows of a task in all sort orders. */
export const syncOrders = (before: StoredTask | undefined, after: StoredTask | undefined): Promise<void> => {
  const { id } = (after ?? before) as StoredTask
  return rows.sync(before, after, () => tasks.find({ id }))
}
