import { endpoint } from '../../platform/http/endpoint.ts'
import { generatingResponse } from '../course-response.ts'
import { Course } from '../course.ts'
import { restartGeneration } from '../generation-start.ts'

export const generateCourse = endpoint(
  {
    method: 'POST',
    path: '/lms/courses/{id}/generate',
    entity: 'lms.course',
    summary: 'Generate a course from its file again',
    isFunction: true,
    description:
      'For its author and administrators, when it has failed, or when its file has another version by now. It starts ' +
      'from the beginning, with the file as it is now; lessons that were edited by hand stay as they are. Readers ' +
      'see the course as it was until then. The caller is notified of the outcome.',
    status: 202,
    response: Course,
    location: '/lms/courses/{id}',
    problems: {
      403: { 'lms.not_the_author': 'The caller may read the course but is not its author.' },
      409: {
        'lms.course_not_failed': 'The course has not failed, and its file has no other version.',
        'lms.file_generating': 'Another course is being generated from its file.',
      },
      429: {
        'lms.too_many_generating':
          'As many courses as one person may have are being generated (`LIMIT_GENERATING`).',
      },
    },
  },
  async ({ actor, params }) => generatingResponse(await restartGeneration(actor, params.id)),
)
