import { docs } from '#docs'
import { formatQuery, htmlOfContent } from '../../files/file/media-query.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import * as z from '../../platform/schema/schema.ts'
import { lessonPath } from '../chapter/chapter.ts'
import { OneLesson } from '../chapter/one-lesson.ts'
import { lessonNotFound, loadLesson } from '../lesson/lessons.ts'
import { showLesson } from '../lesson/signed-lessons.ts'

export const readLesson = endpoint(`GET ${lessonPath}`, {
  summary: 'Get a lesson of a course',
  isFunction: true,
  description:
    'Includes the whole content, even if the course is too long to include it. Does not mark the lesson ' +
    'as completed.',
  profile: 'files',
  query: z.strictObject(formatQuery),
  response: OneLesson.extend({ html: htmlOfContent }).meta(
    docs('A lesson in responses.', { id: 'ShownLesson' }),
  ),
  problems: [lessonNotFound],
  handle: async ({ actor, params: { id, lesson_id }, query }) => {
    const { lesson, course } = await loadLesson(actor, id, lesson_id)
    return query.media || query.format ? showLesson(actor, course, lesson, query) : lesson
  },
})
