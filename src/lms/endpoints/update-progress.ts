import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { Progress } from '../course/parts.ts'
import { notEnrolled, setProgress } from '../enrollment/changes.ts'

export const updateProgress = endpoint('PUT /lms/courses/{id}/progress', {
  summary: 'Mark a lesson as completed or not',
  success: 'The caller’s progress in the course.',
  isFunction: true,
  description:
    'Only for callers who are enrolled, and only for themselves. The percentage counts the lessons that ' +
    'the course has now.',
  body: z.strictObject({
    lesson_id: id.meta(docs('Id of the lesson.')),
    completed: z.boolean().meta(docs('Whether the caller has completed it.', { examples: [true] })),
  }),
  response: Progress,
  problems: [notEnrolled],
  handle: ({ actor, params: { id }, body: { lesson_id, completed } }) =>
    setProgress(actor, id, lesson_id, completed),
})
