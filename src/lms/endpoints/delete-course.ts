import { endpoint } from '../../platform/http/endpoint.ts'
import { removeCourse } from '../course-changes.ts'

export const deleteCourse = endpoint(
  {
    method: 'DELETE',
    path: '/lms/courses/{id}',
    summary: 'Delete a course',
    description: 'With all that belongs to it, at once and for good.',
    status: 204,
    problems: {
      403: 'The caller may read the course but is not its author.',
      409: 'The course is being made out of its file.',
      412: '`If-Match` names another version.',
    },
  },
  ({ actor, params, ifMatch }) => removeCourse(actor, params.id, ifMatch),
)
