import { now } from '../../platform/runtime/time.ts'
import type { TaskCounter } from '../project/project.ts'
import type { TaskStatus } from './task.ts'

/** Returns true if a task with this status is neither done nor cancelled. */
export const isStillOpen = ({ status }: { status: TaskStatus }): boolean =>
  status !== 'done' && status !== 'cancelled'

/** Returns the amounts that a task with this status adds to the counters of its project. */
export const projectCounts = (status: TaskStatus, amount: 1 | -1) => {
  const category = status === 'in_review' ? 'in_progress' : status
  const counts: Partial<Record<TaskCounter, number>> = { task_count: amount, [`${category}_count`]: amount }
  return counts
}

/** Returns the changes of a project's counters after a change of status; undefined if there are none. */
export const projectCountChanges = (before: TaskStatus, after: TaskStatus) => {
  const { task_count: _, ...removed } = projectCounts(before, -1)
  const { task_count: __, ...added } = projectCounts(after, 1)
  return Object.keys(removed).join() === Object.keys(added).join() ? undefined : { ...removed, ...added }
}

/** Returns the completion time of a task with this status; a task that is already done keeps its time. */
export const completedAt = (status: TaskStatus, since: string | null = null): string | null =>
  status === 'done' ? (since ?? now()) : null
