import { beforeAll, describe, expect, test } from 'vitest'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readLesson } from '../../src/lms/endpoints/read-lesson.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { findTexts } from '../../src/platform/table/large-text.ts'
import { coursePartition } from '../../src/lms/course/contents/contents.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { statusByCase } from '../support/statuses.ts'
import { lessonsOf, type Course } from './shown-lessons.ts'

let [author, reader] = [] as unknown as [SignedIn, SignedIn]

beforeAll(async () => {
  ;[author, reader] = await Promise.all([signedIn(), signedIn()])
})

const nothing = { id: '' }

const read = (as: SignedIn, { id }: { id: string }, lesson_id: string) =>
  call(readLesson, { as, params: { id, lesson_id } })

const change = (as: SignedIn, { id }: { id: string }, lesson_id: string, body: object, headers = {}) =>
  call(updateLesson, { as, params: { id, lesson_id }, body, headers })

describe('GET /lms/courses/{id}/lessons/{lesson_id}', () => {
  test('returns a lesson with its content to people who may see the course', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one', '')] })
    const draft = await givenCourse(author, { status: 'draft', chapters: [chapterOf('one')] })
    const [first, second] = lessonsOf(course)

    const answers = await Promise.all([
      read(reader, course, first?.id ?? ''),
      read(reader, course, second?.id ?? ''),
      read(reader, course, draft.chapters[0]!.lessons[0]!.id),
      read(reader, draft, draft.chapters[0]!.lessons[0]!.id),
    ])

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404, 404])
    expect(answers[0]?.body).toEqual({
      ...first,
      course_id: course.id,
      chapter_id: course.chapters[0]!.id,
      version: 1,
    })
    expect(answers[1]?.body.content).toBe('')
    expect(answers[2]?.headers['x-error-code']).toBe('lms.lesson_not_found')
  })
})

describe('PUT /lms/courses/{id}/lessons/{lesson_id}', () => {
  test('merges by field and increments the version of the course', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one', 'two')] })
    const [first = nothing, second] = lessonsOf(course)

    const content = await change(author, course, first.id, { content: 'new' })
    const title = await change(author, course, first.id, { ...content.body, title: 'T', duration_minutes: 7 })
    const { body } = await call(readCourse, { as: reader, params: { id: course.id } })

    expect(content.headers['etag']).toBe('"2"')
    expect(title.body).toEqual({ ...content.body, title: 'T', duration_minutes: 7, version: 3 })
    expect(body.version).toBe(3)
    expect(lessonsOf(body)).toEqual([expect.objectContaining({ title: 'T', content: 'new' }), second])
  })

  test('rejects moving the lesson, and names the operation that does it', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one'), chapterOf('two')] })
    const [lesson = nothing] = lessonsOf(course)

    const answer = await change(author, course, lesson.id, { chapter_id: course.chapters[1]!.id })

    expect(answer.status).toBe(422)
    expect(answer.detail).toBe(
      '"chapter_id" cannot be changed here: lessons are moved by PUT /lms/courses/{id}.',
    )
  })

  test('rejects other people, an outdated version, and too long contents', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one')] })
    const [lesson = nothing] = lessonsOf(course)

    const statuses = await statusByCase({
      'a reader': change(reader, course, lesson.id, { content: 'x' }),
      'another version': change(author, course, lesson.id, { content: 'x' }, { 'If-Match': '"9"' }),
      'too long a text': change(author, course, lesson.id, { content: 'x'.repeat(100_001) }),
      'no lesson of the course': change(author, course, course.id, { content: 'x' }),
    })

    expect(statuses).toEqual({
      'a reader': 403,
      'another version': 412,
      'too long a text': 422,
      'no lesson of the course': 404,
    })
  })

  test('loses none of many concurrent changes', async () => {
    const course = await givenCourse(author, {
      chapters: [chapterOf(...Array.from({ length: 12 }, () => ''))],
    })
    const lessons = lessonsOf(course)

    const answers = await Promise.all(
      lessons.map(({ id }, n) => change(author, course, id, { content: `text ${n}` })),
    )
    const { body } = await call(readCourse, { as: author, params: { id: course.id } })

    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(lessonsOf(body).map(({ content }) => content)).toEqual(lessons.map((_, n) => `text ${n}`))
    expect(body.version).toBe(13)
  })
})

describe('A course with long texts', () => {
  test('leaves no former texts in its partition', async () => {
    const small = await givenCourse(author, { chapters: [chapterOf('one', 'two')] })
    const [first = nothing] = lessonsOf(small)
    await change(author, small, first.id, { content: 'new' })
    await call(updateCourse, { as: author, params: { id: small.id }, body: { description: 'new' } })

    await settle({ deliveries: 2 })
    const names = (await findTexts(coursePartition(small))).map(({ text }) => text.slice(0, 4))

    expect(names.sort()).toEqual(['new', 'two', '{"de'])
  })

  test('never appears partly changed', async () => {
    const before = await givenCourse(author)
    const chapter = (text: string) => ({
      title: text,
      lessons: Array.from({ length: 25 }, () => ({ title: text, content: text.repeat(2_000) })),
    })
    const seen: string[][] = []
    let isDone = false
    const look = async () => {
      while (!isDone) {
        const { status, body } = await call(readCourse, { as: reader, params: { id: before.id } })
        expect(status).toBe(200)
        if (body.version === before.version) continue
        seen.push([
          ...new Set(
            (body as Course).chapters.flatMap(({ title, lessons }) => [
              title,
              ...lessons.map(({ content }) => content?.[0] ?? ''),
            ]),
          ),
        ])
      }
    }

    const looking = look()
    for (const text of ['a', 'b', 'c']) {
      const { status } = await call(updateCourse, {
        as: author,
        params: { id: before.id },
        body: { chapters: [chapter(text)] },
      })
      expect(status).toBe(200)
      await settle()
    }
    isDone = true
    await looking

    expect(seen.length).toBeGreaterThan(0)
    for (const texts of seen) expect(texts).toHaveLength(1)
  })

  test('returns no more than a Lambda function may, regardless of JSON escaping', async () => {
    const content = '"'.repeat(100_000)
    const chapter = chapterOf(...Array<string>(16).fill(content))
    const course = await givenCourse(author, { chapters: [chapter] })
    await made(updateCourse, {
      as: author,
      params: { id: course.id },
      body: {
        chapters: [
          {
            ...course.chapters[0]!,
            lessons: course.chapters[0]!.lessons.map((lesson) => ({ ...lesson, content: null })),
          },
          chapter,
        ],
      },
    })

    const { text, body } = await call(readCourse, { as: reader, params: { id: course.id } })
    const contents = lessonsOf(body).map((lesson) => lesson.content)

    // Base64 is smaller than escaping once more
    expect(Buffer.byteLength(text) * (4 / 3)).toBeLessThan(6_291_556)
    expect(contents.slice(0, 23)).toEqual(Array<string>(23).fill(content))
    expect(contents.at(-1)).toBeNull()
  })
})
