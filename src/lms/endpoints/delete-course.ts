import { endpoint } from '../../platform/http/endpoint.ts'
import { removeCourse } from '../course-changes.ts'

export const deleteCourse = endpoint(
  {
    method: 'DELETE',
    path: '/lms/courses/{id}',
    summary: 'Delete a course',
    description: 'With everything that belongs to it, immediately and permanently.',
    status: 204,
    problems: {
      403: 'The caller may read the course but is not its author.',
      409: 'The course is still being generated from its file.',
      412: '`If-Match` names a different version.',
    },
  },
  ({ actor, params, ifMatch }) => removeCourse(actor, params.id, ifMatch),
)
