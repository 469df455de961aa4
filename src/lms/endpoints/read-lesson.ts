import { mediaQuery } from '../../files/file/media-query.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import * as z from '../../platform/schema/schema.ts'
import { lessonPath } from '../lesson/chapter.ts'
import { OneLesson } from '../lesson/content.ts'
import { lessonNotFound, loadLesson } from '../lesson/lessons.ts'
import { withSignedPictures } from '../lesson/signed-lessons.ts'

export const readLesson = endpoint(`GET ${lessonPath}`, {
  summary: 'Read a lesson of a course',
  isFunction: true,
  description:
    'Includes the whole content, even where a long course gives `content_url` instead. Reading ' +
    'does not mark it as completed.',
  profile: 'files',
  query: z.strictObject({ media: mediaQuery }),
  response: OneLesson,
  problems: [lessonNotFound],
  handle: async ({ actor, params: { id, lesson_id }, query }) => {
    const { lesson, course } = await loadLesson(actor, id, lesson_id)
    return query.media ? withSignedPictures(actor, course, lesson) : lesson
  },
})
