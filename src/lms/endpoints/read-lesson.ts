import { endpoint } from '../../platform/http/endpoint.ts'
import { OneLesson } from '../chapter.ts'
import { readLesson } from '../lessons.ts'

export const handler = endpoint(
  {
    method: 'GET',
    path: '/lms/courses/{id}/lessons/{lesson_id}',
    summary: 'Read a lesson of a course',
    response: OneLesson,
  },
  ({ actor, params: { id, lesson_id } }) => readLesson(actor, id, lesson_id),
)
