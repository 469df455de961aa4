import { endpoint } from '../../platform/http/endpoint.ts'
import { lessonPath, OneLesson } from '../chapter.ts'
import { loadLesson } from '../lessons.ts'

export const readLesson = endpoint(
  {
    method: 'GET',
    path: lessonPath,
    summary: 'Read a lesson of a course',
    response: OneLesson,
  },
  ({ actor, params: { id, lesson_id } }) => loadLesson(actor, id, lesson_id),
)
