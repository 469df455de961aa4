import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { withPresentFiles } from '../../files/attachment/present-attachments.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { answeredArray, countSchema, maxCount } from '../../platform/schema/fields.ts'
import { homeItems } from '../../platform/schema/list-fields.ts'
import { now } from '../../platform/runtime/time.ts'
import type { PageRequest } from '../../platform/table/list/list.ts'
import { readVisible } from '../../platform/table/list/visible-list.ts'
import { enrollments, isOverdue } from '../enrollment/enrollment.ts'
import { withProgress, type EnrollmentRow } from './list/listed-progress.ts'
import { visibleCourses } from './visible-courses.ts'
import { CourseSummary } from './course.ts'

export const HomeCourses = z.described(
  docs('Courses in which the caller is enrolled.', { id: 'HomeCourses' }),
  {
    in_progress: countSchema(
      'Number of courses in which the caller is enrolled and that they have not completed',
    ),
    overdue: countSchema('Number of these courses that the caller should have completed by now'),
    items: answeredArray(CourseSummary, homeItems).meta(docs(`The ${homeItems} newest courses.`)),
  },
)

/** Loads the courses of enrollments that the caller may see and has not completed. */
const loadInProgress = async (actor: Actor, rows: EnrollmentRow[]) => {
  const opened = await visibleCourses(
    actor,
    rows.map(({ course_id }) => course_id),
  )
  const found = await withProgress(
    actor,
    opened.filter((one) => one !== undefined),
  )
  const shown = new Map(found.map((course) => [course.id, course]))
  return rows.map((row) => {
    const course = shown.get(row.course_id)
    const isOpen = row.completed_at === null && course?.progress?.next_lesson_id
    return isOpen ? { course, isLate: isOverdue(row, now()) } : undefined
  })
}

/** Returns the courses of the home screen that the caller is enrolled in, in two round trips. */
export const readHomeCourses = async (actor: Actor, { limit }: PageRequest) => {
  const { items } = await readVisible(
    {
      sources: enrollments.in('ofUser', { user_id: actor.id }),
      orderOf: ({ course_id }) => course_id,
      load: (rows) => loadInProgress(actor, rows),
    },
    { limit: maxCount },
  )
  const shown = items.slice(0, limit).map(({ course }) => course)
  const overdue = items.filter(({ isLate }) => isLate).length
  return { in_progress: items.length, overdue, items: await withPresentFiles(shown) }
}
