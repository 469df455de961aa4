import { endpoint } from '../../platform/http/endpoint.ts'
import { removeCourse } from '../course/changes.ts'
import { courseGenerating, notTheAuthor } from '../course/access.ts'

export const deleteCourse = endpoint('DELETE /lms/courses/{id}', {
  summary: 'Delete a course',
  isFunction: true,
  description:
    'Also deletes everything that belongs to the course. The course can be restored from the trash for 30 days.',
  takesIfMatch: true,
  problems: [notTheAuthor, courseGenerating],
  handle: ({ actor, params, ifMatch }) => removeCourse(actor, params.id, ifMatch),
})
