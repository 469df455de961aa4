import type { Problems } from '../platform/http/spec.ts'

/** How a space refuses those who may only read it. */
export const readerProblems = {
  403: { 'wiki.permission_missing': 'The caller may read the space but not write in it.' },
} as const satisfies Problems

/** How a page in the archive refuses every change but being published again. */
export const archivedProblem = { 'wiki.page_archived': 'The page is archived.' }

/** How a page refuses to be moved or deleted while a large tree moves with it. */
export const arrivingProblem = {
  'wiki.tree_moving':
    'It belongs to more than 90 pages that are still moving to another space, or is above them.',
}

/** How a page refuses another status or another place. */
export const movingProblems = {
  ...arrivingProblem,
  'wiki.page_published': 'The page is not a draft, and cannot become one again.',
  'wiki.page_draft': 'The page is a draft, which cannot be archived.',
}

/** How a page refuses a revision. */
export const revisionProblems = {
  ...readerProblems,
  409: {
    ...archivedProblem,
    'wiki.revision_conflict': '`base_revision` is not the newest revision; the detail names the newest.',
  },
} as const satisfies Problems
