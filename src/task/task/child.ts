import { childRows } from '../../platform/table/child-rows.ts'

/** Rows of the tasks of a project, or of the subtasks of a task. */
export const children = childRows('task.child')
