import { endpoint } from '../../platform/http/endpoint.ts'
import { NewCourseFromSources } from '../course/input.ts'
import { generatingResponse } from '../course/response.ts'
import { Course } from '../course/course.ts'
import { startGeneration } from '../generation/start.ts'
import { requireSources } from '../generation/sources/requested-sources.ts'
import { uploadProblems } from '../../files/problems.ts'
import { tooManyGenerating } from '../generation/generation-quota.ts'

export const compileCourse = endpoint('POST /lms/courses/from-sources', {
  summary: 'Compile a course from several resources',
  isFunction: true,
  description:
    'Creates the chapters in the order of the resources. A file becomes chapters as in ' +
    '`POST /lms/courses/from-file`, and a wiki page becomes one chapter with a lesson for the page and for each page ' +
    'below it. A solved ticket becomes one chapter with its public messages, without the names of their authors and ' +
    'without attachments. Long texts become several lessons. The ' +
    'generation fails if a wiki page and the pages below it are more than 300. The first 100 files embedded in pages ' +
    'become files of the course if the caller may read them; references to other files are replaced with their ' +
    'alternative text. Runs in the background like `POST /lms/courses/from-file`.',
  profile: 'files',
  body: NewCourseFromSources,
  status: 202,
  response: Course,
  location: '/lms/courses/{id}',
  problems: [...uploadProblems, tooManyGenerating],
  handle: async ({ actor, body: { sources, ...fields } }) => {
    const source = await requireSources(actor, sources)
    const course = await startGeneration(actor, { ...fields, source, files: [] })
    return generatingResponse(actor, course)
  },
})
