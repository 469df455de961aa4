import { attachmentProblems } from '../files/problems.ts'
import type { Problems } from '../platform/http/spec.ts'

/** How a project that is archived refuses. */
export const archivedProblems = {
  409: { 'task.project_archived': 'The project is archived.' },
} as const satisfies Problems

/** How a task with attachments refuses to be made or changed. */
export const taskProblems = {
  409: { ...archivedProblems[409], ...attachmentProblems[409] },
  422: attachmentProblems[422],
} as const satisfies Problems
