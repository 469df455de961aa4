import { docs } from '#docs'
import { answeredId, id, optionalTime, Person, upTo, versioned } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'

/** Maximum numbers of people and groups named by one assignment. */
const maxPeople = 1_000
const maxGroups = 50

/** Maximum number of open assignments of a course. */
export const maxAssignments = 100

/** Fields of an assignment, which never change. */
export const courseAssignmentFields = {
  user_ids: upTo(maxPeople, id).meta(
    docs('IDs of people, at most 1,000; readers other than the assigner and the author see only their own.', {
      examples: [['01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11']],
    }),
  ),
  group_ids: upTo(maxGroups, id).meta(
    docs('IDs of groups, at most 50, including people who join later; others see only their own groups.'),
  ),
  due_at: optionalTime.meta(docs('Time by which the course must be completed; null for no due time.')),
  repeat_months: z
    .orNull(z.int().min(1).max(120))
    .meta(docs('Number of months after which the course must be completed again; null for once.')),
  note: z
    .orNull(z.string().trim().max(2_000))
    .meta(docs('Note for the people assigned.', { examples: ['Before the audit, please.'] })),
}

export const StoredFields = z.object({
  id: answeredId.meta(docs('ID of the assignment.')),
  course_id: answeredId.meta(docs('ID of the course.')),
  ...courseAssignmentFields,
  assigned_by: Person.meta(docs('The person who assigned the course.')),
  ...versioned,
})

/**
 * Open assignments in the partition of their course, so that all of them are read at once. `round` is the newest round
 * for which reminders are scheduled.
 */
export const courseAssignments = entity({
  name: 'lms.assignment',
  schema: StoredFields.extend({ round: z.int().default(1) }),
  key: ({ course_id, id }: { course_id: string; id: string }) => ({
    pk: `course#${course_id}`,
    sk: `assignment#${id}`,
  }),
  lists: {
    ofCourse: {
      partition: ({ course_id }: { course_id: string }) => `course#${course_id}`,
      prefix: 'assignment#',
    },
    byAssigner: {
      index: 'gsi1',
      partition: ({ assigned_by }: { assigned_by: { id: string } }) =>
        `user#${assigned_by.id}#course-assignments`,
      sort: ({ id }) => id,
      order: 'descending',
    },
  },
  counters: ['round'],
})

export type StoredAssignment = ThingOf<typeof courseAssignments>

const reference = z.object({ id: z.string(), course_id: z.string() })

/** The course of each assignment, by the ID of the assignment. */
export const assignmentCourses = entity({
  name: 'lms.assignment_course',
  isInternal: true,
  schema: reference,
  key: ({ id }: { id: string }) => ({ pk: `course-assignment#${id}`, sk: 'course' }),
})

/** Assignments of each group. */
export const groupAssignments = entity({
  name: 'lms.group_assignment',
  isInternal: true,
  schema: reference.extend({ group_id: z.string() }),
  key: ({ group_id, id }: { group_id: string; id: string }) => ({
    pk: `group#${group_id}#course-assignments`,
    sk: id,
  }),
  lists: {
    ofGroup: { partition: ({ group_id }: { group_id: string }) => `group#${group_id}#course-assignments` },
  },
})

/** Returns the references to an assignment, which are written and removed with it. */
export const assignmentReferences = ({ id, course_id, group_ids }: StoredAssignment) => ({
  course: { id, course_id },
  groups: group_ids.map((group_id) => ({ group_id, id, course_id })),
})
