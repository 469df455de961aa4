import { problemDocs } from '#docs'
import { policy } from '../../platform/identity/policy.ts'
import type { Reader } from '../../platform/resource.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { courseType, type StoredCourse } from './course.ts'

/** A course as seen by one person; `isEnrolled` is false if absent. */
type Course = Pick<StoredCourse, 'id' | 'author' | 'status'> &
  Partial<Pick<StoredCourse, 'run'>> & { isEnrolled?: boolean }

/** Returns the status of a course for its readers: while a course is generated again, its former status. */
const readerStatus = ({ status, run }: Course) =>
  status === 'generating' ? (run?.returns_to ?? status) : status

/** Returns true if the people enrolled in a course may see the course. */
export const isVisibleToEnrolled = (course: Course): boolean =>
  ['published', 'archived'].includes(readerStatus(course))

/**
 * Authors and administrators see and edit a course in any status; enrolled people also see an archived course (decision
 * 0065).
 */
export const coursePolicy = policy({
  type: courseType.type,
  permissions: ['read', 'edit'],
  owner: ({ author }: Course) => author,
  member: (course) => (course.isEnrolled && readerStatus(course) === 'archived' ? 'read' : undefined),
  public: (course) => (readerStatus(course) === 'published' ? 'read' : undefined),
  roles: { admin: 'edit' },
})

/** Returns true if a person may change the events of a course, or events for everybody if `course` is undefined. */
export const mayChangeEvents = (person: Reader, course: Course | undefined): boolean =>
  course ? coursePolicy.allows(course, person, 'edit') : person.role === 'admin'

export const notTheAuthor = problem('lms.not_the_author', 403, {
  wording: (sentence: string = 'Only the author of the course and administrators may do this.') => sentence,
  docs: problemDocs({
    meaning: 'The caller is neither the author of the course nor an administrator.',
    example: [],
  }),
})

/** Throws 403 unless the caller is the author of the course or an administrator. */
export const requireCourseEdit = (actor: Reader, course: Course): void => {
  if (!coursePolicy.allows(course, actor, 'edit')) throw notTheAuthor()
}

export const courseGenerating = problem('lms.course_generating', 409, 'The course is still being generated.')

/** Throws 409 while the course is being generated. */
export const requireSettled = ({ status }: Pick<Course, 'status'>): void => {
  if (status === 'generating') throw courseGenerating()
}
