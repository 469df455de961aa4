import { defineCommentResource } from '../../comments/resource.ts'
import { taskResource } from '../task/resource.ts'
import { commentKind } from '../task/comment.ts'

/** The resource definition of task comments; anyone who may read the task may read its comments. */
export const commentResource = defineCommentResource(commentKind, {
  resource: taskResource,
  containerOf: ({ project_id }) => project_id,
  erasure: 'A comment is kept with its task.',
})
