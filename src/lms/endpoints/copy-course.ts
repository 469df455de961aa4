import { endpoint } from '../../platform/http/endpoint.ts'
import * as z from '../../platform/schema/schema.ts'
import { addCopy } from '../copy/course-copy.ts'
import { courseGenerating, notTheAuthor } from '../course/access.ts'
import { Course, courseFields } from '../course/course.ts'

export const copyCourse = endpoint('POST /lms/courses/{id}/copy', {
  summary: 'Copy a course',
  isFunction: true,
  description:
    'For the author of the course and administrators. The copy is a draft of the caller, with all chapters, lessons ' +
    'and quizzes in their order, and without enrollments. Files in its texts are attached if the caller may read them.',
  body: z.strictObject({ title: courseFields.title.optional() }),
  isBodyOptional: true,
  response: Course,
  location: '/lms/courses/{id}',
  problems: [notTheAuthor, courseGenerating],
  handle: ({ actor, params: { id }, body: { title } }) => addCopy(actor, id, title),
})
