import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id, line } from '../../platform/schema/fields.ts'
import {
  listQuery,
  personIds,
  personOr,
  queryBoolean,
  queryValues,
  searchableListOf,
  words,
} from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { queryCourses } from '../course/list.ts'
import { CourseLevel, CourseStatus, CourseSummary } from '../course/course.ts'

export const listCourses = endpoint('GET /lms/courses', {
  summary: 'List published courses, newest first',
  isFunction: true,
  description:
    'Courses with another status are visible only to their authors and administrators. Chapters and ' +
    'descriptions are left out; read the course for them.',
  query: listQuery({
    search: words.optional().meta(docs('Words anywhere in the course; best matches first.')),
    sort: z.literal('newest').optional().meta(docs('With `search`, newest first instead.')),
    category_id: queryValues(id).optional().meta(docs('Only courses in these categories.')),
    tag: queryValues(line(50)).optional().meta(docs('Only courses with one of these tags.')),
    level: queryValues(CourseLevel).optional().meta(docs('Only courses of these levels.')),
    language: queryValues(z.string())
      .optional()
      .meta(docs('Only courses in these languages (BCP 47 tags).', { examples: [['en', 'de']] })),
    author_id: queryValues(personOr()).optional().meta(docs('Only courses by these people: ids, or `me`.')),
    status: queryValues(CourseStatus)
      .optional()
      .meta(docs('Only courses in these states that the caller may see; `published` by default.')),
    mine: queryBoolean.optional().meta(docs('`true`: only the caller’s own courses, whatever their status.')),
    enrolled: queryBoolean.optional().meta(docs('`true`: only courses that the caller is enrolled in.')),
  }),
  response: searchableListOf(CourseSummary),
  handle: ({ actor, query: { limit, cursor, author_id, ...filters } }) =>
    queryCourses(actor, { ...filters, author_id: personIds(author_id, actor) }, { limit, cursor }),
})
