import { now } from '../../platform/runtime/time.ts'
import type { TaskStatus } from './task.ts'

/** Since when a task with this status is done; what is done already stays so since then. */
export const completedAt = (status: TaskStatus, since: string | null = null): string | null =>
  status === 'done' ? (since ?? now()) : null
