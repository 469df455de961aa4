import { docs } from '#docs'
import { streaming } from '../../../platform/http/exchange/response-stream.ts'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { preferredType } from '../../../platform/http/request/accepted-type.ts'
import { id } from '../../../platform/schema/fields.ts'
import { listQuery, queryValues, searchableListOf, words } from '../../../platform/schema/list-fields.ts'
import { notTheAuthor } from '../../course/access.ts'
import { exportEnrollments } from '../enrollment-export.ts'
import { EnrollmentStatus } from '../enrollment-filters.ts'
import { queryEnrollments, requireEnrollmentList } from '../enrollment-list.ts'
import { CourseEnrollment, presentEnrollments } from '../presented-enrollment.ts'

const exportTypes = ['text/csv'] as const

export const listEnrollments = endpoint('GET /lms/courses/{id}/enrollments', {
  summary: 'List the people enrolled in a course, with their progress',
  isFunction: true,
  description:
    'For the author of the course and administrators, and with `group_id` for owners of the groups. With `status`, ' +
    'in the order of due times. With `group_id`, a page covers at most 1,000 members and may be short even if there ' +
    'is a `next_cursor`.',
  stream: streaming,
  headers: {
    Accept:
      'With `text/csv`, the response has up to 10,000 enrollments, and `Link` is the URL of the next ones.',
  },
  success: 'A page of enrollments, and the cursor of the next page.',
  query: listQuery({
    status: queryValues(EnrollmentStatus)
      .optional()
      .meta(
        docs('Only enrollments with one of these statuses; `overdue` ones are open after their due time.'),
      ),
    group_id: queryValues(id).optional().meta(docs('Only members of these groups.')),
    q: words.optional().meta(docs('Words in the name of the person; best matches first.')),
  }),
  response: searchableListOf(CourseEnrollment),
  alsoProduces: exportTypes,
  problems: [notTheAuthor],
  handle: async ({ actor, params: { id }, query: { limit, cursor, ...filters }, header }) => {
    const checking = requireEnrollmentList(actor, id, filters)
    if (preferredType(header('accept'), [...exportTypes]) !== undefined) {
      await checking
      return exportEnrollments(id, filters, cursor)
    }
    const [found] = await Promise.all([queryEnrollments(id, filters, { limit, cursor }), checking])
    return { ...found, items: await presentEnrollments(id, found.items) }
  },
})
