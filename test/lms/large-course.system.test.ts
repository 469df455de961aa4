import { beforeAll, describe, expect, test } from 'vitest'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readLesson } from '../../src/lms/endpoints/read-lesson.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenCourse } from '../support/given-course.ts'
import { lessonsOf, type Course } from './shown-lessons.ts'

let [author, reader] = [] as unknown as [SignedIn, SignedIn]

beforeAll(async () => {
  ;[author, reader] = await Promise.all([signedIn(), signedIn()])
})

const read = (as: SignedIn, { id }: { id: string }, lesson_id: string) =>
  call(readLesson, { as, params: { id, lesson_id } })

describe('A course of 50 chapters and 300 lessons of 100,000 characters', () => {
  const textOf = (n: number) => `${n} ${(n < 20 ? 'ж' : 'x').repeat(100_000)}`.slice(0, 100_000)
  let course: Course

  beforeAll(async () => {
    const chapters = Array.from({ length: 50 }, (_, c) => ({
      title: `Chapter ${c}`,
      lessons: Array.from({ length: 6 }, (_, l) => ({ title: `Lesson ${c * 6 + l}` })),
    }))
    course = await givenCourse(author, { chapters })
    const numbered = lessonsOf(course).map(({ id }, n) => ({ id, n }))
    for (const { id, n } of numbered.slice(0, 20)) {
      await made(updateLesson, {
        as: author,
        params: { id: course.id, lesson_id: id },
        body: { content: textOf(n) },
      })
    }
    // as many lessons as one body holds
    for (let from = 20; from < 300; from += 40) {
      const sent = new Map(numbered.slice(from, from + 40).map(({ id, n }) => [id, textOf(n)]))
      const chapters = course.chapters.map(({ lessons, ...chapter }) => ({
        ...chapter,
        lessons: lessons.map((lesson) => ({ ...lesson, content: sent.get(lesson.id) ?? null })),
      }))
      await made(updateCourse, {
        as: author,
        params: { id: course.id },
        body: { chapters },
      })
    }
  })

  test('can be built lesson by lesson and in parts, and returns contents up to 4 MiB', async () => {
    const { body } = await call(readCourse, { as: reader, params: { id: course.id } })
    const contents = lessonsOf(body).map(({ content }) => content)
    const shown = contents.filter((content) => content !== null)

    expect(body.version).toBe(28)
    expect(body.lesson_count).toBe(300)
    expect(shown).toEqual(Array.from({ length: 21 }, (_, n) => textOf(n)))
    expect(contents.slice(0, 21)).toEqual(shown)
  })

  test('returns every single lesson', async () => {
    const all = lessonsOf(course)
    const answers = await Promise.all([0, 150, 299].map((n) => read(reader, course, all[n]?.id ?? '')))

    expect(answers.map(({ body }) => body.content)).toEqual([0, 150, 299].map(textOf))
  })

  test('keeps contents that the request omits when chapters are reordered', async () => {
    const { body } = await call(readCourse, { as: author, params: { id: course.id } })
    const chapters = (body as Course).chapters.toReversed().map(({ lessons, ...chapter }) => ({
      ...chapter,
      lessons: lessons.map((lesson) => ({ ...lesson, content: null })),
    }))

    const answer = await call(updateCourse, { as: author, params: { id: course.id }, body: { chapters } })
    const all = lessonsOf(answer.body)

    expect(answer.status).toBe(200)
    expect(all.map(({ id }) => id)).toEqual(chapters.flatMap(({ lessons }) => lessons.map(({ id }) => id)))
    expect(all[0]?.content).toBe(textOf(294))
  })
})
