import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { derivedRows } from '../../platform/table/derived-rows.ts'
import { users } from '../../platform/identity/user.ts'
import { numberOrder, tasks, type StoredTask, type TaskStatus } from './task.ts'

/** A task again, as lists show it, under somebody who is to do it: changed with it in one transaction. */
export const assignments = entity({
  name: 'task.assignment',
  isInternal: true,
  schema: tasks.schema
    .omit({ description: true, assigned: true, due_moved: true })
    .extend({ user_id: z.string() }),
  key: ({ user_id, id }: { user_id: string; id: string }) => ({
    pk: users.keyOf({ id: user_id }).pk,
    sk: `task#${id}`,
  }),
  lists: {
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id, status }: { user_id: string; status: TaskStatus }) =>
        `user#${user_id}#tasks#${status}`,
      sort: ({ due_date, id }) => `${due_date ?? 'none'}#${id}`,
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

type Assignment = ThingOf<typeof assignments>

const assignmentsOf = (task: StoredTask | undefined): Map<string, Assignment> => {
  if (!task) return new Map()
  const { description: _, assigned: __, due_moved: ___, ...summary } = task
  return new Map(task.assignee_ids.map((user_id) => [user_id, { ...summary, user_id }]))
}

export const assignmentRows = derivedRows(assignments, assignmentsOf)
