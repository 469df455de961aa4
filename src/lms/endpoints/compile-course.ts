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
    'Each resource becomes a chapter. A file is outlined as in `POST /lms/courses/from-file`. A wiki page has one ' +
    'lesson for itself and for each page below it, or more if a text is too long; a tree of more than 300 pages ' +
    'fails. A solved ticket has its public messages, without the names of the people who wrote them and without ' +
    'attachments. The course has the first 100 files in the texts of pages if the caller may read them; a reference ' +
    'to another file becomes its alternative text. Runs in the background like `POST /lms/courses/from-file`.',
  profile: 'files',
  body: NewCourseFromSources,
  status: 202,
  response: Course,
  location: '/lms/courses/{id}',
  problems: [...uploadProblems, tooManyGenerating],
  handle: async ({ actor, body: { sources, ...fields } }) => {
    const source = await requireSources(actor, sources)
    const { course } = await startGeneration(actor, { ...fields, source, files: [] })
    return generatingResponse(actor, course)
  },
})
