import { docs } from '#docs'
import { newId } from '../../platform/runtime/id.ts'
import { nonBlank, upTo } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { answerDocs, boundedNumber, maxOptions, maxPoints, maxQuestions, QuestionType } from './quiz.ts'

/** Maximum size of a quiz in bytes of JSON: an attempt stores parts of it in one item of the table. */
const maxQuizBytes = 200_000

const partId = z
  .string()
  .regex(/^[\w-]{1,50}$/, 'must be 1 to 50 letters, digits, hyphens or underscores')
  .optional()
  .meta(docs('ID, unique within the quiz; generated if absent.', { examples: ['lock'] }))

const answerSchema = z.union(
  [z.array(nonBlank(200)).min(1).max(maxOptions), boundedNumber],
  'must be a list of 1 to 20 option IDs or accepted texts, or a number',
)

const questionFields = z.strictObject({
  id: partId,
  type: QuestionType,
  prompt: nonBlank(2_000).meta(docs('The question.', { examples: ['What do you do before you leave?'] })),
  options: upTo(
    maxOptions,
    z.strictObject({
      id: partId,
      text: nonBlank(500).meta(docs('Text of the option.', { examples: ['Lock the screen'] })),
    }),
  ).meta(docs('Options to choose from: at least two for the types `single` and `multiple`, else none.')),
  answer: z.orNull(answerSchema).meta(docs(answerDocs, { examples: [['lock']] })),
  feedback: z.orNull(z.string().max(2_000)).meta(docs('Text that each attempt shows.')),
  tolerance: z
    .orNull(z.number().min(0).max(1e15))
    .meta(docs('Accepted difference from a number; null for none.')),
  points: z
    .int()
    .min(1)
    .max(maxPoints)
    .default(1)
    .meta(docs('Points for a right answer.', { examples: [1] })),
})
type QuestionInput = z.output<typeof questionFields>

type Fault = [field: 'options' | 'answer' | 'tolerance', message: string]

const isRepeated = (ids: (string | undefined)[]) => {
  const given = ids.filter((id) => id !== undefined)
  return new Set(given).size < given.length
}

/** Returns the fault of a question whose answers are options; undefined if it has none. */
const choiceFault = ({ type, options, answer }: QuestionInput): Fault | undefined => {
  if (options.length < 2) return ['options', 'must have at least two options']
  const ids = options.map(({ id }) => id)
  if (isRepeated(ids)) return ['options', 'must not have an ID twice']
  if (!Array.isArray(answer) || isRepeated(answer) || !answer.every((id) => ids.includes(id)))
    return ['answer', 'must be a list of IDs of options of the question, each once']
  if (type === 'single' && answer.length > 1) return ['answer', 'must have the ID of one option']
  return undefined
}

/** Returns the fault of a question; undefined if its answer fits its type. */
const questionFault = (question: QuestionInput): Fault | undefined => {
  const { type, options, answer, tolerance } = question
  if (type !== 'number' && tolerance !== null)
    return ['tolerance', 'must be null unless the type is "number"']
  if (type === 'single' || type === 'multiple') return choiceFault(question)
  if (options.length > 0) return ['options', 'must be empty unless the type is "single" or "multiple"']
  if (type === 'text' && !Array.isArray(answer)) return ['answer', 'must be a list of accepted texts']
  if (type === 'number' && typeof answer !== 'number') return ['answer', 'must be a number']
  return undefined
}

/** A question of a quiz in a request. */
export const QuestionInput = questionFields.superRefine((question, context) => {
  const [field, message] = questionFault(question) ?? []
  if (field) context.addIssue({ code: 'custom', path: [field], message })
})

/** The quiz of a lesson in a request; questions and options without an ID receive one. */
export const QuizInput = z
  .strictObject({
    pass_percent: z
      .int()
      .min(1)
      .max(100)
      .default(80)
      .meta(docs('Percentage of the points that passes the quiz.', { examples: [80] })),
    max_attempts: z
      .orNull(z.int().min(1).max(1_000))
      .meta(docs('Maximum number of attempts; null for no limit.', { examples: [3] })),
    questions: z
      .array(QuestionInput)
      .min(1)
      .max(maxQuestions)
      .refine((questions) => !isRepeated(questions.map(({ id }) => id)), 'must not have an ID twice')
      .meta(
        docs('Questions, in order.', {
          examples: [
            [
              {
                type: 'single',
                prompt: 'What do you do before you leave?',
                options: [
                  { id: 'lock', text: 'Lock the screen' },
                  { id: 'run', text: 'Run' },
                ],
                answer: ['lock'],
              },
            ],
          ],
        }),
      ),
  })
  .refine(
    (quiz) => Buffer.byteLength(JSON.stringify(quiz)) <= maxQuizBytes,
    'must not be larger than 200,000 bytes of JSON',
  )
  .transform((quiz) => ({
    ...quiz,
    questions: quiz.questions.map((question) => ({
      ...question,
      id: question.id ?? newId(),
      options: question.options.map((option) => ({ ...option, id: option.id ?? newId() })),
    })),
  }))
  .meta(docs('The quiz; null for a lesson of the kind `text`.', { id: 'QuizInput' }))
