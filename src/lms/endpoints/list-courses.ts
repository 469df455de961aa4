import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id, listQuery, queryBoolean, searchableListOf, words } from '../../platform/schema/fields.ts'
import { queryCourses } from '../course/list.ts'
import { CourseStatus, CourseSummary } from '../course/course.ts'

export const listCourses = endpoint('GET /lms/courses', {
  summary: 'List published courses, newest first',
  isFunction: true,
  description:
    'Courses with another status are visible only to their authors and administrators. Chapters and ' +
    'descriptions are left out; read the course for them.',
  query: listQuery({
    search: words.optional().meta(docs('Words anywhere in the course; the newest matches come first.')),
    category_id: id.optional().meta(docs('Only courses in this category.')),
    status: CourseStatus.optional().meta(
      docs('Only courses with this status that the caller may see; `published` by default.'),
    ),
    mine: queryBoolean.optional().meta(docs('`true`: only the caller’s own courses, whatever their status.')),
    enrolled: queryBoolean.optional().meta(docs('`true`: only courses that the caller is enrolled in.')),
  }),
  response: searchableListOf(CourseSummary),
  handle: ({ actor, query: { limit, cursor, ...filters } }) =>
    queryCourses(actor, filters, { limit, cursor }),
})
