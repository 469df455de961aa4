import { commentResourceOf } from '../../comments/resource.ts'
import { taskResource } from '../task/resource.ts'
import { commentKind } from './comment.ts'

/** Anyone who may read the task. */
export const commentResource = commentResourceOf(commentKind, {
  resource: taskResource,
  containerOf: ({ project_id }) => project_id,
  erasure: 'A comment stays with its task.',
})
