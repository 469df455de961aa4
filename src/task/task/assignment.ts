import * as z from '../../platform/schema/schema.ts'
import { entity, keyBelow } from '../../platform/table/entity.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { rowsByPerson } from '../../platform/table/derived-rows.ts'
import { writeItem } from '../../platform/table/table.ts'
import { users } from '../../platform/identity/user.ts'
import { countNames, numberOrder, tasks, type StoredTask, type TaskStatus } from './task.ts'

/** Returns the sort key of a task by due date; tasks without a due date come last. */
export const dueOrder = ({ due_date, id }: { due_date: string | null; id: string }) =>
  `${due_date ?? 'none'}#${id}`

const owned = keyBelow('user_id', users, 'task', ({ id }: { id: string }) => id)

/**
 * Copies of a task, in the form of lists, under each assignee. They change in the transaction of the task, except for
 * the counts, which the table's stream updates (decision 0010).
 */
export const assignments = entity({
  name: 'task.assignment',
  isInternal: true,
  schema: tasks.schema
    .omit({ description: true, assigned: true, due_moved: true, completed: true })
    .extend({ user_id: z.string() }),
  key: owned.key,
  counters: countNames,
  lists: {
    ...owned.lists,
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id, status }: { user_id: string; status: TaskStatus }) =>
        `user#${user_id}#tasks#${status}`,
      sort: dueOrder,
    },
    inProject: {
      index: 'gsi2',
      partition: ({ user_id, project_id }: { user_id: string; project_id: string }) =>
        `project#${project_id}#assignee#${user_id}`,
      sort: numberOrder,
      order: 'descending',
    },
  },
})

export const assignmentRows = rowsByPerson(
  assignments,
  ({ assignee_ids }: StoredTask) => assignee_ids,
  (task, user_id) => {
    const { description: _, assigned: __, due_moved: ___, completed: ____, ...summary } = task
    return { ...summary, user_id }
  },
)

/**
 * Copies the current counts of a task to its rows under assignees, so that a late change does not restore old counts;
 * does not recreate removed rows.
 */
export const syncCounts = async ({ id }: Pick<StoredTask, 'id'>): Promise<void> => {
  const task = await tasks.find({ id })
  if (!task) return
  const counts = Object.fromEntries(countNames.map((name) => [name, task[name]]))
  await Promise.all(
    task.assignee_ids.map((user_id) =>
      ignoreConflict(() => writeItem(assignments.toTouch({ user_id, id }, counts, {}))),
    ),
  )
}
