import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { id, line } from '../../platform/schema/fields.ts'
import { isAmong, personIds, personOr, queryValues } from '../../platform/schema/list-fields.ts'
import { Priority, TaskStatus, type ListedTask } from './task.ts'

const day = z.iso.date().optional()

/** Filters of the task list of a project. */
export const taskFilters = {
  status: queryValues(TaskStatus).optional().meta(docs('Only tasks with these statuses.')),
  assignee_id: queryValues(personOr('none'))
    .optional()
    .meta(docs('Assignees: IDs or `me`; `none` for tasks without assignees.')),
  priority: queryValues(Priority).optional().meta(docs('Only tasks with these priorities.')),
  label: queryValues(line(50)).optional().meta(docs('Labels.')),
  parent_id: queryValues(id).optional().meta(docs('IDs of the parent tasks.')),
  created_by: queryValues(personOr()).optional().meta(docs('Creators: IDs or `me`.')),
  due_before: day.meta(docs('Due before this day.')),
  due_after: day.meta(docs('Due after this day.')),
}

/** Filters of the task list over all projects. */
export const everywhereFilters = {
  ...taskFilters,
  project_id: queryValues(id).optional().meta(docs('Only tasks of these projects.')),
}

export type TaskFilters = { [F in keyof typeof everywhereFilters]?: z.output<(typeof everywhereFilters)[F]> }

/** Resolves `me` to the caller's ID in the filters of a query. */
export const resolveFilters = (
  caller: { id: string },
  { assignee_id, created_by, ...others }: TaskFilters,
): TaskFilters => ({
  ...others,
  assignee_id: personIds(assignee_id, caller),
  created_by: personIds(created_by, caller),
})

const hasAmong = (wanted: string[] | undefined, values: string[]) =>
  wanted === undefined || values.some((value) => wanted.includes(value))

/**
 * Returns true if a due date matches the filters. Dates are compared as text; a task without a due date matches neither
 * filter.
 */
const isDueWithin = ({ due_before, due_after }: TaskFilters, due_date: string | null) => {
  if (due_before === undefined && due_after === undefined) return true
  if (due_date === null) return false
  return (
    (due_before === undefined || due_date < due_before) && (due_after === undefined || due_date > due_after)
  )
}

/** Returns a predicate for tasks; undefined if there are no filters. */
export const taskFilter = (filters: TaskFilters): ((task: ListedTask) => boolean) | undefined => {
  if (Object.values(filters).every((wanted) => wanted === undefined)) return undefined
  const { status, assignee_id, priority, label, parent_id, created_by, project_id } = filters
  return (task) =>
    isAmong(status, task.status) &&
    isAmong(project_id, task.project_id) &&
    isAmong(priority, task.priority) &&
    isAmong<string | null>(parent_id, task.parent_id) &&
    isAmong(created_by, task.created_by.id) &&
    hasAmong(label, task.labels) &&
    hasAmong(assignee_id, task.assignee_ids.length === 0 ? ['none'] : task.assignee_ids) &&
    isDueWithin(filters, task.due_date)
}
