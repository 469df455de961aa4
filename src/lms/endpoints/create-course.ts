import { endpoint } from '../../platform/http/endpoint.ts'
import { addCourse } from '../course/creation.ts'
import { Course } from '../course/course.ts'
import { NewCourse } from '../course/input.ts'
import { maxCourseBytes } from '../limits.ts'

export const createCourse = endpoint('POST /lms/courses/create', {
  summary: 'Create a course',
  isFunction: true,
  description: 'The course is published immediately, unless `status` is `draft`.',
  effect: 'sharing',
  body: NewCourse,
  maxBodyBytes: maxCourseBytes,
  response: Course,
  location: '/lms/courses/{id}',
  handle: ({ actor, body }) => addCourse(actor, body),
})
