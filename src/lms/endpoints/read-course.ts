import { mediaQuery } from '../../files/file/media-query.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import * as z from '../../platform/schema/schema.ts'
import { loadCourseResponse } from '../course/response.ts'
import { Course, courseType } from '../course/course.ts'
import { withSignedLessons } from '../lesson/signed-lessons.ts'

export const readCourse = endpoint(`GET ${courseType.path}`, {
  summary: 'Get a course with its chapters and lessons',
  isFunction: true,
  description:
    'Includes up to 4 MiB of lesson contents. Beyond this limit, `content` is null; `content_url` returns the ' +
    'lesson with its content.',
  profile: 'files',
  query: z.strictObject({ media: mediaQuery }),
  response: Course,
  handle: async ({ actor, params: { id }, query }) => {
    const course = await loadCourseResponse(actor, id)
    return query.media ? withSignedLessons(actor, course) : course
  },
})
