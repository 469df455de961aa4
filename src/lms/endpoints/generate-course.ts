import { endpoint } from '../../platform/http/endpoint.ts'
import { generatingAnswer } from '../course-answer.ts'
import { Course } from '../course.ts'
import { restartGeneration } from '../generation.ts'

export const generateCourse = endpoint(
  {
    method: 'POST',
    path: '/lms/courses/{id}/generate',
    summary: 'Make a course out of its file again, after that has failed',
    status: 202,
    response: Course,
    location: '/lms/courses/{id}',
    problems: {
      403: 'The caller may read the course but is not its author.',
      409: 'The course has not failed, another is being made out of its file, or the same `Idempotency-Key` is still being worked on.',
    },
  },
  async ({ actor, params }) => generatingAnswer(await restartGeneration(actor, params.id)),
)
