import { linkTo } from '../../platform/resource.ts'
import { derivedId } from '../../platform/runtime/id.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { toCountCourses } from './category/category-counts.ts'
import { courseType, type StoredCourse } from './course.ts'
import { toSyncCourseFiles } from './contents/files.ts'
import { events, type StoredEvent } from '../../calendar/event.ts'

const dateTypes = [
  { type: 'course_start', date: 'start_at', says: 'begins' },
  { type: 'course_end', date: 'end_at', says: 'ends' },
] as const

const dateEvent = (
  course: StoredCourse,
  { type, date, says }: (typeof dateTypes)[number],
): StoredEvent | undefined => {
  const start_at = course[date]
  if (start_at === null) return undefined
  return events.make({
    id: derivedId(Date.parse(course.created_at), `lms.course#${course.id}#${type}`),
    title: `“${course.title}” ${says}`,
    start_at,
    type,
    resource: linkTo(courseType, course),
    course_id: course.id,
    audience: 'course',
    version: course.version,
    created_at: course.created_at,
    updated_at: course.updated_at,
  })
}

/** Returns the writes that update the start and end events of a course. */
const toSyncDates = (before: StoredCourse | undefined, after: StoredCourse): Operation[] =>
  dateTypes.flatMap((kind): Operation[] => {
    const old = before && dateEvent(before, kind)
    const present = dateEvent(after, kind)
    if (old?.start_at === present?.start_at && old?.title === present?.title) return []
    return present ? [events.toPut(present)] : old ? [events.toRemove(old)] : []
  })

/**
 * Returns the writes, for the transaction of a course, that update what follows from its fields: counts of categories,
 * events, and attachments of its files.
 */
export const toSyncCourse = (before: StoredCourse | undefined, after: StoredCourse): Operation[] => [
  ...toCountCourses(before, after),
  ...toSyncDates(before, after),
  ...toSyncCourseFiles(before, after),
]
