import { endpoint } from '../../platform/http/endpoint.ts'
import { id, listQuery, queryBoolean, searchableListOf, words } from '../../platform/schema/fields.ts'
import { queryCourses } from '../course-list.ts'
import { CourseStatus, CourseSummary } from '../course.ts'

export const listCourses = endpoint(
  {
    method: 'GET',
    path: '/lms/courses',
    summary: 'List published courses, newest first',
    query: listQuery({
      search: words.optional().meta({
        description: 'Words in the title, tags, description, chapters or first lessons; best matches first.',
      }),
      category_id: id.optional().meta({ description: 'Only courses in this category.' }),
      status: CourseStatus.optional().meta({
        description: 'Only courses with this status that the caller may see; `published` by default.',
      }),
      mine: queryBoolean
        .optional()
        .meta({ description: '`true`: only the caller’s own courses, whatever their status.' }),
      enrolled: queryBoolean
        .optional()
        .meta({ description: '`true`: only courses that the caller is enrolled in.' }),
    }),
    response: searchableListOf(CourseSummary),
  },
  ({ actor, query: { limit, cursor, ...filters } }) => queryCourses(actor, filters, { limit, cursor }),
)
