import { readAll } from '../../platform/table/list/list.ts'
import { removeBatch, writeBatch } from '../../platform/table/batch/batch-write.ts'
import { courses } from './course.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { makeCalendarEntry } from '../../calendar/calendar.ts'
import { entries } from '../../calendar/entry.ts'
import { events } from '../../calendar/event.ts'

const listCourseEvents = (course_id: string) => readAll(events.in('ofCourse', { course_id }))

/**
 * Adds the events of a course to a person's calendar if the person is enrolled or its author; removes them otherwise.
 */
export const syncCourseCalendar = async (course_id: string, user_id: string): Promise<void> => {
  const [course, enrollment, all] = await Promise.all([
    courses.find({ id: course_id }),
    enrollments.find({ course_id, user_id }),
    listCourseEvents(course_id),
  ])
  const isFor = enrollment !== undefined || course?.author.id === user_id
  const rows = all.map((event) => makeCalendarEntry(user_id, { ...event, description: null, user_ids: [] }))
  await writeBatch(isFor ? rows.map(entries.itemOf) : [], isFor ? [] : rows.map(entries.keyOf))
}

/** Removes the events of a deleted course from people's calendars. */
export const clearCourseCalendar = async (course_id: string, user_ids: string[]): Promise<void> => {
  const all = await listCourseEvents(course_id)
  const keys = all.flatMap(({ id: event_id, start_at }) =>
    user_ids.map((user_id) => entries.keyOf({ user_id, start_at, event_id })),
  )
  await removeBatch(keys)
}

export const removeCourseEvents = async (course_id: string): Promise<void> =>
  removeBatch((await listCourseEvents(course_id)).map(events.keyOf))
