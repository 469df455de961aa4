import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import { answeredId, timestamp, versioned } from '../../platform/schema/fields.ts'

export const Enrollment = z.described(docs('A person’s enrollment in a course.', { id: 'Enrollment' }), {
  course_id: answeredId.meta(docs('Id of the course.')),
  user_id: answeredId.meta(docs('Id of the enrolled person.')),
  created_at: timestamp.meta(docs('Time of the enrollment.')),
})

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
