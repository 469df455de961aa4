import { attachmentProblems } from '../files/problems.ts'
import { projectArchived } from './project/access.ts'

/** How a task with attachments refuses to be made or changed. */
export const taskProblems = [projectArchived, ...attachmentProblems]
