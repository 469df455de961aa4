import { endpoint } from '../../platform/http/endpoint.ts'
import { OneLesson } from '../chapter.ts'
import { loadLesson } from '../lessons.ts'

export const readLesson = endpoint(
  {
    method: 'GET',
    path: '/lms/courses/{id}/lessons/{lesson_id}',
    summary: 'Read a lesson of a course',
    response: OneLesson,
  },
  ({ actor, params: { id, lesson_id } }) => loadLesson(actor, id, lesson_id),
)
