import { endpoint } from '../../platform/http/endpoint.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { courseResponse } from '../course-response.ts'
import { Course, courseType } from '../course.ts'
import { loadCourse } from '../loaded-course.ts'

export const readCourse = endpoint(
  {
    method: 'GET',
    path: courseType.path,
    summary: 'Read a course with its chapters and lessons',
    description:
      'Includes up to 4 MiB of lesson contents; beyond that, `content` is null and `content_url` leads to it.',
    response: Course,
  },
  ({ actor, params: { id } }) =>
    retryOnConflict(async () => courseResponse(await loadCourse(actor, id, ['']))),
)
