import { now } from '../../platform/runtime/time.ts'
import type { TaskStatus } from './task.ts'

/** Whether something is left to do of a task with this status. */
export const isStillOpen = ({ status }: { status: TaskStatus }): boolean =>
  status !== 'done' && status !== 'cancelled'

/** Since when a task with this status is done; what is done already stays so since then. */
export const completedAt = (status: TaskStatus, since: string | null = null): string | null =>
  status === 'done' ? (since ?? now()) : null
