import { putPersonalEvent, removePersonalEvent } from '../../calendar/calendar.ts'
import { linkTo } from '../../platform/resource.ts'
import { derivedId, idTime } from '../../platform/runtime/id.ts'
import { isVisibleToEnrolled } from '../course/access.ts'
import { courses, courseType } from '../course/course.ts'
import { enrollments } from '../enrollment/enrollment.ts'

const loadDue = async (course_id: string, user_id: string) => {
  const [course, enrollment] = await Promise.all([
    courses.find({ id: course_id }),
    enrollments.find({ course_id, user_id }),
  ])
  return { course, enrollment, state: `${course?.version}, ${enrollment?.version}` }
}

const putDueEvent = async (
  course_id: string,
  user_id: string,
  { course, enrollment }: Awaited<ReturnType<typeof loadDue>>,
): Promise<void> => {
  const id = derivedId(idTime(course_id), `lms.due#${course_id}#${user_id}`)
  if (!course || !isVisibleToEnrolled(course) || !enrollment?.due_at) return removePersonalEvent(id)
  const { due_at, created_at, updated_at, version } = enrollment
  const resource = linkTo(courseType, course)
  await putPersonalEvent({
    id,
    type: 'course_due',
    title: course.title,
    start_at: due_at,
    url: resource.url,
    resource,
    user_ids: [user_id],
    created_at,
    updated_at,
    version,
  })
}

/**
 * Puts the due time of a person's course into the person's calendar, or removes it. A concurrent run may write older
 * data last, so the write is repeated until the course and the enrollment no longer change.
 */
export const syncDueEvent = async (course_id: string, user_id: string): Promise<void> => {
  let found = await loadDue(course_id, user_id)
  let placed: string | undefined
  while (found.state !== placed) {
    await putDueEvent(course_id, user_id, found)
    placed = found.state
    found = await loadDue(course_id, user_id)
  }
}
