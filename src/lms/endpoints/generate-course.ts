import { endpoint } from '../../platform/http/endpoint.ts'
import { generatingResponse } from '../course/response.ts'
import { Course } from '../course/course.ts'
import { courseNotFailed, fileGenerating, restartGeneration } from '../generation/start.ts'
import { notTheAuthor } from '../access.ts'
import { tooManyGenerating } from '../generation/slot.ts'

export const generateCourse = endpoint('POST /lms/courses/{id}/generate', {
  summary: 'Generate a course from its file again',
  isFunction: true,
  description:
    'For its author and administrators, when it has failed, or when its file has changed since. It starts ' +
    'from the beginning, with the file as it is now; lessons that were edited by hand stay as they are. Until ' +
    'then, readers see the course as it was. The caller is notified of the outcome.',
  status: 202,
  response: Course,
  location: '/lms/courses/{id}',
  problems: [notTheAuthor, courseNotFailed, fileGenerating, tooManyGenerating],
  handle: async ({ actor, params }) => generatingResponse(await restartGeneration(actor, params.id)),
})
