import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { enrollCourse } from '../../src/lms/endpoints/enroll-course.ts'
import { enrollments, enrollmentState } from '../../src/lms/enrollment/enrollment.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { unenrollCourse } from '../../src/lms/endpoints/unenroll-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { call, raw } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { chapterOf, enroll, givenCourse } from '../support/given-course.ts'
import { statusByCase } from '../support/statuses.ts'

let [author, reader] = [] as unknown as [SignedIn, SignedIn]

beforeAll(async () => {
  ;[author, reader] = await Promise.all([signedIn(), signedIn()])
})

const read = async (as: SignedIn, { id }: { id: string }) =>
  (await call(readCourse, { as, params: { id } })).body

const leave = (as: SignedIn, { id }: { id: string }) => call(unenrollCourse, { as, params: { id } })

const complete = (as: SignedIn, { id }: { id: string }, lesson_id: string, completed = true) =>
  call(updateProgress, { as, params: { id }, body: { lesson_id, completed } })

const idsOf = (course: { chapters: { lessons: { id: string }[] }[] }) =>
  course.chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id)) as [string, string, string]

describe('POST and DELETE /lms/courses/{id}/enroll', () => {
  test('enroll once, count the enrollment, and end it', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one')] })
    const params = { id: course.id }

    const [first, second] = [
      await call(enrollCourse, { as: reader, params }),
      await call(enrollCourse, { as: reader, params }),
    ]
    const enrolled = await read(reader, course)
    const left = [(await leave(reader, course)).status, (await leave(reader, course)).status]
    const after = await read(reader, course)

    expect(first.status, 'first').toBe(201)
    expect(second.status, 'second').toBe(200)
    expect(first.body).toEqual({ course_id: course.id, user_id: reader.id, created_at: expect.any(String) })
    expect(second.body).toEqual(first.body)
    expect(enrolled).toMatchObject({
      enrollment_count: 1,
      version: 1,
      progress: { completed_lessons: 0, percent: 0 },
    })
    expect(left).toEqual([204, 204])
    expect(after).toMatchObject({ enrollment_count: 0, progress: null })
  })

  test('count exactly under concurrent and repeated requests', async () => {
    const course = await givenCourse(author)
    const people = await Promise.all(Array.from({ length: 10 }, () => signedIn()))

    const answers = await Promise.all(
      [...people, ...people].map((as) => call(enrollCourse, { as, params: { id: course.id } })),
    )
    const [gone] = people as [SignedIn]
    await Promise.all([leave(gone, course), leave(gone, course)])

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect((await read(author, course)).enrollment_count).toBe(9)
  })

  test('reject an unpublished course, and hide one that the caller cannot see', async () => {
    const draft = await givenCourse(author, { status: 'draft' })

    const statuses = await statusByCase({
      'the author': call(enrollCourse, { as: author, params: { id: draft.id } }),
      'a stranger to a draft': call(enrollCourse, { as: reader, params: { id: draft.id } }),
      'who is not enrolled, leaving': leave(reader, draft),
    })

    expect(statuses).toEqual({
      'the author': 409,
      'a stranger to a draft': 404,
      'who is not enrolled, leaving': 404,
    })
  })
})

describe('PUT /lms/courses/{id}/progress', () => {
  test('returns the caller’s progress and the next lesson', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one', 'two'), chapterOf('three')] })
    const [one, two, three] = idsOf(course)
    await enroll(reader, course)

    const bodies = []
    for (const [id, completed] of [
      [one, true],
      [one, true],
      [three, true],
      [two, true],
      [one, false],
    ] as const)
      bodies.push((await complete(reader, course, id, completed)).body)

    expect(bodies).toEqual([
      { completed_lessons: 1, percent: 33, next_lesson_id: two },
      { completed_lessons: 1, percent: 33, next_lesson_id: two },
      { completed_lessons: 2, percent: 66, next_lesson_id: two },
      { completed_lessons: 3, percent: 100, next_lesson_id: null },
      { completed_lessons: 2, percent: 66, next_lesson_id: one },
    ])
    expect((await read(reader, course)).progress).toEqual({
      ...bodies.at(-1),
      completed_lesson_ids: [two, three],
    })
  })

  test('counts only lessons that the course still has', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one', 'two', 'three')] })
    const [one, two] = idsOf(course)
    await enroll(reader, course)
    await complete(reader, course, one)
    await complete(reader, course, two)

    const chapters = [{ ...course.chapters[0]!, lessons: course.chapters[0]!.lessons.slice(1) }]
    await call(updateCourse, { as: author, params: { id: course.id }, body: { chapters } })

    expect((await read(reader, course)).progress).toMatchObject({ completed_lessons: 1, percent: 50 })
  })

  test('keeps all concurrent changes', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one', 'two', 'three')] })
    await enroll(reader, course)

    await Promise.all(idsOf(course).map((id) => complete(reader, course, id)))

    expect((await read(reader, course)).progress).toMatchObject({ completed_lessons: 3, percent: 100 })
  })

  test('rejects people who are not enrolled, and lessons of other courses', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one')] })
    const [one] = idsOf(course)

    const early = await complete(reader, course, one)
    await enroll(reader, course)
    const unknown = await complete(reader, course, randomUUID())
    const missing = await call(updateProgress, {
      as: reader,
      params: { id: course.id },
      body: raw({ lesson_id: one }),
    })

    expect(early.status, 'early').toBe(409)
    expect(unknown.status, 'unknown').toBe(422)
    expect(missing.status, 'missing').toBe(422)
    expect(unknown.detail).toContain('"lesson_id"')
  })
})

describe('the completion of a course', () => {
  const stored = (course: { id: string }) => enrollments.get({ course_id: course.id, user_id: reader.id })

  test('happens with the last lesson, and stays when a lesson is unmarked or added', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one', 'two')] })
    const [one, two] = idsOf(course)
    await enroll(reader, course)

    const open = await stored(course)
    await complete(reader, course, one)
    const begun = await stored(course)
    await complete(reader, course, two)
    const completed = await stored(course)
    await complete(reader, course, two, false)
    await complete(reader, course, two)
    const again = await stored(course)

    expect([open, begun, completed].map(enrollmentState)).toEqual(['not_started', 'in_progress', 'completed'])
    expect(open).toMatchObject({ completed_at: null, last_activity_at: null, round: 1 })
    expect(begun.last_activity_at).not.toBeNull()
    expect(completed.completed_at).not.toBeNull()
    expect(completed.last_completed_at).toBe(completed.completed_at)
    expect(again.completed_at).toBe(completed.completed_at)
  })

  test('happens once under 20 concurrent requests', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one', 'two')] })
    const lessons = idsOf(course)
    await enroll(reader, course)

    await Promise.all(
      Array.from({ length: 20 }, (_, index) => complete(reader, course, lessons[index % 2] as string)),
    )
    const { completed_at, version } = await stored(course)

    expect(completed_at).not.toBeNull()
    expect(version).toBe(3)
  })
})
