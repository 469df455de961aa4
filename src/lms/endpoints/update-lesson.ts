import { endpoint } from '../../platform/http/endpoint.ts'
import * as z from '../../platform/schema/schema.ts'
import { fixed, updateOf } from '../../platform/schema/update-fields.ts'
import { OneLesson, OneLessonInput } from '../chapter/one-lesson.ts'
import { changeLesson, lessonNotFound } from '../lesson/lessons.ts'
import { courseGenerating, notTheAuthor } from '../course/access.ts'

export const updateLesson = endpoint('PUT /lms/courses/{id}/lessons/{lesson_id}', {
  summary: 'Update a lesson of a course',
  isFunction: true,
  description:
    'Useful for writing long courses. Increments the version of the course, which `If-Match` refers to.',
  body: updateOf(OneLessonInput, OneLesson).extend({
    course_id: fixed(z.string()),
    chapter_id: fixed(z.string()),
  }),
  response: OneLesson,
  problems: [notTheAuthor, lessonNotFound, courseGenerating],
  handle: ({ actor, params, body: { course_id, chapter_id, ...changes }, ifMatch }) =>
    changeLesson(actor, params.id, params.lesson_id, changes, { course_id, chapter_id }, ifMatch),
})
