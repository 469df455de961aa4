import { problemDocs } from '#docs'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import type { CourseStatus, StoredCourse } from './course.ts'

/**
 * Transitions of the status that a caller may request; generation from a file has its own transitions (generation.ts).
 */
const transitions: Record<CourseStatus, readonly CourseStatus[]> = {
  draft: ['published'],
  published: ['draft', 'archived'],
  archived: ['published'],
  generating: [],
  failed: [],
}

export const courseTransition = problem('lms.course_transition', 409, {
  wording: (from: CourseStatus, to: CourseStatus) => {
    const possible = transitions[from].join(' or ') || 'no other status'
    return `A course with the status "${from}" cannot change to "${to}"; it can change to ${possible}.`
  },
  docs: problemDocs({
    meaning: 'The status of the course cannot change to this one.',
    example: ['draft', 'archived'],
  }),
})

export const requireTransition = (from: CourseStatus, to: CourseStatus) => {
  if (from !== to && !transitions[from].includes(to)) throw courseTransition(from, to)
}

export const requireCourseDates = ({ start_at, end_at }: Pick<StoredCourse, 'start_at' | 'end_at'>) => {
  if (start_at !== null && end_at !== null && end_at < start_at)
    throw invalid('end_at', 'must not be before "start_at"')
}
