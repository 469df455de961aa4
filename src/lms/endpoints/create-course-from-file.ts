import { endpoint } from '../../platform/http/endpoint.ts'
import { NewCourseFromFile } from '../course/input.ts'
import { generatingResponse } from '../course/response.ts'
import { Course } from '../course/course.ts'
import { fileSource, startGeneration } from '../generation/start.ts'
import { requireSourceFile } from '../generation/source-file.ts'
import { uploadProblems } from '../../files/problems.ts'
import { files } from '../../files/file/file.ts'
import { tooManyGenerating } from '../generation/generation-quota.ts'

export const createCourseFromFile = endpoint('POST /lms/courses/from-file', {
  summary: 'Create a course from a file',
  isFunction: true,
  description:
    'Runs in the background: the course has the status `generating`, with its progress in `generation`, ' +
    'and then `draft` or `failed`. The caller is notified. While a course of the caller is being ' +
    'generated from the same file, a repeated request returns that course.',
  profile: 'files',
  body: NewCourseFromFile,
  status: 202,
  response: Course,
  location: '/lms/courses/{id}',
  problems: [files.absent, ...uploadProblems, tooManyGenerating],
  handle: async ({ actor, body: { file_id, ...fields } }) => {
    const file = await requireSourceFile(actor, file_id)
    const course = await startGeneration(actor, {
      ...fields,
      files: [{ id: file.id, name: file.name }],
      source: fileSource(file),
    })
    return generatingResponse(actor, course)
  },
})
