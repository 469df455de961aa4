import { endpoint } from '../../platform/http/endpoint.ts'
import { generatingResponse } from '../course-response.ts'
import { Course } from '../course.ts'
import { restartGeneration } from '../generation-start.ts'

export const generateCourse = endpoint(
  {
    method: 'POST',
    path: '/lms/courses/{id}/generate',
    summary: 'Retry generating a failed course from its file',
    status: 202,
    response: Course,
    location: '/lms/courses/{id}',
    problems: {
      403: 'The caller may read the course but is not its author.',
      409:
        'The course has not failed, another one is being generated from its file, or a request with the ' +
        'same `Idempotency-Key` is still running.',
    },
  },
  async ({ actor, params }) => generatingResponse(await restartGeneration(actor, params.id)),
)
