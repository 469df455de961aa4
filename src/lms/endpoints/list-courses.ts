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
import { queryCourses } from '../course/list/list.ts'
import { CourseLevel, CourseStatus, CourseSummary } from '../course/course.ts'

export const listCourses = endpoint('GET /lms/courses', {
  summary: 'List courses, newest first',
  isFunction: true,
  description:
    'Lists published courses by default. Courses with another status are listed only for their authors ' +
    'and administrators. Chapters and descriptions are omitted; get the course to read them.',
  query: listQuery({
    search: words.optional().meta(docs('Words in the course; best matches first.')),
    sort: z.literal('newest').optional().meta(docs('With `search`, sort by newest first instead.')),
    category_id: queryValues(id).optional().meta(docs('Only courses in these categories.')),
    tag: queryValues(line(50)).optional().meta(docs('Only courses with one of these tags.')),
    level: queryValues(CourseLevel).optional().meta(docs('Only courses of these levels.')),
    language: queryValues(z.string())
      .optional()
      .meta(docs('Only courses in these languages (BCP 47 tags).', { examples: [['en', 'de']] })),
    author_id: queryValues(personOr()).optional().meta(docs('Only courses by these authors: ids, or `me`.')),
    status: queryValues(CourseStatus)
      .optional()
      .meta(docs('Only courses with these statuses that the caller may read; `published` by default.')),
    mine: queryBoolean.optional().meta(docs('`true`: only the caller’s own courses, with any status.')),
    enrolled: queryBoolean.optional().meta(docs('`true`: only courses in which the caller is enrolled.')),
    assigned: queryBoolean.optional().meta(docs('`true`: only courses that are assigned to the caller.')),
  }),
  response: searchableListOf(CourseSummary),
  handle: ({ actor, query: { limit, cursor, author_id, ...filters } }) =>
    queryCourses(actor, { ...filters, author_id: personIds(author_id, actor) }, { limit, cursor }),
})
