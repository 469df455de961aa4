import { HttpReply } from '../../platform/http/exchange/http-reply.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { Enrollment } from '../enrollment/enrollment.ts'
import { courseNotPublished, enroll } from '../learning/changes.ts'

export const enrollCourse = endpoint('POST /lms/courses/{id}/enroll', {
  summary: 'Enroll in a course',
  isFunction: true,
  description: 'Tracks the caller’s progress, and adds the dates of the course to the caller’s calendar.',
  status: [201, 200],
  response: Enrollment,
  problems: [courseNotPublished],
  handle: async ({ actor, params: { id } }) => {
    const { enrollment, isNew } = await enroll(actor, id)
    return new HttpReply(enrollment, isNew ? {} : { status: 200 })
  },
})
