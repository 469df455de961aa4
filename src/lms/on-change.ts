import { onChange, onSync } from '../platform/events/dispatcher.ts'
import { lockouts } from '../users/lockout.ts'
import { syncEntries } from '../calendar/calendar.ts'
import { assignmentHandlers } from './assignment/consequences.ts'
import { syncCourseCalendar } from './course/calendar.ts'
import { categories } from './category/category.ts'
import { linkTo } from '../platform/resource.ts'
import { currentVersionNumber } from '../files/file/save.ts'
import { files } from '../files/file/file.ts'
import { dropFiles } from './course/file-removal.ts'
import { courses, courseType, type StoredCourse } from './course/course.ts'
import { renewCopy } from './course/category/category-copy.ts'
import { expirySchedule } from './certificate/expiry-schedule.ts'
import { certificates } from './enrollment/certificate.ts'
import { enrollments } from './enrollment/enrollment.ts'
import { events, type StoredEvent } from '../calendar/event.ts'
import { eventReminderSchedule } from './event/reminder-schedule.ts'
import { startedRun } from './generation/generation.ts'
import { notify } from '../notifications/notify.ts'
import { markIfOutdated } from './generation/outdated-courses.ts'
import {
  categoryRenames,
  courseNotifications,
  eventChanges,
  generations,
  outlineChanges,
  sweeps,
} from './queues.ts'
import { shownFiles } from './course/contents/files.ts'

const publicationEvents = (before: StoredCourse | undefined, { id: course_id, publication }: StoredCourse) =>
  publication && publication.version !== before?.publication?.version
    ? (['enrolled', 'following'] as const).map((audience) =>
        courseNotifications.message({ course_id, version: publication.version, audience }),
      )
    : []

const outlineEvents = (
  before: StoredCourse | undefined,
  { id: course_id, outline_revision, enrollment_count }: StoredCourse,
) =>
  before && before.outline_revision !== outline_revision && enrollment_count > 0
    ? [outlineChanges.message({ course_id })]
    : []

const formerTextsSweep = (before: StoredCourse | undefined, { id, contents }: StoredCourse) =>
  before?.contents && before.contents.id !== contents?.id
    ? [sweeps.message({ what: 'texts', course_id: id, contents: before.contents })]
    : []

/** Notifies the requester of the end of a run, and enqueues a sweep of its remains. */
const runEndMessages = async (before: StoredCourse | undefined, course: StoredCourse) => {
  const { id, status, run, generation } = course
  if (before?.status !== 'generating' || status === 'generating' || !run || !generation) return []
  const outcome =
    generation.status === 'failed'
      ? {
          type: 'course_generation_failed' as const,
          params: { reason: course.failure ?? 'given_up' },
        }
      : { type: 'course_generated' as const }
  const at = generation.finished_at ?? course.updated_at
  await notify([run.asked_by.id], {
    ...outcome,
    actor: null,
    resource: linkTo(courseType, course),
    cause: `lms.course#${id}#run#${run.id}`,
    at,
  })
  await markIfOutdated(course)
  if (run.returns_to) await dropFiles(before, course)
  return [sweeps.message({ what: 'orphans', course_id: id, before: at })]
}

const isMoved = (before: StoredEvent | undefined, after: StoredEvent | undefined) =>
  before === undefined ||
  after === undefined ||
  (['start_at', 'end_at', 'all_day', 'timezone', 'type'] as const).some(
    (field) => before[field] !== after[field],
  )

export const changeHandlers = [
  ...assignmentHandlers,

  onChange(categories, ({ before, after }) => {
    if (before && !after) return [sweeps.message({ what: 'category', category_id: before.id })]
    return before && before.name !== after?.name ? [categoryRenames.message({ category_id: before.id })] : []
  }),

  onChange(courses, async ({ before, after, isRestored }) => {
    if (before?.version === after?.version) return []
    // its file may have been saved while the course was in the trash
    if (after && isRestored) await markIfOutdated(after)
    if (!after || isRestored) return []
    const run = startedRun(before, after)
    return [
      ...(run ? [generations.message(run, 0, after.run?.asked_by.id)] : []),
      ...publicationEvents(before, after),
      ...outlineEvents(before, after),
      ...formerTextsSweep(before, after),
      ...(await runEndMessages(before, after)),
    ]
  }),

  onChange(courses, async ({ before, after }) => {
    if (after && after.category_id !== (before?.category_id ?? null)) await renewCopy(after)
    return []
  }),

  onSync(certificates, expirySchedule),

  onSync(courses, shownFiles),

  onChange(files, ({ before, after }) =>
    before && after && currentVersionNumber(after) > currentVersionNumber(before)
      ? [courseNotifications.message({ file_id: after.id })]
      : [],
  ),

  onChange(enrollments, async ({ before, after, record: { course_id, user_id } }) => {
    if (!before || !after) await syncCourseCalendar(course_id, user_id)
    return []
  }),

  onSync(events, eventReminderSchedule),

  onChange(events, async ({ before, after, record: { id: event_id, audience, course_id } }) => {
    const was_at = before?.start_at ?? null
    const people = [...new Set([...(before?.user_ids ?? []), ...(after?.user_ids ?? [])])]
    if (audience === 'people') await syncEntries(event_id, people, was_at)
    const isForCourse = audience === 'course' && course_id !== null && isMoved(before, after)
    return isForCourse ? [eventChanges.message({ event_id, course_id, was_at })] : []
  }),

  onChange(lockouts, async ({ before, after }) => {
    if (before || !after?.user_id) return []
    await notify([after.user_id], {
      type: 'sign_in_attempts',
      params: { until: new Date(after.until * 1000).toISOString() },
      actor: null,
      resource: null,
      cause: `users.lockout#${after.id}#${after.until}`,
      at: after.at,
    })
    return []
  }),
]
