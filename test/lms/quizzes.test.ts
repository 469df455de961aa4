import { beforeAll, describe, expect, test } from 'vitest'
import { createCourse } from '../../src/lms/endpoints/create-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { unenrollCourse } from '../../src/lms/endpoints/unenroll-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { listAttempts } from '../../src/lms/attempt/endpoints/list-attempts.ts'
import { call, raw } from '../support/call.ts'
import { attempt, givenQuizCourse, questions, quizLesson, rightAnswers } from '../support/given-quiz.ts'
import { made } from '../support/given.ts'
import { chapterOf, enroll, givenCourse } from '../support/given-course.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

let [author, learner, other] = [] as unknown as [SignedIn, SignedIn, SignedIn]

beforeAll(async () => {
  ;[author, learner, other] = await Promise.all([signedIn(), signedIn(), signedIn()])
})

const [single, multiple, text, number] = questions

const read = (as: SignedIn, { id }: { id: string }) => made(readCourse, { as, params: { id } })

const list = async (as: SignedIn, { id, lesson_id }: { id: string; lesson_id: string }, query = {}) =>
  (await made(listAttempts, { as, params: { id, lesson_id }, query })).items

describe('A quiz of a course', () => {
  test('keeps given ids and generates the others', async () => {
    const question = { ...text, id: undefined }
    const choice = {
      ...single,
      options: [...single!.options!, { text: 'Hide' }],
    }

    const course = await givenQuizCourse(author, [], { questions: [question, choice] })

    const { quiz } = course.chapters[0]!.lessons[1]!
    expect(quiz!.questions[0]!.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(quiz!.questions[1]!.options.map(({ id }) => id)).toEqual([
      'lock',
      'run',
      expect.stringMatching(/^[0-9a-f-]{36}$/),
    ])
    expect(quiz).toMatchObject({ pass_percent: 80, max_attempts: null })
    expect(quiz!.questions[1]).toMatchObject({ answer: ['lock'], tolerance: null, points: 1 })
  })

  test.each([
    [
      'an answer that is no option',
      { ...single, answer: ['fly'] },
      'answer" must be a list of IDs of options',
    ],
    [
      'two answers of a single choice',
      { ...single, answer: ['lock', 'run'] },
      'answer" must have the ID of one',
    ],
    ['one option', { ...single, options: single!.options!.slice(1) }, 'options" must have at least two'],
    [
      'an option twice',
      {
        ...multiple,
        options: [
          { id: 'a', text: '1' },
          { id: 'a', text: '2' },
        ],
      },
      'ID twice',
    ],
    ['no answer', { ...multiple, answer: [] }, 'answer"'],
    ['a text without accepted texts', { ...text, answer: 5 }, 'answer" must be a list of accepted texts'],
    ['an empty accepted text', { ...text, answer: [' '] }, 'answer[0]"'],
    ['a text with options', { ...text, options: single!.options }, 'options" must be empty'],
    ['a number with a text', { ...number, answer: ['1'] }, 'answer" must be a number'],
    ['a tolerance of a text', { ...text, tolerance: 1 }, 'tolerance" must be null'],
    ['a negative tolerance', { ...number, tolerance: -1 }, 'tolerance"'],
    ['no points', { ...number, points: 0 }, 'points"'],
    ['an unknown type', { ...number, type: 'essay' }, 'type"'],
  ])('rejects %s', async (_, question, detail) => {
    const chapters = [{ title: 'One', lessons: [quizLesson({ questions: [question] })] }]

    const answer = await call(createCourse, { as: author, body: raw({ title: 'T', chapters }) })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"chapters[0].lessons[0].quiz.questions[0].`)
    expect(answer.detail).toContain(detail)
  })

  test.each([
    ['a quiz without questions', quizLesson({ questions: [] })],
    ['a question id twice', quizLesson({ questions: [number, number] })],
    [
      'more than 200,000 bytes',
      quizLesson({ questions: Array(110).fill({ ...text, id: undefined, feedback: 'x'.repeat(2_000) }) }),
    ],
    ['a text with a quiz', { ...quizLesson(), kind: 'text' }],
    ['a quiz without a quiz', { title: 'Q', kind: 'quiz' }],
    ['a percentage above 100', quizLesson({ pass_percent: 101 })],
  ])('rejects %s', async (_, lesson) => {
    const chapters = [{ title: 'One', lessons: [lesson] }]

    const answer = await call(createCourse, { as: author, body: raw({ title: 'T', chapters }) })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain('quiz')
  })

  test('keeps its quiz if an update omits it, and replaces the whole quiz otherwise', async () => {
    const course = await givenQuizCourse(author)
    const params = { id: course.id, lesson_id: course.lesson_id }

    const renamed = await made(updateLesson, { as: author, params, body: { title: 'Other' } })
    const chapters = [{ title: 'One', lessons: [{ id: course.lesson_id, title: 'Third' }] }]
    const kept = await made(updateCourse, { as: author, params: { id: course.id }, body: { chapters } })
    const replaced = await made(updateLesson, {
      as: author,
      params,
      body: { quiz: { pass_percent: 50, questions: [number!] } },
    })
    const cleared = await made(updateLesson, { as: author, params, body: { kind: 'text', quiz: null } })
    const unclear = await call(updateLesson, { as: author, params, body: { kind: 'quiz' } })

    const before = course.chapters[0]!.lessons[1]!.quiz
    expect([renamed.quiz, kept.chapters[0]!.lessons[0]!.quiz]).toEqual([before, before])
    expect(replaced.quiz!.questions.map(({ id }) => id)).toEqual(['share'])
    expect([cleared.kind, cleared.quiz]).toEqual(['text', null])
    expect(unclear.status).toBe(422)
  })

  test('rejects turning a text lesson into a quiz, in the lesson and in the whole course', async () => {
    const reader = await signedIn()
    const course = await givenCourse(author, { chapters: [chapterOf('One', 'Two')] })
    const [first, second] = course.chapters[0]!.lessons
    const params = { id: course.id }
    await enroll(reader, course)
    await made(updateProgress, { as: reader, params, body: { lesson_id: first!.id, completed: true } })
    const lessons = [second!, { ...quizLesson(), id: first!.id }]

    const answers = [
      await call(updateLesson, {
        as: author,
        params: { ...params, lesson_id: first!.id },
        body: quizLesson(),
      }),
      await call(updateCourse, { as: author, params, body: { chapters: [{ title: 'One', lessons }] } }),
    ]
    const added = await made(updateCourse, {
      as: author,
      params,
      body: { chapters: [{ title: 'One', lessons: [second!, quizLesson()] }] },
    })

    expect(answers.map(({ status, detail }) => [status, detail])).toEqual([
      [422, '"kind" must not change from "text" to "quiz": add a new lesson instead.'],
      [422, '"chapters[0].lessons[1].kind" must not change from "text" to "quiz": add a new lesson instead.'],
    ])
    expect(added.chapters[0]!.lessons.map(({ kind }) => kind)).toEqual(['text', 'quiz'])
    expect((await read(reader, course)).progress!.completed_lesson_ids).toEqual([])
  })

  test('rejects a completion by hand', async () => {
    const course = await givenQuizCourse(author, [learner])
    const complete = (completed: boolean) =>
      call(updateProgress, {
        as: learner,
        params: { id: course.id },
        body: { lesson_id: course.lesson_id, completed },
      })

    const answers = [await complete(true), await complete(false)]

    expect(answers.map(({ status }) => status)).toEqual([409, 409])
    expect(answers[0]!.headers['x-error-code']).toBe('lms.quiz_progress')
  })
})

describe('POST /lms/courses/{id}/lessons/{lesson_id}/attempts', () => {
  test('grades all types, and completes the lesson', async () => {
    const course = await givenQuizCourse(author, [learner])

    const { status, body } = await attempt(learner, course)
    const { progress } = await read(learner, course)

    expect(status).toBe(201)
    expect(body).toMatchObject({ score: 5, max_score: 5, percent: 100, passed: true, number: 1 })
    expect(body.feedback).toEqual([
      { question_id: 'leave', correct: true, text: 'Screens are locked, always.' },
      { question_id: 'badges', correct: true, text: null },
      { question_id: 'town', correct: true, text: null },
      { question_id: 'share', correct: true, text: null },
    ])
    expect(body.answers).toContainEqual({ question_id: 'town', answer: ['Zürich', 'Zurigo'] })
    expect(progress!.completed_lesson_ids).toEqual([course.lesson_id])
  })

  test.each([
    ['a question left out', 'town', undefined],
    ['a question without an answer', 'town', {}],
    ['another text', 'town', { text: 'Zürich West' }],
    ['the wrong option', 'leave', { option_ids: ['run'] }],
    ['a part of several options', 'badges', { option_ids: ['staff'] }],
    ['all options', 'badges', { option_ids: ['staff', 'guests', 'plants'] }],
    ['a number beyond the tolerance', 'share', { number: 1.1001 }],
  ])('counts %s as wrong', async (_, question_id, answer) => {
    const reader = await signedIn()
    const course = await givenQuizCourse(author, [reader])
    const others = rightAnswers.filter((right) => right.question_id !== question_id)

    const { body } = await attempt(reader, course, [
      ...others,
      ...(answer ? [{ question_id, ...answer }] : []),
    ])

    expect(body.feedback.filter(({ correct }) => !correct).map((wrong) => wrong.question_id)).toEqual([
      question_id,
    ])
    expect(body.percent).toBe(question_id === 'badges' ? 60 : 80)
    expect(body.passed).toBe(question_id !== 'badges')
  })

  test.each([
    ['accents and case', 'Élan', ' ELAN', true],
    ['vowel signs of Hindi', 'की', 'का', false],
    ['the same word in Hindi', 'की', 'की ', true],
    ['decomposed kana', 'が', 'か\u3099', true],
    ['another kana', 'が', 'か', false],
    ['sharp s', 'Straße', 'STRASSE', true],
  ])('compares texts: %s', async (_, accepted, given, correct) => {
    const course = await givenQuizCourse(author, [learner], {
      questions: [{ id: 'q', type: 'text', prompt: '?', answer: [accepted] }],
    })

    const { body } = await attempt(learner, course, [{ question_id: 'q', text: given }])

    expect(body.passed).toBe(correct)
  })

  test('shows right answers only in a passed or the last attempt', async () => {
    const course = await givenQuizCourse(author, [learner], { max_attempts: 2 })

    const first = await attempt(learner, course, [])
    const early = await list(learner, course)
    const last = await attempt(learner, course, [])
    const beyond = await attempt(learner, course)

    expect([first.body.answers, early[0]!.answers]).toEqual([null, null])
    expect(last.body.answers).toHaveLength(4)
    expect(beyond.status).toBe(409)
    expect(beyond.headers['x-error-code']).toBe('lms.no_attempts_left')
    expect(await list(learner, course)).toEqual([last.body, first.body])
  })

  test('names a question that is not in the quiz, and answers that do not fit', async () => {
    const course = await givenQuizCourse(author, [learner])
    const given = [
      { question_id: 'other', text: 'x' },
      { question_id: 'leave', text: 'x' },
      { question_id: 'leave', option_ids: ['fly'] },
      { question_id: 'leave', option_ids: ['lock', 'run'] },
      { question_id: 'badges', option_ids: ['staff', 'staff'] },
    ]

    const answers = await Promise.all(given.map((one) => attempt(learner, course, [one])))
    const twice = await attempt(learner, course, [rightAnswers[0]!, rightAnswers[0]!])

    expect([...answers, twice].map(({ status }) => status)).toEqual(Array(6).fill(422))
    expect(answers.map(({ detail }) => detail.split(' ')[0])).toEqual([
      '"answers[0].question_id"',
      '"answers[0].text"',
      ...Array<string>(3).fill('"answers[0].option_ids"'),
    ])
    expect(answers[0]!.detail).toContain('"other"')
    expect(await list(learner, course)).toEqual([])
  })

  test('rejects a quiz that has changed, and no other change of the course', async () => {
    const course = await givenQuizCourse(author, [learner])
    const params = { id: course.id, lesson_id: course.lesson_id }
    const change = (body: object) => made(updateLesson, { as: author, params, body })
    await change({ title: 'Renamed' })
    const same = await attempt(learner, course, [], 1)
    const { quiz } = await change({ quiz: { pass_percent: 10, questions: [number!] } })
    const { version } = await change({ content: 'Read this first.' })

    const old = await attempt(learner, course, [], 2)
    const current = await attempt(learner, course, [{ question_id: 'share', number: 0.9 }], 3)
    const newest = await attempt(learner, course, [], version)
    const future = await attempt(learner, course, [], version + 1)

    expect(quiz!.questions).toHaveLength(1)
    expect([same, old, current, newest, future].map(({ status }) => status)).toEqual([
      201, 409, 201, 201, 422,
    ])
    expect(old.headers['x-error-code']).toBe('lms.quiz_changed')
    expect(current.body.passed).toBe(true)
  })

  test('returns 409 without an enrollment or for a text lesson, and 404 for an unknown lesson', async () => {
    const course = await givenQuizCourse(author)
    const outsider = await attempt(other, course)
    await enroll(other, course)

    const onText = await attempt(other, { ...course, lesson_id: course.text })
    const unknown = await attempt(other, { ...course, lesson_id: course.id })

    expect(
      [outsider, onText, unknown].map(({ status, headers }) => [status, headers['x-error-code']]),
    ).toEqual([
      [409, 'lms.not_enrolled'],
      [409, 'lms.not_a_quiz'],
      [404, 'lms.lesson_not_found'],
    ])
  })

  test('continues the attempts of the newest round after unenrolling', async () => {
    const reader = await signedIn()
    const course = await givenQuizCourse(author, [reader], { max_attempts: 2 })
    const key = { course_id: course.id, user_id: reader.id }
    await attempt(reader, course, [])
    await enrollments.update(await enrollments.get(key), { round: 2 })
    const first = await attempt(reader, course, [])
    await call(unenrollCourse, { as: reader, params: { id: course.id } })
    await enroll(reader, course)

    const last = await attempt(reader, course, [])
    const beyond = await attempt(reader, course)

    expect([first.body.number, last.body.number, beyond.status]).toEqual([1, 2, 409])
    expect(await enrollments.get(key)).toMatchObject({ round: 2 })
  })

  test('lets people pass again who passed with the last attempt and then unenrolled', async () => {
    const reader = await signedIn()
    const course = await givenQuizCourse(author, [reader], { max_attempts: 2 })
    await attempt(reader, course, [])
    await attempt(reader, course)
    await call(unenrollCourse, { as: reader, params: { id: course.id } })
    await enroll(reader, course)

    const again = await attempt(reader, course)

    const { completed } = await enrollments.get({ course_id: course.id, user_id: reader.id })
    expect([again.status, again.body.passed, again.body.number]).toEqual([201, true, 1])
    expect(completed).toHaveLength(1)
  })

  test('counts the attempts of a later round for people who passed an earlier one', async () => {
    const reader = await signedIn()
    const course = await givenQuizCourse(author, [reader], { max_attempts: 2 })
    const key = { course_id: course.id, user_id: reader.id }
    await attempt(reader, course)
    await enrollments.update(await enrollments.get(key), { round: 2, completed: [], completed_at: null })

    const answers = [await attempt(reader, course, []), await attempt(reader, course, [])]
    const beyond = await attempt(reader, course)

    expect(answers.map(({ body }) => [body.number, body.passed])).toEqual([
      [1, false],
      [2, false],
    ])
    expect([beyond.status, beyond.headers['x-error-code']]).toEqual([409, 'lms.no_attempts_left'])
  })

  test('never exceeds the maximum of attempts with 20 at once', async () => {
    const reader = await signedIn()
    const course = await givenQuizCourse(author, [reader], { max_attempts: 3 })

    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(reader, course, [])))

    const stored = await list(reader, course)
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(17)
    expect(stored.map(({ number }) => number)).toEqual([3, 2, 1])
    expect(stored.map(({ answers: shown }) => shown !== null)).toEqual([true, false, false])
  }, 30_000)
})

describe('GET /lms/courses/{id}/lessons/{lesson_id}/attempts', () => {
  test('lists own attempts to learners, and all to the author and administrators', async () => {
    const admin = await signedIn({ role: 'admin' })
    const course = await givenQuizCourse(author, [learner, other])
    await attempt(learner, course)
    await attempt(learner, course, [])
    await attempt(other, course)

    const lists = await Promise.all([
      list(learner, course),
      list(learner, course, { user_id: other.id }),
      list(author, course),
      list(admin, course, { user_id: other.id }),
      list(author, course, { user_id: 'me' }),
    ])

    expect(lists.map(({ length }) => length)).toEqual([2, 0, 3, 1, 0])
    expect(lists[0]!.map((one) => [one.number, one.passed])).toEqual([
      [2, false],
      [1, true],
    ])
    expect(new Set(lists[2]!.map(({ user }) => user.id))).toEqual(new Set([learner.id, other.id]))
  })
})
