import { problemDocs } from '#docs'
import { problem } from '../runtime/problem.ts'

/** 409: the container of the resource was deleted or is in the trash itself. */
export const containerMissing = problem('trash.container_missing', 409, {
  wording: (noun: 'space' | 'project') =>
    `The ${noun} of this item no longer exists; if it is in the trash, restore it first.`,
  docs: problemDocs({
    meaning: 'The container of the deleted resource no longer exists, or is in the trash itself.',
    example: ['space'],
  }),
})

/** 409: the parent of the resource was deleted or is in the trash itself. */
export const parentMissing = problem('trash.parent_missing', 409, {
  wording: (noun: 'page' | 'task') =>
    `The parent ${noun} no longer exists; send another "parent_id", or null for none.`,
  docs: problemDocs({
    meaning: 'The parent of the deleted resource no longer exists, or is in the trash itself.',
    example: ['page'],
  }),
})
