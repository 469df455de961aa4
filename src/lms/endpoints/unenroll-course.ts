import { endpoint } from '../../platform/http/endpoint.ts'
import { courseAssigned, unenroll } from '../learning/changes.ts'

export const unenrollCourse = endpoint('DELETE /lms/courses/{id}/enroll', {
  summary: 'Unenroll from a course',
  success: 'The caller is no longer enrolled.',
  isFunction: true,
  description:
    'Deletes the caller’s progress, and removes the dates of the course from the caller’s calendar.',
  problems: [courseAssigned],
  handle: ({ actor, params: { id } }) => unenroll(actor, id),
})
