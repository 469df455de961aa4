import { endpoint } from '../../platform/http/endpoint.ts'
import { generatingResponse } from '../course/response.ts'
import { Course } from '../course/course.ts'
import { courseNotFailed, fileGenerating, restartGeneration } from '../generation/start.ts'
import { notTheAuthor } from '../course/access.ts'
import { tooManyGenerating } from '../generation/generation-quota.ts'

export const generateCourse = endpoint('POST /lms/courses/{id}/generate', {
  summary: 'Regenerate a course from its file',
  isFunction: true,
  description:
    'For the author of the course and administrators, if the course has failed or its file has a newer ' +
    'version. The generation starts over with the current version of the file and keeps lessons that were ' +
    'edited by hand. Until it is complete, readers see the previous contents. The caller is notified of ' +
    'the outcome.',
  status: 202,
  response: Course,
  location: '/lms/courses/{id}',
  problems: [notTheAuthor, courseNotFailed, fileGenerating, tooManyGenerating],
  handle: async ({ actor, params }) => generatingResponse(actor, await restartGeneration(actor, params.id)),
})
