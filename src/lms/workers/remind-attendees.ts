import { readList, type ListPage, type PageRequest } from '../../platform/table/list/list.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { linkTo } from '../../platform/resource.ts'
import { users } from '../../platform/identity/user.ts'
import { now } from '../../platform/runtime/time.ts'
import { eventType, events, type StoredEvent } from '../../calendar/event.ts'
import { wholeDayDates } from '../../calendar/dates.ts'
import { remind } from '../../notifications/notify.ts'
import { logOutcome, type Outcome } from '../../notifications/outcome.ts'
import { isVisibleToEnrolled } from '../course/access.ts'
import { courses } from '../course/course.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { eventReminders } from '../queues.ts'

const readAttendees = async (
  { course_id }: Pick<StoredEvent, 'course_id'>,
  page: PageRequest,
): Promise<ListPage<string>> => {
  if (course_id === null) {
    const { items, next_cursor } = await readList(users.in('all', { erased_at: null }), page)
    return { items: items.map(({ id }) => id), next_cursor }
  }
  const [course, { items, next_cursor }] = await Promise.all([
    courses.find({ id: course_id }),
    readList(enrollments.in('ofCourse', { course_id }), page),
  ])
  if (!course) return { items: [], next_cursor: null }
  const author = page.cursor === undefined ? [course.author.id] : []
  const enrolled = isVisibleToEnrolled(course) ? items.map(({ user_id }) => user_id) : []
  return { items: [...new Set([...author, ...enrolled])], next_cursor }
}

const reminderParams = (event: StoredEvent) => {
  const { start_date } = wholeDayDates(event)
  if (start_date !== null) return { at: start_date, kind: 'day' as const }
  return {
    at: event.start_at,
    kind: event.type === 'deadline' ? ('deadline' as const) : ('session' as const),
  }
}

/**
 * Reminds the author of a course and the people enrolled, or everyone, of an event, unless its start has moved or
 * passed.
 */
export const remindAttendees = fanOut(eventReminders, async ({ event_id, start_at }, page) => {
  const event = await events.find({ id: event_id })
  const leaveOut = (outcome: Outcome) => logOutcome({ type: 'event_soon', id: event_id }, outcome)
  if (event?.start_at !== start_at || event.reminder_minutes === null) return leaveOut('obsolete')
  if (start_at <= now()) return leaveOut('expired')
  const { items, next_cursor } = await readAttendees(event, page)
  await remind(items, {
    type: 'event_soon',
    params: reminderParams(event),
    actor: null,
    resource: linkTo(eventType, event),
    within: event.course_id ?? undefined,
    cause: `calendar.event_soon#${event_id}#${start_at}`,
  })
  return next_cursor
})
