import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { upTo } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { lessonPath } from '../../chapter/chapter.ts'
import { notEnrolled } from '../../learning/changes.ts'
import { lessonNotFound } from '../../lesson/lessons.ts'
import { Attempt } from '../../quiz/attempt.ts'
import { addAttempt, noAttemptsLeft, notAQuiz, quizChanged } from '../attempts.ts'
import { boundedNumber, maxOptions, maxQuestions } from '../../quiz/quiz.ts'

const partId = z.string().min(1).max(50)

const GivenAnswer = z.strictObject({
  question_id: partId.meta(docs('ID of the question.', { examples: ['leave'] })),
  option_ids: z
    .array(partId)
    .max(maxOptions)
    .optional()
    .meta(
      docs('IDs of the chosen options, for the types `single` and `multiple`.', { examples: [['lock']] }),
    ),
  text: z.string().max(1_000).optional().meta(docs('Answer to a question of the type `text`.')),
  number: boundedNumber.optional().meta(docs('Answer to a question of the type `number`.')),
})

export const createAttempt = endpoint(`POST ${lessonPath}/attempts`, {
  summary: 'Take a quiz',
  description:
    'The answers are graded immediately; a question without an answer counts as wrong. Texts are compared without ' +
    'case, accents and outer white space. The right answers are in `answers` once the attempt passed or was the last ' +
    'one. Passing the quiz completes the lesson. The caller must be enrolled in the course.',
  isPersonal: true,
  body: z.strictObject({
    course_version: z
      .int()
      .min(1)
      .meta(docs('Version of the course from which the quiz was read.', { examples: [1] })),
    answers: upTo(maxQuestions, GivenAnswer).meta(
      docs('Answers, at most one for each question.', {
        examples: [[{ question_id: 'leave', option_ids: ['lock'] }]],
      }),
    ),
  }),
  status: 201,
  response: Attempt,
  problems: [lessonNotFound, notAQuiz, quizChanged, notEnrolled, noAttemptsLeft],
  handle: ({ actor, params: { id, lesson_id }, body }) => addAttempt(actor, id, lesson_id, body),
})
