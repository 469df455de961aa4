import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/fields.ts'
import { changeCourse } from '../course-changes.ts'
import { Course, CourseInput } from '../course.ts'

const maxBodyBytes = 4 * 1_048_576

export const updateCourse = endpoint(
  {
    method: 'PUT',
    path: '/lms/courses/{id}',
    summary: 'Change a course',
    description:
      'Chapters are replaced whole: chapters and lessons that carry their `id` keep it, others are new, and a lesson without `content` keeps what it has. The whole changes at once.',
    body: updateOf(CourseInput, Course),
    maxBodyBytes,
    response: Course,
    problems: {
      403: 'The caller may read the course but is not its author.',
      409: 'The course is being made out of its file, or cannot get this status from the one it has.',
    },
  },
  ({ actor, params, body, ifMatch }) => {
    const { title, short_description, description, category_id, tags, language, level } = body
    const { start_at, end_at, estimated_minutes, chapters, status } = body
    const texts = { title, short_description, description, category_id, tags, language, level }
    const changes = { ...texts, start_at, end_at, estimated_minutes, chapters, status }
    return changeCourse(actor, params.id, changes, ifMatch)
  },
)
