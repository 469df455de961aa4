import { beforeAll, describe, expect, test } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { readHome } from '../../src/home/endpoints/read-home.ts'
import { runFunction } from '../../src/invocation/invocation.ts'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readLesson } from '../../src/lms/endpoints/read-lesson.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { listAttempts } from '../../src/lms/attempt/endpoints/list-attempts.ts'
import { loadResources } from '../../src/platform/resource-registry.ts'
import { findPrincipal } from '../../src/platform/identity/principals.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { activityOf } from './given.ts'
import { call } from '../support/call.ts'
import { attempt, givenQuizCourse, quizLesson } from '../support/given-quiz.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { restore } from '../trash/given.ts'

/** Words of right answers and feedback alone. */
const secrets = ['xylophone', 'zeppelin']

const questions = [
  {
    id: 'q',
    type: 'text' as const,
    prompt: 'What is hidden?',
    answer: ['xylophone'],
    feedback: 'A zeppelin.',
  },
]

let [author, learner, admin] = [] as unknown as [SignedIn, SignedIn, SignedIn]
let course: Awaited<ReturnType<typeof givenQuizCourse>>

beforeAll(async () => {
  ;[author, learner, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
  course = await givenQuizCourse(author, [learner], { questions, max_attempts: 2 })
  await settle({ index: true })
})

const byCourse = (as: SignedIn, more: object = {}) => ({ as, params: { id: course.id }, ...more })
const byLesson = (as: SignedIn, more: object = {}) => ({
  as,
  params: { id: course.id, lesson_id: course.lesson_id },
  ...more,
})

const expectHidden = (value: unknown) => {
  const text = JSON.stringify(value)
  for (const secret of secrets) expect(text).not.toContain(secret)
}

describe('Right answers and feedback', () => {
  test.each([
    ['a course', async () => made(readCourse, byCourse(learner))],
    [
      'a course with signed media',
      async () => made(readCourse, byCourse(learner, { query: { media: 'signed' } })),
    ],
    ['a lesson', async () => made(readLesson, byLesson(learner))],
    [
      'a lesson with signed media',
      async () => made(readLesson, byLesson(learner, { query: { media: 'signed' } })),
    ],
    ['a lesson as HTML', async () => made(readLesson, byLesson(learner, { query: { format: 'html' } }))],
    [
      'a course read by a function',
      async () =>
        made(invokeFunction, {
          as: learner,
          params: { name: 'lms_read_course' },
          body: { arguments: { id: course.id } },
        }),
    ],
  ])('stay hidden from learners in %s', async (_, read) => {
    const answer = await read()

    expect(JSON.stringify(answer)).toContain('What is hidden?')
    expectHidden(answer)
  })

  test.each([
    ['lists', async () => made(listCourses, { as: learner, query: { enrolled: true } })],
    ['the home screen', async () => made(readHome, { as: learner })],
    ['refused changes', async () => call(updateLesson, byLesson(learner, { body: { title: 'T' } }))],
    ['activity of learners', async () => activityOf(learner, 'course', course)],
    ['attempts before the last one', async () => (await attempt(learner, course, [])).body.answers],
    [
      'lists of attempts before the last one',
      async () => (await made(listAttempts, byLesson(learner))).items[0]!.answers,
    ],
  ])('stay out of %s', async (_, read) => expectHidden(await read()))

  test('appear to the author and administrators', async () => {
    for (const as of [author, admin])
      expect((await made(readLesson, byLesson(as))).quiz!.questions[0]).toMatchObject({
        answer: ['xylophone'],
        feedback: 'A zeppelin.',
      })
  })

  test('match no search, not even of the author', async () => {
    const search = (q: string) => made(searchEverything, { as: author, query: { q } })

    const [hidden, ...found] = await Promise.all([search('lock'), ...secrets.map(search)])

    expect(hidden!.items.length).toBeGreaterThan(0)
    expect(found.map(({ items }) => items)).toEqual([[], []])
  })

  test('appear in no row of the search index, the history or a cache', async () => {
    const holders = new Set<string>()
    for await (const page of scanItems())
      for (const item of page)
        if (secrets.some((secret) => JSON.stringify(item).includes(secret))) holders.add(item.pk)

    // the attempts have the feedback, which each of them shows
    expect([...holders].sort()).toEqual([`course#${course.id}`, `course#${course.id}#people`].sort())
  })

  test('stay out of passages for assistants and calls by them, also for the author', async () => {
    const reader = (await findPrincipal(author.id))!
    const refs = [
      { type: 'course', id: course.id },
      { type: 'lesson', id: `${course.lesson_id}#${course.id}` },
    ] as const
    const views = await loadResources(reader, refs as never)
    const contents = await Promise.all(views.map(async (view) => view?.content?.()))
    const by = { chat_id: author.id, message_id: course.id, assistant_id: admin.id, call_id: '0.0' }
    const origin = { via: 'assistant', reply: by } as const
    const caller = { headers: {}, address: '', actor: reader, origin }
    const args = { id: course.id, lesson_id: course.lesson_id }
    const results = [
      await runFunction('lms_read_course', { id: course.id }, caller as never),
      await runFunction('lms_read_lesson', args, caller as never),
      await runFunction('lms_update_lesson', { ...args, duration_minutes: 9 }, caller as never),
    ]

    expect(contents[0]).toContain('Lock it.')
    expect(results.map((result) => JSON.stringify(result).includes('What is hidden?'))).toEqual([
      true,
      true,
      true,
    ])
    expectHidden([contents, results])
    expect((await made(readLesson, byLesson(author))).quiz!.questions[0]!.answer).toEqual(['xylophone'])
  })

  test('stay out of activity, audit and undo after the quiz has changed', async () => {
    const body = { quiz: quizLesson({ questions: [{ ...questions[0]!, answer: ['zeppelin'] }] }).quiz }
    await made(updateLesson, byLesson(author, { body }))
    await settle()
    const [entry] = await activityOf(author, 'course', course)
    const audit = await made(listAudit, {
      as: admin,
      query: { resource_type: 'course', resource_id: course.id },
    })
    const undo = (dry_run: boolean) =>
      call(undoChange, { as: author, params: { id: entry!.id }, body: { dry_run } })

    const [dry, undone] = [await undo(true), await undo(false)]

    expectHidden([entry, audit, dry.body, undone.body])
    expect([dry.status, undone.status]).toEqual([200, 200])
    expect((await made(readLesson, byLesson(author))).quiz!.questions[0]!.answer).toEqual(['xylophone'])
    // an undo also changes the quiz
    expect((await attempt(learner, course, [], 3)).status).toBe(409)
  })

  test('stay with a course that is restored by an administrator, and hidden again from others', async () => {
    const { id } = await givenQuizCourse(author, [learner], { questions })
    await call(deleteCourse, { as: author, params: { id } })

    const { body } = await restore(admin, { id })
    const read = await made(readCourse, { as: learner, params: { id } })
    const changed = await made(updateCourse, { as: admin, params: { id }, body: { tags: ['x'] } })

    expect([body, changed].map((one) => JSON.stringify(one).includes('xylophone'))).toEqual([true, true])
    expectHidden(read)
  })
})
