import * as z from '../../platform/schema/schema.ts'
import { readableFile } from '../../files/file-access.ts'
import { requireUploaded } from '../../files/upload.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { generatingResponse } from '../course-response.ts'
import { Course } from '../course.ts'
import { NewCourse } from '../course-input.ts'
import { startGeneration } from '../generation-start.ts'
import { findFileKind } from '../../documents/file-kind.ts'

/** The most bytes that a course is made of. */
const maxFileBytes = 300 * 1024 ** 2

const { title, category_id, language } = NewCourse.shape

export const createCourseFromFile = endpoint(
  {
    method: 'POST',
    path: '/lms/courses/from-file',
    summary: 'Create a course from a file',
    description:
      'Runs in the background: the course is `generating`, with its progress in `generation`, and then ' +
      '`draft` or `failed`. The caller is notified. While the caller’s course from the same file is ' +
      'generating, a repeated request returns that course.',
    profile: 'files',
    body: z.strictObject({
      file_id: id.meta({ description: 'Id of the file.' }),
      title: title.optional().meta({ description: 'Title; taken from the document if absent.' }),
      category_id,
      language,
    }),
    status: 202,
    response: Course,
    location: '/lms/courses/{id}',
    problems: {
      404: 'The file does not exist, or the caller may not read it.',
      409: 'The file has not been uploaded, or a request with the same `Idempotency-Key` is still running.',
    },
  },
  async ({ actor, body: { file_id, title, ...fields } }) => {
    const { file: found } = await readableFile(actor, file_id)
    if (findFileKind(found.name, found.content_type) === undefined)
      throw invalid(
        'file_id',
        'must be the id of a document: docx, pptx, xlsx, odt, odp, ods, pdf, md, html, csv or txt',
      )
    if (found.size > maxFileBytes) throw invalid('file_id', 'must be the id of a file of at most 300 MB')
    const file = await requireUploaded(found)
    const { course } = await startGeneration(actor, { ...fields, title, file })
    return generatingResponse(course)
  },
)
