import { describe, expect, test } from 'vitest'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readLesson } from '../../src/lms/endpoints/read-lesson.ts'
import { call, raw } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn } from '../support/people.ts'

const given = async () => {
  const [author, reader] = await Promise.all([signedIn(), signedIn()])
  const picture = await givenFile(author, { name: 'door.png', content_type: 'image/png', bytes: 'a door' })
  const content = `![a door](/api/v1/files/${picture.id}/contents)`
  const course = await givenCourse(author, { description: content, chapters: [chapterOf(content)] })
  return { author, reader, course, content, lesson: course.chapters[0]!.lessons[0] }
}

const bytesOf = async (content: string) =>
  (await fetch(/\((http[^)]+)\)/.exec(content)?.[1] as string)).text()

const query = { media: 'signed' as const }

describe('media=signed', () => {
  test('returns pictures of a course that an <img> can load, and no ETag', async () => {
    const { author, course } = await given()

    const { body, headers } = await call(readCourse, { as: author, params: { id: course.id }, query })

    const texts = [body.description, body.chapters[0]!.lessons[0]!.content]
    expect(await Promise.all(texts.map((text) => bytesOf(text!)))).toEqual(['a door', 'a door'])
    expect(headers['etag']).toBeUndefined()
  })

  test('returns pictures of a lesson to people who may read the course', async () => {
    const { author, reader, course, lesson } = await given()
    const params = { id: course.id, lesson_id: lesson!.id }

    const read = await Promise.all([author, reader].map((as) => call(readLesson, { as, params, query })))

    expect(await Promise.all(read.map(({ body }) => bytesOf(body.content)))).toEqual(['a door', 'a door'])
    expect(read.map(({ headers }) => headers['etag'])).toEqual([undefined, undefined])
  })

  test('returns pictures in a lesson as HTML, with markup escaped', async () => {
    const { reader, course, lesson, content } = await given()
    const params = { id: course.id, lesson_id: lesson!.id }

    const { body } = await call(readLesson, { as: reader, params, query: { format: 'html' } })

    expect(body.content).toBe(content)
    expect(body.html).toMatch(/^<p><img src="http[^"]+" alt="a door"><\/p>$/)
  })

  test('returns 404 to people who may not see the course, and 422 for other values', async () => {
    const { author, reader, lesson } = await given()
    const draft = await givenCourse(author, { status: 'draft' })

    const unseen = await call(readCourse, { as: reader, params: { id: draft.id }, query })
    const wrong = await call(readLesson, {
      as: author,
      params: { id: draft.id, lesson_id: lesson!.id },
      query: { media: raw('yes') },
    })

    expect([unseen.status, wrong.status]).toEqual([404, 422])
  })
})
