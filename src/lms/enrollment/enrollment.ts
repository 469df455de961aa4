import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { answeredId, timestamp, versioned } from '../../platform/schema/fields.ts'

export const Enrollment = z.described(docs('A person’s enrollment in a course.', { id: 'Enrollment' }), {
  course_id: answeredId.meta(docs('Id of the course.')),
  user_id: answeredId.meta(docs('Id of the person enrolled.')),
  created_at: timestamp.meta(docs('When it started.')),
})

/**
 * Who takes part in a course, in a partition of its own, and how far they have come. `completed_count` and
 * `next_lesson_id` are as of the course's `outline_revision`, so that lists need not look the lessons up.
 */
export const enrollments = entity({
  name: 'lms.enrollment',
  schema: Enrollment.extend({
    ...versioned,
    completed: z.array(z.string()).default([]),
    completed_count: z.int().default(0),
    next_lesson_id: z.orNull(z.string()),
    outline_revision: z.int(),
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
  },
  detail: ['completed'],
})

export type StoredEnrollment = ThingOf<typeof enrollments>
