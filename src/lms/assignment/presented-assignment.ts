import { docs } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { answeredId, answeredTitle } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { now } from '../../platform/runtime/time.ts'
import { coursePolicy } from '../course/access.ts'
import type { LoadedCourse } from '../course/visible-courses.ts'
import { StoredFields, type StoredAssignment } from '../enrollment/assignment.ts'
import { enrollmentState, isOverdue } from '../enrollment/enrollment.ts'
import { EnrollmentStatus } from '../learning/enrollment-filters.ts'

export const CourseAssignment = StoredFields.extend({
  course: z
    .object({
      id: answeredId.meta(docs('ID of the course.')),
      title: answeredTitle.meta(docs('Title of the course.')),
    })
    .meta(docs('The course.', { id: 'AssignedCourse' })),
  status: EnrollmentStatus.nullable().meta(
    docs('The caller’s own state in the course; null if the assignment does not concern the caller.'),
  ),
}).meta(docs('An assignment of a course.', { id: 'CourseAssignment' }))

/** Returns an assignment as the caller may see it: others than its assigner and the author see only themselves. */
export const presentAssignment = (
  actor: Actor,
  assignment: StoredAssignment,
  { course, enrollment }: LoadedCourse,
): z.input<typeof CourseAssignment> => {
  const { round: _, ...fields } = assignment
  const isOwn = enrollment?.assignment_ids.includes(assignment.id) === true
  const isShown = assignment.assigned_by.id === actor.id || coursePolicy.allows(course, actor, 'edit')
  return {
    ...fields,
    ...(!isShown && {
      user_ids: fields.user_ids.filter((id) => id === actor.id),
      group_ids: fields.group_ids.filter((id) => actor.groups.includes(id)),
    }),
    course: { id: course.id, title: course.title },
    status: isOwn ? (isOverdue(enrollment, now()) ? 'overdue' : enrollmentState(enrollment)) : null,
  }
}
