import { readList, type ListPage, type PageRequest } from '../../platform/table/list/list.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { categorySubscriptions } from '../category/category.ts'
import { linkTo } from '../../platform/resource.ts'
import { courses, courseType, type StoredCourse } from '../course/course.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { markOutdatedCourses } from '../generation/outdated-courses.ts'
import { courseNotifications, type CoursePublication } from '../queues.ts'
import { notify } from '../../notifications/notify.ts'
import { logOutcome } from '../../notifications/outcome.ts'

const readCourseAudience = async (
  course: StoredCourse,
  audience: CoursePublication['audience'],
  page: PageRequest,
): Promise<ListPage<{ user_id: string; created_at: string }>> => {
  if (audience === 'enrolled') return readList(enrollments.in('ofCourse', { course_id: course.id }), page)
  if (course.category_id === null) return { items: [], next_cursor: null }
  return readList(categorySubscriptions.in('all', { category_id: course.category_id }), page)
}

/**
 * Notifies the people enrolled in a course or subscribed to its category that it was published, except the publisher.
 */
const notifyOfPublication = async (
  { course_id, version, audience }: CoursePublication,
  page: PageRequest,
) => {
  const course = await courses.find({ id: course_id })
  const publication = course?.publication
  if (course?.status !== 'published' || publication?.version !== version)
    return logOutcome({ type: 'course_published', id: course_id }, 'obsolete')
  const { items, next_cursor } = await readCourseAudience(course, audience, page)
  const early = items.filter(({ created_at }) => created_at <= publication.at).map(({ user_id }) => user_id)
  await notify(
    early.filter((id) => id !== publication.by.id),
    {
      type: 'course_published',
      params: { about: course.short_description },
      actor: publication.by,
      resource: linkTo(courseType, course),
      within: course.category_id ?? undefined,
      cause: `lms.course#${course.id}#published#${publication.version}`,
      at: publication.at,
    },
    { joined_later: items.map(({ user_id }) => user_id), own_action: early },
  )
  return next_cursor
}

/** Notifies people of a published course, or of a new version of a file that courses were generated from. */
export const notifyCourse = fanOut(courseNotifications, (message, page) =>
  'file_id' in message ? markOutdatedCourses(message.file_id, page) : notifyOfPublication(message, page),
)
