import { endpoint } from '../../platform/http/endpoint.ts'
import { unenroll } from '../enrollment/changes.ts'

export const unenrollCourse = endpoint('DELETE /lms/courses/{id}/enroll', {
  summary: 'Leave a course',
  success: 'The caller is no longer enrolled.',
  isFunction: true,
  description: 'The caller’s progress is lost, and the dates of the course leave their calendar.',
  handle: ({ actor, params: { id } }) => unenroll(actor, id),
})
