import * as z from '../../platform/schema/schema.ts'
import { readableFile } from '../../files/sight.ts'
import { arrived } from '../../files/upload.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { generatingAnswer } from '../course-answer.ts'
import { Course, NewCourse } from '../course.ts'
import { startGeneration } from '../generation.ts'
import { kindOf } from '../../documents/kind.ts'

/** The most bytes that a course is made of. */
const mostBytes = 300 * 1024 ** 2

const { title, category_id, language } = NewCourse.shape

export const createCourseFromFile = endpoint(
  {
    method: 'POST',
    path: '/lms/courses/from-file',
    summary: 'Make a course out of a file',
    description:
      'Goes on in the background: the course is `generating`, with its progress in `generation`, and then a `draft` or `failed`. ' +
      'Who asked is notified. While one of the same caller and file is generating, asking again gives that one.',
    profile: 'files',
    body: z.strictObject({
      file_id: id.meta({ description: 'Id of the file.' }),
      title: title.optional().meta({ description: 'Title; from the document when it is absent.' }),
      category_id,
      language,
    }),
    status: 202,
    response: Course,
    location: '/lms/courses/{id}',
    problems: {
      404: 'There is no such file, or the caller may not read it.',
      409: 'The bytes of the file have not arrived, or the same `Idempotency-Key` is still being worked on.',
    },
  },
  async ({ actor, body: { file_id, title, ...fields } }) => {
    const { file: found } = await readableFile(actor, file_id)
    if (kindOf(found.name, found.content_type) === undefined)
      throw invalid('file_id', 'must be of a document: docx, pptx, xlsx, odt, pdf, md, html or txt')
    if (found.size > mostBytes) throw invalid('file_id', 'must be of a file of at most 300 MB')
    const file = await arrived(found)
    const { course } = await startGeneration(actor, { ...fields, title, file })
    return generatingAnswer(course)
  },
)
