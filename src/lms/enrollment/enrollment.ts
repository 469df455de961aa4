import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { answeredId, optionalTime, timestamp, versioned } from '../../platform/schema/fields.ts'

export const Enrollment = z.described(docs('A person’s enrollment in a course.', { id: 'Enrollment' }), {
  course_id: answeredId.meta(docs('ID of the course.')),
  user_id: answeredId.meta(docs('ID of the enrolled person.')),
  created_at: timestamp.meta(docs('Time of the enrollment.')),
})

export const EnrollmentState = z
  .enum(['not_started', 'in_progress', 'completed'])
  .meta(docs('State of an enrollment.', { id: 'EnrollmentState' }))
export type EnrollmentState = z.output<typeof EnrollmentState>

interface Progress {
  completed_count: number
  next_lesson_id: string | null
  completed_at: string | null
}

/** Returns true if a person has completed all lessons of a course as they were when the enrollment was written. */
export const hasAllLessons = ({ completed_count, next_lesson_id }: Omit<Progress, 'completed_at'>): boolean =>
  completed_count > 0 && next_lesson_id === null

/** Returns the state of an enrollment. A completed course stays completed if lessons are added later. */
export const enrollmentState = (enrollment: Progress): EnrollmentState => {
  if (enrollment.completed_at !== null) return 'completed'
  return enrollment.completed_count > 0 ? 'in_progress' : 'not_started'
}

/** Returns true if an enrollment is open after its due time; `at` is the current time. */
export const isOverdue = (enrollment: Progress & { due_at: string | null }, at: string): boolean =>
  enrollmentState(enrollment) !== 'completed' && enrollment.due_at !== null && enrollment.due_at < at

/** Sort key of enrollments without a due time, after all times. */
const notDue = '~'

/** Returns the beginning of the sort keys of `byState` for enrollments in a state with a due time. */
export const stateRange = (state: EnrollmentState, due_at: string | null): string =>
  `${state}#${due_at ?? notDue}#`

/**
 * Enrollments of a course with their progress, stored in a separate partition. `completed_count` and `next_lesson_id`
 * refer to `outline_revision` of the course, so that lists do not have to load the lessons.
 */
export const enrollments = entity({
  name: 'lms.enrollment',
  schema: Enrollment.extend({
    ...versioned,
    completed: z.array(z.string()).default([]),
    completed_count: z.int().default(0),
    next_lesson_id: z.orNull(z.string()),
    outline_revision: z.int(),
    last_activity_at: optionalTime,
    /** Time of the completion of the current round; null while it is open. */
    completed_at: optionalTime,
    /** Time of the latest completion of any round. */
    last_completed_at: optionalTime,
    /** Number of the current round, which starts without completed lessons. */
    round: z.int().default(1),
    /** IDs of the assignments that require the course of the person. */
    assignment_ids: z.array(z.string()).default([]),
    /** Earliest due time of the assignments that the person has not satisfied. */
    due_at: optionalTime,
    /** ID of the certificate of the latest completion. */
    certificate_id: z.orNull(z.string()),
    /** End of the validity of the latest completion; null if it does not expire. */
    valid_until: optionalTime,
  }),
  key: ({ course_id, user_id }: { course_id: string; user_id: string }) => ({
    pk: `course#${course_id}#people`,
    sk: `enrollment#${user_id}`,
  }),
  lists: {
    ofCourse: {
      partition: ({ course_id }: { course_id: string }) => `course#${course_id}#people`,
      prefix: 'enrollment#',
    },
    ofUser: {
      index: 'gsi1',
      partition: ({ user_id }: { user_id: string }) => `user#${user_id}#enrollments`,
      sort: ({ course_id }) => course_id,
      order: 'descending',
    },
    byState: {
      index: 'gsi2',
      partition: ({ course_id }: { course_id: string }) => `course#${course_id}#enrollments`,
      sort: (enrollment) =>
        `${stateRange(enrollmentState(enrollment), enrollment.due_at)}${enrollment.user_id}`,
    },
  },
  detail: ['completed'],
})

export type StoredEnrollment = ThingOf<typeof enrollments>
