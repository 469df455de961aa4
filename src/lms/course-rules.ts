import { conflict, invalid } from '../platform/runtime/problem.ts'
import type { CourseStatus, StoredCourse } from './course.ts'

/**
 * Where a course may go from each status by its author; what is made out of a file goes its own way
 * (generation.ts).
 */
const transitions: Record<CourseStatus, readonly CourseStatus[]> = {
  draft: ['published'],
  published: ['draft', 'archived'],
  archived: ['published'],
  generating: [],
  failed: [],
}

export const requireTransition = (from: CourseStatus, to: CourseStatus) => {
  if (from !== to && !transitions[from].includes(to))
    throw conflict(
      'lms.course_transition',
      `A course that is ${from} cannot become ${to}; it can ` +
        `become ${transitions[from].join(' or ') || 'nothing else'}.`,
    )
}

export const requireDates = ({ start_at, end_at }: Pick<StoredCourse, 'start_at' | 'end_at'>) => {
  if (start_at !== null && end_at !== null && end_at < start_at)
    throw invalid('end_at', 'must not be before "start_at"')
}
