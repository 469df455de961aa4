import { attachmentProblems } from '../files/problems.ts'
import { projectArchived } from './project/access.ts'

/** Problems of creating or changing a task with attachments. */
export const taskProblems = [projectArchived, ...attachmentProblems]
