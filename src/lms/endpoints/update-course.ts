import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { changeCourse } from '../course/changes.ts'
import { Course } from '../course/course.ts'
import { CourseInput } from '../course/input.ts'
import { courseGenerating, notTheAuthor } from '../course/access.ts'
import { courseTransition } from '../course/rules.ts'
import { maxCourseBytes } from '../limits.ts'

export const updateCourse = endpoint('PUT /lms/courses/{id}', {
  summary: 'Update a course',
  isFunction: true,
  description:
    '`chapters` replaces the whole list: chapters and lessons with an `id` are kept, and others are ' +
    'created. A lesson without `content` keeps its content. All changes are made together.',
  sharing: ['status'],
  body: updateOf(CourseInput, Course),
  maxBodyBytes: maxCourseBytes,
  response: Course,
  problems: [notTheAuthor, courseGenerating, courseTransition],
  handle: ({ actor, params, body, ifMatch }) => changeCourse(actor, params.id, body, ifMatch),
})
