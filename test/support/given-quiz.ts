import { createAttempt } from '../../src/lms/attempt/endpoints/create-attempt.ts'
import { call } from './call.ts'
import { enroll, givenCourse } from './given-course.ts'
import type { SignedIn } from './people.ts'

/** A question of each type, worth 5 points together. */
export const questions = [
  {
    id: 'leave',
    type: 'single' as const,
    prompt: 'What do you do before you leave?',
    options: [
      { id: 'lock', text: 'Lock the screen' },
      { id: 'run', text: 'Run' },
    ],
    answer: ['lock'],
    feedback: 'Screens are locked, always.',
  },
  {
    id: 'badges',
    type: 'multiple' as const,
    prompt: 'Who wears a badge?',
    options: [
      { id: 'staff', text: 'Staff' },
      { id: 'guests', text: 'Guests' },
      { id: 'plants', text: 'Plants' },
    ],
    answer: ['staff', 'guests'],
    points: 2,
  },
  { id: 'town', type: 'text' as const, prompt: 'Where are we?', answer: ['Zürich', 'Zurigo'] },
  { id: 'share', type: 'number' as const, prompt: 'How much?', answer: 1, tolerance: 0.1 },
]

/** An answer to each question; all of them are right. */
export const rightAnswers = [
  { question_id: 'leave', option_ids: ['lock'] },
  { question_id: 'badges', option_ids: ['guests', 'staff'] },
  { question_id: 'town', text: '  ZURICH ' },
  { question_id: 'share', number: 1.1 },
]

export const quizLesson = (quiz: object = {}) => ({
  title: 'A quiz',
  kind: 'quiz' as const,
  quiz: { pass_percent: 80, questions, ...quiz },
})

/** Creates a course of one text and one quiz, in which `learners` are enrolled. */
export const givenQuizCourse = async (author: SignedIn, learners: SignedIn[] = [], quiz: object = {}) => {
  const lessons = [{ title: 'A text', content: 'Lock it.' }, quizLesson(quiz)]
  const course = await givenCourse(author, { chapters: [{ title: 'One', lessons }] })
  await Promise.all(learners.map((learner) => enroll(learner, course)))
  const [text, lesson] = course.chapters[0]!.lessons
  return { ...course, text: text!.id, lesson_id: lesson!.id }
}

/** Makes an attempt at the quiz of a course. */
export const attempt = (
  as: SignedIn,
  { id, lesson_id }: { id: string; lesson_id: string },
  answers: object[] = rightAnswers,
  course_version = 1,
) =>
  call(createAttempt, {
    as,
    params: { id, lesson_id },
    body: { course_version, answers: answers as typeof rightAnswers },
  })
