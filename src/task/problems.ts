import { attachmentProblems } from '../files/problems.ts'
import { projectArchived } from './access.ts'

/** How a task with attachments refuses to be made or changed. */
export const taskProblems = [projectArchived, ...attachmentProblems]
