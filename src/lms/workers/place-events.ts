import { readList } from '../../platform/table/list/list.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { syncEntries } from '../../calendar/calendar.ts'
import { courses } from '../course/course.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { eventChanges } from '../queues.ts'

/** Adds an event of a course to the calendars of its author and of enrolled people, or removes it. */
export const placeEvents = fanOut(eventChanges, async ({ event_id, course_id, was_at, cursor }, page) => {
  const [course, { items, next_cursor }] = await Promise.all([
    courses.find({ id: course_id }),
    readList(enrollments.in('ofCourse', { course_id }), page),
  ])
  if (!course) return null
  const people = [...items.map(({ user_id }) => user_id), ...(cursor === null ? [course.author.id] : [])]
  await syncEntries(event_id, [...new Set(people)], was_at)
  return next_cursor
})
