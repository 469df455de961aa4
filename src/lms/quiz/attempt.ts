import { docs } from '#docs'
import {
  answeredArray,
  answeredCount,
  answeredId,
  answeredText,
  Person,
  timestamp,
} from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, type ThingOf } from '../../platform/table/entity.ts'
import type { Source } from '../../platform/table/list/list.ts'
import type { SummaryOf } from '../../platform/table/reads.ts'
import { maxQuestions, RightAnswer } from './quiz.ts'

const questionId = answeredText(50).meta(docs('ID of the question.', { examples: ['leave'] }))

export const Attempt = z.described(docs('An attempt at a quiz.', { id: 'QuizAttempt' }), {
  id: answeredId.meta(docs('ID of the attempt.')),
  course_id: answeredId.meta(docs('ID of the course.')),
  lesson_id: answeredId.meta(docs('ID of the lesson.')),
  user: Person.meta(docs('The person who made the attempt.')),
  number: z
    .int()
    .meta(
      docs('Number of the attempt; each round of an assignment starts at 1.', { minimum: 1, examples: [1] }),
    ),
  score: answeredCount.meta(docs('Points reached.')),
  max_score: answeredCount.meta(docs('Points of all questions.')),
  percent: z.int().meta(docs('Points reached in percent, rounded down.', { minimum: 0, examples: [80] })),
  passed: z.boolean().meta(docs('True if the attempt passed the quiz.')),
  feedback: answeredArray(
    z.described(docs('The result of a question.', { id: 'QuizFeedback' }), {
      question_id: questionId,
      correct: z.boolean().meta(docs('True if the answer is right.')),
      text: z.orNull(answeredText(2_000)).meta(docs('Feedback of the author.')),
    }),
    maxQuestions,
  ).meta(docs('Result of each question, in order.')),
  answers: z
    .orNull(
      answeredArray(
        z.described(docs('The right answer of a question.', { id: 'QuizAnswer' }), {
          question_id: questionId,
          answer: RightAnswer.meta(docs('IDs of options, accepted texts, or a number.')),
        }),
        maxQuestions,
      ),
    )
    .meta(docs('Right answers, if the attempt passed or was the last one; null otherwise.')),
  created_at: timestamp.meta(docs('Time of the attempt.')),
})

/** Sort keys of attempts are padded to this length, so that numbers sort. */
const padded = (sequence: number) => String(sequence).padStart(6, '0')

interface AttemptKey {
  course_id: string
  lesson_id: string
  user: { id: string }
  sequence: number
}

const sortKey = (...parts: string[]) => ['attempt', ...parts, ''].join('#')

/** Attempts at quizzes, in the partition of the people of a course. */
export const attempts = entity({
  name: 'lms.attempt',
  schema: Attempt.extend({
    /** Round of the enrollment, in which `number` counts. */
    round: z.int(),
    /** Number among all attempts of the person at the quiz; of concurrent attempts, only one gets the next number. */
    sequence: z.int(),
  }),
  key: ({ course_id, lesson_id, user, sequence }: AttemptKey) => ({
    pk: `course#${course_id}#people`,
    sk: sortKey(lesson_id, user.id, padded(sequence)),
  }),
  lists: {
    ofCourse: {
      partition: ({ course_id }: { course_id: string }) => `course#${course_id}#people`,
      prefix: sortKey(),
      order: 'descending',
    },
  },
})

export type StoredAttempt = ThingOf<typeof attempts>

/** Returns the key ranges of the attempts at a quiz, of one person if `user_id` is present; the newest come first. */
export const attemptsAt = (
  course_id: string,
  lesson_id: string,
  user_id?: string,
): Source<SummaryOf<StoredAttempt>>[] => {
  const prefix = sortKey(lesson_id, ...(user_id === undefined ? [] : [user_id]))
  return attempts.in('ofCourse', { course_id }).map((source) => ({ ...source, prefix }))
}
