import { childRows } from '../../platform/table/child-rows.ts'

/** That a task is in its project, or below another task. */
export const children = childRows('task.child')
