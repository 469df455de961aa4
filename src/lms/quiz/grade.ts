import { foldCase } from '../../language/fold.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import type { StoredAttempt } from './attempt.ts'
import type { QuizQuestion, Quiz } from './quiz.ts'

/** An answer of a learner; a question without one is wrong. */
export interface GivenAnswer {
  question_id: string
  option_ids?: string[] | undefined
  text?: string | undefined
  number?: number | undefined
}

type AnswerField = 'option_ids' | 'text' | 'number'

const fieldOf: Record<QuizQuestion['type'], AnswerField> = {
  single: 'option_ids',
  multiple: 'option_ids',
  text: 'text',
  number: 'number',
}

/**
 * Folds a text for comparison: without case, accents and outer white space. Marks of other scripts stay, because some
 * are vowels.
 */
const foldAnswer = (text: string) =>
  foldCase(text.normalize('NFKD').replaceAll(/[\u0300-\u036f]/g, '')).trim()

/** Returns true if a number is within the tolerance, despite the rounding of doubles: 1.1 - 1 is more than 0.1. */
const isWithin = (given: number, answer: number, tolerance: number) =>
  Math.abs(given - answer) - tolerance <=
  Number.EPSILON * 4 * Math.max(Math.abs(given), Math.abs(answer), tolerance)

const isRight = ({ answer, tolerance }: QuizQuestion, { option_ids, text, number }: GivenAnswer): boolean => {
  if (typeof answer === 'number') return number !== undefined && isWithin(number, answer, tolerance ?? 0)
  if (!answer) return false
  if (text !== undefined) return answer.some((accepted) => foldAnswer(accepted) === foldAnswer(text))
  return option_ids?.length === answer.length && answer.every((id) => option_ids.includes(id))
}

/** Throws 422 unless an answer fits its question; `at` is the path of the answer. */
const requireFitting = ({ type, options }: QuizQuestion, given: GivenAnswer, at: string): void => {
  const field = fieldOf[type]
  const other = (['option_ids', 'text', 'number'] as const).find(
    (name) => name !== field && given[name] !== undefined,
  )
  if (other)
    throw invalid(`${at}.${other}`, `must be absent: a question of the type "${type}" has "${field}"`)
  const ids = given.option_ids ?? []
  const isKnown = ids.every((id) => options.some((option) => option.id === id))
  if (!isKnown || new Set(ids).size < ids.length)
    throw invalid(`${at}.option_ids`, 'must be IDs of options of the question, each once')
  if (type === 'single' && ids.length > 1) throw invalid(`${at}.option_ids`, 'must name at most one option')
}

/** Returns the answers by question; throws 422 for a question that is not in the quiz or has two answers. */
const answersByQuestion = ({ questions }: Quiz, given: GivenAnswer[]) => {
  const open = new Map(questions.map((question) => [question.id, question]))
  given.forEach((answer, index) => {
    const at = `answers[${index}]`
    const question = open.get(answer.question_id)
    if (!question)
      throw invalid(
        `${at}.question_id`,
        `must be the ID of a question of the quiz, each once; "${answer.question_id}" is not`,
      )
    requireFitting(question, answer, at)
    open.delete(answer.question_id)
  })
  return new Map(given.map((answer) => [answer.question_id, answer]))
}

type Grade = Pick<StoredAttempt, 'score' | 'max_score' | 'percent' | 'passed' | 'feedback'>

const sumPoints = (questions: QuizQuestion[]) => questions.reduce((sum, { points }) => sum + points, 0)

/** Grades the answers to a quiz; throws 422 for answers that do not fit it. */
export const grade = (quiz: Quiz, given: GivenAnswer[]): Grade => {
  const answers = answersByQuestion(quiz, given)
  const isCorrect = (question: QuizQuestion) =>
    isRight(question, answers.get(question.id) ?? { question_id: '' })
  const score = sumPoints(quiz.questions.filter(isCorrect))
  const max_score = sumPoints(quiz.questions)
  return {
    score,
    max_score,
    percent: Math.floor((score * 100) / max_score),
    passed: score * 100 >= quiz.pass_percent * max_score,
    feedback: quiz.questions.map((question) => ({
      question_id: question.id,
      correct: isCorrect(question),
      text: question.feedback,
    })),
  }
}
