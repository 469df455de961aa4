import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { Progress } from '../course/parts.ts'
import { notEnrolled, quizProgress, setProgress } from '../learning/changes.ts'

export const updateProgress = endpoint('PUT /lms/courses/{id}/progress', {
  summary: 'Mark a lesson as completed or not',
  success: 'The caller’s progress in the course.',
  isFunction: true,
  description:
    'The caller must be enrolled, and can change only their own progress. The percentage refers to the ' +
    'current lessons of the course. A quiz can be completed only by passing it.',
  body: z.strictObject({
    lesson_id: id.meta(docs('ID of the lesson.')),
    completed: z.boolean().meta(docs('True if the caller has completed the lesson.', { examples: [true] })),
  }),
  response: Progress,
  problems: [notEnrolled, quizProgress],
  handle: ({ actor, params: { id }, body: { lesson_id, completed } }) =>
    setProgress(actor, id, lesson_id, completed),
})
