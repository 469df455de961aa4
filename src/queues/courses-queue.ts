import { makeCourse as courseFromFile } from '../lms/workers/make-course.ts'
import { queueFunction } from '../platform/events/queue-function.ts'

/** Written by `npm run openapi`: the workers by the kinds of their messages. */
export const coursesQueue = queueFunction('courses', {
  'course-from-file': courseFromFile,
})
