import { endpoint } from '../../platform/http/endpoint.ts'
import { removeCourse } from '../course-changes.ts'

export const deleteCourse = endpoint(
  {
    method: 'DELETE',
    path: '/lms/courses/{id}',
    entity: 'lms.course',
    summary: 'Delete a course',
    isFunction: true,
    description: 'With everything that belongs to it. It can be restored from the trash for 30 days.',
    status: 204,
    takesIfMatch: true,
    problems: {
      403: { 'lms.not_the_author': 'The caller may read the course but is not its author.' },
      409: { 'lms.course_generating': 'The course is still being generated from its file.' },
    },
  },
  ({ actor, params, ifMatch }) => removeCourse(actor, params.id, ifMatch),
)
