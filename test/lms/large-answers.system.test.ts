import type { APIGatewayProxyResult, Context } from 'aws-lambda'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCourse } from '../../src/lms/endpoints/create-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readLesson } from '../../src/lms/endpoints/read-lesson.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { eventOf } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

/** Maximum size of a response of a Lambda function without streaming, in bytes of JSON. */
const limit = 6_291_556

let author: SignedIn

beforeAll(async () => {
  author = await signedIn()
})

interface Course {
  id: string
  chapters: { lessons: { id: string; content: string | null }[] }[]
}

const bodyOf = ({ body, isBase64Encoded }: APIGatewayProxyResult) =>
  JSON.parse(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString()) as Course

const contentsOf = (course: Course) =>
  course.chapters.flatMap(({ lessons }) => lessons.map(({ content }) => content))

const payloadOf = (result: APIGatewayProxyResult) => Buffer.byteLength(JSON.stringify(result))

describe('A course that grows with each escaping', () => {
  test('comes back whole on creation and on read', async () => {
    const quotes = '"'.repeat(99_990)
    const body = { title: 'Quotes', chapters: [chapterOf(...Array<string>(20).fill(quotes))] }

    const created = await createCourse(eventOf(createCourse, { as: author, body }), {} as Context)
    const params = { id: bodyOf(created).id }
    const read = await readCourse(eventOf(readCourse, { as: author, params }), {} as Context)

    expect(created.statusCode, 'created').toBe(201)
    expect(read.statusCode, 'read').toBe(200)
    for (const result of [created, read]) {
      expect(payloadOf(result)).toBeLessThan(limit)
      expect(contentsOf(bodyOf(result))).toEqual(Array(20).fill(quotes))
    }
  })

  test('returns single lessons if they do not fit together', async () => {
    const course = (await givenCourse(author, {
      chapters: [chapterOf(...Array<string>(9).fill(''))],
    })) as Course
    const content = '\u0001'.repeat(100_000)
    const lessons = course.chapters[0]?.lessons ?? []
    for (const { id } of lessons)
      await made(updateLesson, { as: author, params: { id: course.id, lesson_id: id }, body: { content } })

    const read = await readCourse(
      eventOf(readCourse, { as: author, params: { id: course.id } }),
      {} as Context,
    )
    const shown = contentsOf(bodyOf(read))
    const last = { id: course.id, lesson_id: lessons.at(-1)?.id ?? '' }

    expect(payloadOf(read)).toBeLessThan(limit)
    expect([shown[0], shown.at(-1)]).toEqual([content, null])
    expect((await made(readLesson, { as: author, params: last })).content).toBe(content)
  })
})
