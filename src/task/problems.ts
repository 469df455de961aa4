import { attachmentProblems } from '../files/problems.ts'
import { projectArchived } from './project/access.ts'

export const taskProblems = [projectArchived, ...attachmentProblems]
