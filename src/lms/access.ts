import type { Actor } from '../platform/identity/actor.ts'
import { conflict, forbidden } from '../platform/runtime/problem.ts'
import type { StoredCourse } from './course.ts'

type Who = Pick<Actor, 'id' | 'role'>
type Course = Pick<StoredCourse, 'author' | 'status'>

/** Authors and administrators see and change a course whatever its status. */
export const canEdit = (actor: Who, { author }: Pick<Course, 'author'>): boolean =>
  actor.role === 'admin' || author.id === actor.id

/** Everyone sees published courses; people who are enrolled also see archived ones. */
export const canSee = (actor: Who, course: Course, isEnrolled: boolean): boolean =>
  course.status === 'published' || canEdit(actor, course) || (course.status === 'archived' && isEnrolled)

/** Throws 403 unless the caller is the author or an administrator. */
export const requireEdit = (actor: Who, course: Course): void => {
  if (!canEdit(actor, course))
    throw forbidden('lms.not_the_author', 'Only the author of the course and administrators may do this.')
}

/** Throws 409 while the course is being generated from its file. */
export const requireSettled = ({ status }: Pick<Course, 'status'>): void => {
  if (status === 'generating')
    throw conflict('lms.course_generating', 'The course is still being generated from its file.')
}
