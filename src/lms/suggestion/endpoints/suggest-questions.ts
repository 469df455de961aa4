import { docs } from '#docs'
import { endpoint } from '../../../platform/http/endpoint.ts'
import { answeredArray, answeredId, answeredTitle } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { tokensUsedUp } from '../../../models/usage-problems.ts'
import { lessonPath } from '../../chapter/chapter.ts'
import { notTheAuthor } from '../../course/access.ts'
import { lessonNotFound } from '../../lesson/lessons.ts'
import { QuizQuestion } from '../../quiz/quiz.ts'
import {
  noGeneratingModel,
  noLessonTexts,
  suggestionFailed,
  generateQuestions,
} from '../question-suggestions.ts'

const maxSuggestions = 20

const QuestionSource = z.described(docs('The lesson that answers the question.', { id: 'QuestionSource' }), {
  type: z.literal('lesson').meta(docs('Type of resource.')),
  id: answeredId.meta(docs('ID of the lesson.')),
  title: answeredTitle.meta(docs('Title of the lesson.')),
})

const QuestionSuggestion = z.described(docs('A suggested question.', { id: 'QuestionSuggestion' }), {
  question: QuizQuestion.meta(docs('The question, as a quiz accepts it.')),
  source: QuestionSource,
})

export const suggestQuestions = endpoint(`POST ${lessonPath}/suggest-questions`, {
  summary: 'Suggest questions for a quiz',
  description:
    'For the author of the course and administrators. A generating model reads the chapter of the lesson. Nothing is ' +
    'stored: check the questions and add them to a quiz.',
  isBodyOptional: true,
  body: z.strictObject({
    count: z
      .int()
      .min(1)
      .max(maxSuggestions)
      .default(5)
      .meta(docs('Maximum number of questions.', { examples: [5] })),
  }),
  status: 200,
  profile: 'chats',
  readsModels: true,
  response: z.described(docs('Suggested questions.', { id: 'QuestionSuggestions' }), {
    items: answeredArray(QuestionSuggestion, maxSuggestions).meta(docs('Suggested questions.')),
  }),
  problems: [lessonNotFound, notTheAuthor, noGeneratingModel, noLessonTexts, suggestionFailed, tokensUsedUp],
  // never models.too_many_replies: suggestions count tokens and no replies
  handle: ({ actor, params: { id, lesson_id }, body: { count } }) =>
    generateQuestions(actor, id, lesson_id, count),
})
