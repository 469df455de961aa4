import { docs } from '#docs'
import { newId } from '../../platform/runtime/id.ts'
import { nonBlank, upTo } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import {
  answerDocs,
  boundedNumber,
  maxOptions,
  maxQuestions,
  optionText,
  questionFields,
  quizFields,
} from './quiz.ts'

/** Maximum size of a quiz in bytes of JSON: an attempt stores parts of it in one item of the table. */
const maxQuizBytes = 200_000

const partId = z
  .string()
  .regex(/^[\w-]{1,50}$/, 'must be 1 to 50 letters, digits, "-" or "_"')
  .optional()
  .meta(docs('ID, unique within the quiz; generated if absent.', { examples: ['lock'] }))

const answerSchema = z.union(
  [z.array(nonBlank(200)).min(1).max(maxOptions), boundedNumber],
  'must be a list of 1 to 20 option IDs or accepted texts, or a number',
)

const questionSchema = z.strictObject({
  ...questionFields,
  id: partId,
  options: upTo(maxOptions, z.strictObject({ id: partId, text: optionText })).meta(
    docs('Options to choose from: at least two for the types `single` and `multiple`, else none.'),
  ),
  answer: z.orNull(answerSchema).meta(answerDocs({ examples: [['lock']] })),
})
type QuestionInput = z.output<typeof questionSchema>

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
    return ['answer', 'must be a list of IDs of options, each once']
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
export const QuestionInput = questionSchema.superRefine((question, context) => {
  const [field, message] = questionFault(question) ?? []
  if (field) context.addIssue({ code: 'custom', path: [field], message })
})

/** Returns a question in which it and its options have an ID. */
export const withQuestionIds = (question: QuestionInput) => ({
  ...question,
  id: question.id ?? newId(),
  options: question.options.map((option) => ({ ...option, id: option.id ?? newId() })),
})

/** The quiz of a lesson in a request; questions and options without an ID receive one. */
export const QuizInput = z
  .strictObject({
    ...quizFields,
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
  .transform((quiz) => ({ ...quiz, questions: quiz.questions.map(withQuestionIds) }))
  .meta(docs('The quiz; null for a lesson of the kind `text`.', { id: 'QuizInput' }))
