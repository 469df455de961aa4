import { docs } from '#docs'
import { answeredArray, answeredText, nonBlank } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'

/** Maximum number of questions in a quiz, of options and accepted texts of a question, and of points of a question. */
export const maxQuestions = 100
export const maxOptions = 20
export const maxPoints = 100

export const LessonKind = z
  .enum(['text', 'quiz'])
  .meta(docs('Kind of the lesson. A quiz is completed by passing it.'))

export const QuestionType = z
  .enum(['single', 'multiple', 'text', 'number'])
  .meta(docs('Type of the answer: one option, several options, a text, or a number.'))

const partId = answeredText(50).meta(docs('ID, unique within the quiz.', { examples: ['lock'] }))

/** Text of an option. */
export const optionText = nonBlank(500).meta(docs('Text of the option.', { examples: ['Lock the screen'] }))

const Option = z.described(docs('An option of a question.', { id: 'QuizOption' }), {
  id: partId,
  text: optionText,
})

/** A number as an answer, far within the range that a double represents exactly. */
export const boundedNumber = z.number().min(-1e15).max(1e15)

/** Returns the description of a right answer for the API documentation. */
export const answerDocs = (more?: Parameters<typeof docs>[1]) =>
  docs(
    'Right answer: a list of IDs of options, a list of accepted texts, or a number. Only the author of the course ' +
      'and administrators see it.',
    more,
  )

export const RightAnswer = z.orNull(z.union([answeredArray(answeredText(200), maxOptions), boundedNumber]))
export type RightAnswer = z.output<typeof RightAnswer>

/** Fields of a question, except those that differ in requests. */
export const questionFields = {
  type: QuestionType,
  prompt: nonBlank(2_000).meta(docs('The question.', { examples: ['What do you do before you leave?'] })),
  feedback: z
    .orNull(z.string().max(2_000))
    .meta(
      docs('Text that each attempt shows. Only the author of the course and administrators see it here.'),
    ),
  tolerance: z
    .orNull(z.number().min(0).max(1e15))
    .meta(docs('Accepted difference from a number; null for none.')),
  points: z
    .int()
    .min(1)
    .max(maxPoints)
    .default(1)
    .meta(docs('Points for a right answer.', { examples: [1] })),
}

export const QuizQuestion = z.described(docs('A question of a quiz.', { id: 'QuizQuestion' }), {
  id: partId,
  ...questionFields,
  options: answeredArray(Option, maxOptions).meta(docs('Options to choose from.')),
  answer: RightAnswer.meta(answerDocs()),
})
export type QuizQuestion = z.output<typeof QuizQuestion>

/** Fields of a quiz, except its questions. */
export const quizFields = {
  pass_percent: z
    .int()
    .min(1)
    .max(100)
    .default(80)
    .meta(docs('Percentage of the points that passes the quiz.', { examples: [80] })),
  max_attempts: z
    .orNull(z.int().min(1).max(1_000))
    .meta(docs('Maximum number of attempts; null for no limit.', { examples: [3] })),
}

export const Quiz = z.described(docs('The quiz of a lesson.', { id: 'Quiz' }), {
  ...quizFields,
  questions: answeredArray(QuizQuestion, maxQuestions).meta(docs('Questions, in order.')),
})
export type Quiz = z.output<typeof Quiz>

/** Returns a quiz without its right answers and feedback, for people who may not edit the course. */
export const withoutAnswers = (quiz: Quiz): Quiz => ({
  ...quiz,
  questions: quiz.questions.map((question) => ({ ...question, answer: null, feedback: null })),
})
