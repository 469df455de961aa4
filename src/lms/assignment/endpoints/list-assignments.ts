import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { id } from '../../../platform/schema/fields.ts'
import { listOf, listQuery, queryBoolean, queryValues } from '../../../platform/schema/list-fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { EnrollmentStatus } from '../../learning/enrollment-filters.ts'
import { queryAssignments } from '../list.ts'
import { CourseAssignment } from '../presented-assignment.ts'

export const listAssignments = endpoint('GET /lms/assignments', {
  summary: 'List open assignments of courses, earliest due time first',
  isFunction: true,
  description:
    'Lists the assignments that the caller made or that concern the caller; with `course_id`, all assignments of ' +
    'courses that the caller may edit.',
  query: listQuery({
    mine: queryBoolean.optional().meta(docs('`true`: only assignments that concern the caller.')),
    course_id: queryValues(id).optional().meta(docs('Only assignments of these courses.')),
    status: queryValues(EnrollmentStatus)
      .optional()
      .meta(docs('Only assignments in which the caller has one of these states.')),
  }),
  response: listOf(CourseAssignment).extend({
    truncated: z
      .boolean()
      .meta(
        docs(
          'True if only the newest 1,000 assignments that the caller made, or enrollments, were considered.',
        ),
      ),
  }),
  handle: ({ actor, query: { limit, cursor, ...filters } }) =>
    queryAssignments(actor, filters, { limit, cursor }),
})
