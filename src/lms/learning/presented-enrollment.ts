import { docs } from '#docs'
import { users } from '../../platform/identity/user.ts'
import { answeredCount, answeredId, optionalTime, Person, timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { loadContents } from '../course/contents/contents.ts'
import { courses, type StoredCourse } from '../course/course.ts'
import type { EnrollmentRow } from '../course/list/listed-progress.ts'
import { Progress } from '../course/parts.ts'
import { courseProgress, rowProgress } from '../course/progress.ts'
import { EnrollmentState, enrollments, enrollmentState } from '../enrollment/enrollment.ts'

export const CourseEnrollment = z.described(
  docs('A person’s enrollment, as the author of the course sees it.', { id: 'CourseEnrollment' }),
  {
    user_id: answeredId.meta(docs('ID of the person.')),
    user: Person.meta(docs('The person.')),
    enrolled_at: timestamp.meta(docs('Time of the enrollment.')),
    status: EnrollmentState.meta(
      docs('State of the current round; a completed course stays completed if lessons are added.'),
    ),
    assigned: z.boolean().meta(docs('True if an assignment requires the course of the person.')),
    due_at: optionalTime.meta(
      docs('Time by which the person has to complete the course; null if there is none.'),
    ),
    ...Progress.omit({ next_lesson_id: true }).shape,
    lesson_count: answeredCount.meta(docs('Number of lessons of the course.')),
    course_changed: z
      .boolean()
      .meta(docs('True if lessons were added or removed since the progress was recorded.')),
    last_activity_at: optionalTime.meta(docs('Time when the person last completed or unmarked a lesson.')),
    completed_at: optionalTime.meta(docs('Time of the completion; null while a round is open.')),
    last_completed_at: optionalTime.meta(docs('Time of the latest completion of any round.')),
    certificate_id: z.orNull(answeredId).meta(docs('ID of the certificate of the latest completion.')),
  },
)

/** Computes the progress of people whose rows were written before the lessons of the course changed. */
const loadProgress = async (course: StoredCourse, rows: EnrollmentRow[]) => {
  if (rows.length === 0) return new Map<string, ReturnType<typeof courseProgress>>()
  const [contents, found] = await Promise.all([loadContents(course), enrollments.findMany(rows)])
  return new Map(
    found.flatMap((row) => (row ? [[row.user_id, courseProgress(contents, row.completed)]] : [])),
  )
}

/** Returns enrollments of a course with the names of the people and their progress in the current lessons. */
export const presentEnrollments = (
  course_id: string,
  rows: EnrollmentRow[],
): Promise<z.input<typeof CourseEnrollment>[]> =>
  retryOnConflict(async () => {
    const [course, people] = await Promise.all([
      courses.get({ id: course_id }),
      users.findMany(rows.map(({ user_id }) => ({ id: user_id }))),
    ])
    const outdated = await loadProgress(
      course,
      rows.filter((row) => rowProgress(course, row) === undefined),
    )
    return rows.map((row, index) => {
      const progress = rowProgress(course, row) ?? outdated.get(row.user_id)
      return {
        ...row,
        user: { id: row.user_id, name: people[index]?.name ?? '' },
        enrolled_at: row.created_at,
        status: enrollmentState(row),
        assigned: row.assignment_ids.length > 0,
        completed_lessons: progress?.completed_lessons ?? 0,
        percent: progress?.percent ?? 0,
        lesson_count: course.lesson_count,
        course_changed: row.outline_revision !== course.outline_revision,
      }
    })
  })
