import type { Problems } from '../http/spec.ts'
import { conflict } from '../runtime/problem.ts'

/** 409: what a thing lay in is gone, or in the trash itself. */
export const containerMissing = (noun: 'space' | 'project') =>
  conflict(
    'trash.container_missing',
    `Its ${noun} is not there anymore; restore that first if it is in the trash.`,
  )

/** 409: what a thing was below is gone, or in the trash itself. */
export const parentMissing = (noun: 'page' | 'task') =>
  conflict(
    'trash.parent_missing',
    `The ${noun} above it is not there anymore; send another "parent_id", or null for none.`,
  )

/** What may be in the way of restoring a thing. */
export const restoreConflicts = {
  409: {
    'trash.container_missing': 'Its space or project is not there.',
    'trash.parent_missing': 'The page or task above it is not there; send `parent_id`.',
    'wiki.slug_taken': 'Its slug belongs to another space; send another `slug`.',
    'task.project_archived': 'Its project is archived.',
  },
} as const satisfies Problems
