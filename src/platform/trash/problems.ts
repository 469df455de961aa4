import { told } from '#docs'
import { problem } from '../runtime/problem.ts'

/** 409: what a thing was in is gone, or in the trash itself. */
export const containerMissing = problem('trash.container_missing', 409, {
  wording: (noun: 'space' | 'project') =>
    `Its ${noun} is not there anymore; restore that first if it is in the trash.`,
  docs: told({
    meaning: 'What the deleted thing was in is gone, or in the trash itself.',
    example: ['space'],
  }),
})

/** 409: what a thing was below is gone, or in the trash itself. */
export const parentMissing = problem('trash.parent_missing', 409, {
  wording: (noun: 'page' | 'task') =>
    `The ${noun} above it is not there anymore; send another "parent_id", or null for none.`,
  docs: told({
    meaning: 'What the deleted thing was below is gone, or in the trash itself.',
    example: ['page'],
  }),
})
