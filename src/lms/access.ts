import type { Actor } from '../platform/identity/actor.ts'
import { noteReading } from '../platform/identity/reading.ts'
import { problem } from '../platform/runtime/problem.ts'
import { courseType, type StoredCourse } from './course.ts'

type Who = Pick<Actor, 'id' | 'role'>
type Course = Pick<StoredCourse, 'author' | 'status'>

/** The status of a course for its readers: one that is made anew stays what it was. */
const shownStatus = ({ status, run }: Pick<StoredCourse, 'status' | 'run'>) =>
  status === 'generating' ? (run?.returns_to ?? status) : status

/** Authors and administrators see and change a course whatever its status. */
export const canEdit = (actor: Who, { author }: Pick<Course, 'author'>): boolean =>
  actor.role === 'admin' || author.id === actor.id

/** Says that somebody sees a course that is not published: an administrator, unless it is their own. */
export const noteUnpublished = (actor: Who, { id, author }: Pick<StoredCourse, 'id' | 'author'>): void => {
  if (author.id !== actor.id) noteReading(actor, { type: courseType.type, id })
}

/** Everyone sees published courses; people who are enrolled also see archived ones. */
export const canSee = (actor: Who, course: StoredCourse, isEnrolled: boolean): boolean => {
  const status = shownStatus(course)
  if (status === 'published' || (status === 'archived' && isEnrolled)) return true
  const isEditor = canEdit(actor, course)
  if (isEditor) noteUnpublished(actor, course)
  return isEditor
}

export const notTheAuthor = problem(
  'lms.not_the_author',
  403,
  (sentence: string = 'Only the author of the course and administrators may do this.') => sentence,
  { meaning: 'The caller is neither the author of the course nor an administrator.', example: [] },
)

/** Throws 403 unless the caller is the author or an administrator. */
export const requireEdit = (actor: Who, course: Course): void => {
  if (!canEdit(actor, course)) throw notTheAuthor()
}

export const courseGenerating = problem(
  'lms.course_generating',
  409,
  'The course is still being generated from its file.',
)

/** Throws 409 while the course is being generated from its file. */
export const requireSettled = ({ status }: Pick<Course, 'status'>): void => {
  if (status === 'generating') throw courseGenerating()
}
