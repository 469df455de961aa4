import type { Actor } from '../../platform/identity/actor.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { transact } from '../../platform/table/table.ts'
import { contentsPrefix, courseLessons } from '../course/contents/contents.ts'
import { courses } from '../course/course.ts'
import { enrollments, type StoredEnrollment } from '../enrollment/enrollment.ts'
import { makeEnrollment, recordProgress, writeEnrollment } from './progress-change.ts'
import { findCourse } from '../course/visible-courses.ts'
import { loadCourse } from '../course/loaded-course.ts'
import { courseProgress } from '../course/progress.ts'

export const courseNotPublished = problem('lms.course_not_published', 409, 'The course must be published.')

export const notEnrolled = problem('lms.not_enrolled', 409, 'The caller must be enrolled in the course.')

export const quizProgress = problem('lms.quiz_progress', 409, 'A quiz can be completed only by passing it.')

/** Enrolls the caller, once; throws 409 if the course is not published. `isNew` is true for a new enrollment. */
export const enroll = (
  actor: Actor,
  course_id: string,
): Promise<{ enrollment: StoredEnrollment; isNew: boolean }> =>
  retryOnConflict(async () => {
    const { course, enrollment: present, contents } = await loadCourse(actor, course_id, [contentsPrefix])
    if (present) return { enrollment: present, isNew: false }
    if (course.status !== 'published') throw courseNotPublished()
    const enrollment = makeEnrollment({ course, contents }, actor.id)
    await transact([enrollments.toCreate(enrollment), courses.toAdd(course, 'enrollment_count', 1)])
    return { enrollment, isNew: true }
  })

export const courseAssigned = problem(
  'lms.course_assigned',
  409,
  'The course is assigned to the caller, who stays enrolled until the assignment ends.',
)

/** Ends the caller's enrollment and deletes its progress; throws 409 while the course is assigned to the caller. */
export const unenroll = (actor: Actor, course_id: string): Promise<void> =>
  retryOnConflict(async () => {
    const { course, enrollment } = await findCourse(actor, course_id)
    if (!enrollment) return
    if (enrollment.assignment_ids.length > 0) throw courseAssigned()
    await transact([enrollments.toRemoveRead(enrollment, []), courses.toAdd(course, 'enrollment_count', -1)])
  })

/**
 * Marks a lesson as completed or not; throws 409 if the caller is not enrolled or the lesson is a quiz, 422 if the
 * lesson is not in the course.
 */
export const setProgress = (actor: Actor, course_id: string, lesson_id: string, completed: boolean) =>
  retryOnConflict(async () => {
    const { course, enrollment, contents } = await loadCourse(actor, course_id, [contentsPrefix])
    if (!enrollment) throw notEnrolled()
    const lesson = courseLessons(contents).find(({ id }) => id === lesson_id)
    if (!lesson) throw invalid('lesson_id', 'must be the ID of a lesson of the course')
    if (lesson.kind === 'quiz') throw quizProgress()
    const { completed: former } = enrollment
    const done = completed ? [...new Set([...former, lesson_id])] : former.filter((id) => id !== lesson_id)
    await writeEnrollment(
      recordProgress({ course, contents, enrollment }, done, { isActivity: true, name: actor.name }),
    )
    return courseProgress(contents, done)
  })
