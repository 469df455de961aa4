import { problemDocs } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { invalid, problem } from '../../platform/runtime/problem.ts'
import { now } from '../../platform/runtime/time.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { coursePolicy } from '../course/access.ts'
import { contentsPrefix } from '../course/contents/contents.ts'
import { loadCourse } from '../course/loaded-course.ts'
import { enrollments } from '../enrollment/enrollment.ts'
import { notEnrolled } from '../learning/changes.ts'
import { recordProgress, type Enrolled } from '../learning/progress-change.ts'
import { findInChapters } from '../lesson/lessons.ts'
import { attempts, attemptsAt, type StoredAttempt } from '../quiz/attempt.ts'
import { grade, type GivenAnswer } from '../quiz/grade.ts'

export const notAQuiz = problem('lms.not_a_quiz', 409, 'The lesson is not a quiz.')

export const quizChanged = problem('lms.quiz_changed', 409, {
  wording: (version: number) =>
    `The quiz has changed since this version of the course; it is now at version ${version}.`,
  docs: problemDocs({ meaning: 'The quiz differs from that in `course_version`.', example: [3] }),
})

export const noAttemptsLeft = problem('lms.no_attempts_left', 409, {
  wording: (most: number) => `The maximum of ${most} attempts is reached.`,
  docs: problemDocs({
    meaning: 'The caller has made the maximum number of attempts at the quiz.',
    example: [3],
  }),
})

interface Given {
  course_version: number
  answers: GivenAnswer[]
}

/** Returns the writes that record an attempt in the enrollment; passing completes the lesson. */
const toRecord = (enrolled: Enrolled, { lesson_id, passed, user, round }: StoredAttempt): Operation[] => {
  const { completed } = enrolled.enrollment
  const done = passed ? [...new Set([...completed, lesson_id])] : completed
  const change = recordProgress(enrolled, done, { isActivity: true, name: user.name, round })
  return change.length > 0 ? change : [enrollments.toUpdate(enrolled.enrollment, { last_activity_at: now() })]
}

/** Returns true if one of the newest 100 attempts of a person at a quiz passed it in a round. */
const hasPassed = async (course_id: string, lesson_id: string, { id }: Actor, round: number) => {
  const { items } = await readList(attemptsAt(course_id, lesson_id, id), { limit: 100 })
  return items.some((attempt) => attempt.passed && attempt.round === round)
}

/**
 * Grades and stores an attempt of the caller at a quiz; passing it completes the lesson in the same transaction. Throws
 * 404, 422 for answers that do not fit the quiz, 409 if the quiz has changed, the caller is not enrolled, or no attempt
 * is left.
 */
export const addAttempt = (actor: Actor, course_id: string, lesson_id: string, given: Given) =>
  retryOnConflict(async () => {
    const [{ course, contents, enrollment }, earlier] = await Promise.all([
      loadCourse(actor, course_id, [contentsPrefix]),
      readList(attemptsAt(course_id, lesson_id, actor.id), { limit: 1 }),
    ])
    const [newest] = earlier.items
    const { quiz, quiz_version } = findInChapters(contents, lesson_id).lesson
    if (!quiz) throw notAQuiz()
    if (given.course_version > course.version)
      throw invalid('course_version', 'must be a version of the course')
    if (given.course_version < quiz_version) throw quizChanged(course.version)
    const result = grade(quiz, given.answers)
    if (!enrollment) throw notEnrolled()
    // a new enrollment continues the round of earlier attempts (decision 0065): unenrolling does not restart them
    const round = Math.max(newest?.round ?? 1, enrollment.round)
    const sequence = (newest?.sequence ?? 0) + 1
    const next = newest?.round === round ? newest.number + 1 : 1
    const isOver = quiz.max_attempts !== null && next > quiz.max_attempts
    const isPassed = enrollment.completed.includes(lesson_id)
    // people who passed this round before unenrolling must be able to pass again
    const number = isOver && !isPassed && (await hasPassed(course_id, lesson_id, actor, round)) ? 1 : next
    if (quiz.max_attempts !== null && number > quiz.max_attempts) throw noAttemptsLeft(quiz.max_attempts)

    const isShown = result.passed || number === quiz.max_attempts
    const attempt = attempts.make({
      ...result,
      answers: isShown ? quiz.questions.map(({ id, answer }) => ({ question_id: id, answer })) : null,
      course_id,
      lesson_id,
      user: { id: actor.id, name: actor.name },
      round,
      number,
      sequence,
    })
    await transact([attempts.toCreate(attempt), ...toRecord({ course, contents, enrollment }, attempt)])
    return attempt
  })

/**
 * Returns a page of the attempts at a quiz: those of the caller, or of everybody if the caller may edit the course.
 * Throws 404.
 */
export const queryAttempts = async (
  actor: Actor,
  course_id: string,
  lesson_id: string,
  { user_id, ...page }: PageRequest & { user_id?: string | undefined },
) => {
  const { course, contents } = await retryOnConflict(() => loadCourse(actor, course_id, [contentsPrefix]))
  findInChapters(contents, lesson_id)
  const mayEdit = coursePolicy.allows(course, actor, 'edit')
  if (!mayEdit && (user_id ?? actor.id) !== actor.id) return { items: [], next_cursor: null }
  return readList(attemptsAt(course_id, lesson_id, mayEdit ? user_id : actor.id), page)
}
