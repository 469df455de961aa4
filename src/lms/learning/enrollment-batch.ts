import pMap from 'p-map'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { loadContents } from '../course/contents/contents.ts'
import { courses } from '../course/course.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { writeEnrollment, type Enrolled } from './progress-change.ts'

/** Number of enrollments changed at the same time. */
const enrollmentsAtOnce = 20

/** Loads a course with its contents; undefined if it does not exist. */
export const loadWithContents = (id: string): Promise<Omit<Enrolled, 'enrollment'> | undefined> =>
  retryOnConflict(async () => {
    const course = await courses.find({ id })
    return course && { course, contents: await loadContents(course) }
  })

/** Changes the enrollments of people in a course one by one, after a conflict on the current course. */
export const changeEnrollments = async (
  loaded: Omit<Enrolled, 'enrollment'>,
  user_ids: string[],
  toChange: (enrolled: Enrolled) => Operation[],
): Promise<void> => {
  const course_id = loaded.course.id
  const changeOne = (user_id: string) =>
    retryOnConflict(async (attempt) => {
      const [current, enrollment] = await Promise.all([
        attempt === 0 ? loaded : loadWithContents(course_id),
        enrollments.find({ course_id, user_id }),
      ])
      if (current && enrollment) await writeEnrollment(toChange({ ...current, enrollment }))
    })
  await pMap(user_ids, changeOne, { concurrency: enrollmentsAtOnce })
}
