import { now } from '../../platform/runtime/time.ts'
import type { TaskCounter } from '../project/project.ts'
import type { TaskStatus } from './task.ts'

/** Whether something is left to do of a task with this status. */
export const isStillOpen = ({ status }: { status: TaskStatus }): boolean =>
  status !== 'done' && status !== 'cancelled'

/** The counters of a project to which a task with this status adds. */
export const projectCounts = (status: TaskStatus, amount: 1 | -1) => {
  const category = status === 'in_review' ? 'in_progress' : status
  const counts: Partial<Record<TaskCounter, number>> = { task_count: amount, [`${category}_count`]: amount }
  return counts
}

/** The amounts by which a project's counters follow a change of status. */
export const projectCountChanges = (before: TaskStatus, after: TaskStatus) => {
  const { task_count: _, ...removed } = projectCounts(before, -1)
  const { task_count: __, ...added } = projectCounts(after, 1)
  return Object.keys(removed).join() === Object.keys(added).join() ? undefined : { ...removed, ...added }
}

/** Since when a task with this status is done; what is done already stays so since then. */
export const completedAt = (status: TaskStatus, since: string | null = null): string | null =>
  status === 'done' ? (since ?? now()) : null
