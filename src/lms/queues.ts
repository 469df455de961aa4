import { Cursor, messageKind, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'
import { StoredText } from '../platform/table/large-text.ts'

/** One generation of a course from a file (generation.ts). */
const Run = z.object({ course_id: z.string(), run_id: z.string() })
export type Run = z.output<typeof Run>

/** Courses to be generated from files; `waits` is the number of times the message has waited for its turn. */
export const generations = messageKind(
  'course-from-file',
  'courses',
  Run.extend({ waits: z.int().default(0) }),
)

/** A published course; the people in `audience` are notified. */
const CoursePublication = z.object({
  course_id: z.string(),
  /** Version that published the course. */
  version: z.int(),
  audience: z.enum(['enrolled', 'following']),
  cursor: Cursor,
})
export type CoursePublication = z.output<typeof CoursePublication>

/** A file with a new version; the authors of courses generated from it are notified. */
const FileVersionEvent = z.object({ file_id: z.string(), cursor: Cursor })

export const courseNotifications = messageKind(
  'lms-news',
  'notices',
  z.union([CoursePublication, FileVersionEvent]),
)

/** A renamed category, whose courses have copies of its name. */
export const categoryRenames = messageWith('lms-category-renames', 'fan-outs', {
  category_id: z.string(),
  cursor: Cursor,
})

/** A changed event of a course; people's calendars are updated. */
export const eventChanges = messageWith('lms-calendars', 'fan-outs', {
  event_id: z.string(),
  course_id: z.string(),
  /** Former start of the event. */
  was_at: z.string().nullable(),
  cursor: Cursor,
})

/** A reminder of an event; `start_at` is the start of the event at the time of scheduling. */
export const eventReminders = messageWith('lms-event-reminders', 'notices', {
  event_id: z.string(),
  start_at: z.string(),
  cursor: Cursor,
})

/** A course whose lessons changed; the progress of its participants is recomputed. */
export const outlineChanges = messageWith('lms-outlines', 'fan-outs', {
  course_id: z.string(),
  cursor: Cursor,
})

/** A course whose title or visibility changed; its enrollments and their due times in calendars are updated. */
export const courseDues = messageWith('lms-course-dues', 'fan-outs', {
  course_id: z.string(),
  cursor: Cursor,
})

/**
 * People of an assignment, named or members of a group, whose enrollments are recomputed; they may be notified of the
 * assignment.
 */
export const assignedPeople = messageWith('lms-assigned-people', 'notices', {
  course_id: z.string(),
  /** ID of the assignment that the people are notified of; null for no notification. */
  assignment_id: z.string().nullable(),
  people: z.union([z.object({ user_ids: z.array(z.string()) }), z.object({ group_id: z.string() })]),
  /** True if the assignment is restored, or its course is published again or restored. */
  is_return: z.boolean().default(false),
  cursor: Cursor,
})

/** A change of a person's groups or activation; the person's enrollments are recomputed. */
export const membershipChanges = messageWith('lms-membership-changes', 'notices', {
  user_id: z.string(),
  joined: z.array(z.string()),
  left: z.array(z.string()),
  /** True if the account was activated or deactivated. */
  is_activation: z.boolean(),
})

const DueReminderType = z.enum(['course_due_soon', 'course_overdue'])

/** A reminder of an assignment; `due_at` is the due time of its round at the time of scheduling. */
export const assignmentReminders = messageWith('lms-assignment-reminders', 'notices', {
  type: DueReminderType,
  course_id: z.string(),
  assignment_id: z.string(),
  due_at: z.string(),
  /** Time of the next reminder, which replaces this one; null for the last one. */
  until: z.string().nullable(),
  cursor: Cursor,
})

/** A repeating assignment whose next round opens. */
export const roundOpenings = messageWith('lms-round-openings', 'notices', {
  course_id: z.string(),
  assignment_id: z.string(),
})

/** A certificate that expires soon. */
export const certificateReminders = messageWith('lms-certificate-reminders', 'notices', {
  certificate_id: z.string(),
})

/** A reminder to complete a course again, which is due at the end of the validity of a certificate. */
export const renewalReminders = messageWith('lms-renewal-reminders', 'notices', {
  type: DueReminderType,
  certificate_id: z.string(),
  until: z.string().nullable(),
})

/**
 * Work of a sweep: the remains of a purged course or a deleted category, the former texts of a course, or texts older
 * than `before` that no course refers to because a run was interrupted.
 */
const Sweep = z.discriminatedUnion('what', [
  z.object({ what: z.literal('course'), course_id: z.string(), author_id: z.string() }),
  z.object({ what: z.literal('category'), category_id: z.string() }),
  z.object({ what: z.literal('orphans'), course_id: z.string(), before: z.string() }),
  z.object({ what: z.literal('texts'), course_id: z.string(), contents: StoredText }),
])
export type Sweep = z.output<typeof Sweep>

export const sweeps = messageKind('lms-sweeps', 'sweeps', Sweep)
