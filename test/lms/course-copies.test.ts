import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { copyCourse } from '../../src/lms/endpoints/copy-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { fileSource, startGeneration } from '../../src/lms/generation/start.ts'
import { call } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { quizLesson } from '../support/given-quiz.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { lessonsOf } from './shown-lessons.ts'

test('copies a course as a draft of the caller, in order and with new IDs', async () => {
  const [author, admin, reader] = await Promise.all([signedIn(), signedIn({ role: 'admin' }), signedIn()])
  const picture = await givenFile(author, { name: 'door.png', content_type: 'image/png', bytes: 'a door' })
  const content = `![a door](/api/v1/files/${picture.id}/contents)`
  const chapters = [chapterOf(content, 'two', ''), { title: 'Check', lessons: [quizLesson()] }]
  const fields = { tags: ['x'], certificate: { valid_months: 3 }, description: 'All.' }
  const course = await givenCourse(author, { ...fields, chapters })
  const params = { id: course.id }

  const own = await made(copyCourse, { as: author, params, body: { title: 'Second' } })
  const other = await made(copyCourse, { as: admin, params })
  const refused = await call(copyCourse, { as: reader, params })
  const hidden = await call(readCourse, { as: reader, params: { id: own.id } })

  const words = (shown: typeof own) =>
    shown.chapters.flatMap(({ lessons }) =>
      lessons.map(({ title, content, kind, quiz }) => ({ title, content, kind, quiz })),
    )
  expect(own).toMatchObject({
    ...fields,
    title: 'Second',
    status: 'draft',
    author: { id: author.id },
    version: 1,
  })
  expect(own.files.map(({ id }) => id)).toEqual([picture.id])
  expect([words(own), words(other)]).toEqual([words(course), words(course)])
  expect(new Set([course, own, other].flatMap(lessonsOf).map(({ id }) => id)).size).toBe(12)
  expect([other.author.id, other.title]).toEqual([admin.id, course.title])
  expect([refused.status, hidden.status]).toEqual([403, 404])
})

test('returns 409 while the course is being generated', async () => {
  const author = await signedIn()
  const file = { id: randomUUID(), name: 'Safety.docx' }
  const fields = {
    title: 'Safety',
    category_id: null,
    language: null,
    files: [file],
    source: fileSource(file),
  }
  const course = await startGeneration(author, fields)

  const { status, headers } = await call(copyCourse, { as: author, params: { id: course.id } })

  expect([status, headers['x-error-code']]).toEqual([409, 'lms.course_generating'])
})

test('links the lessons of a copy to each other', async () => {
  const author = await signedIn()
  const course = await givenCourse(author, { chapters: [chapterOf('one', 'two')] })
  const [first, second] = lessonsOf(course)
  const link = (id: string, lesson_id: string) => `[there](/api/v1/lms/courses/${id}/lessons/${lesson_id})`
  const content = `${link(course.id, second!.id)} and ${link(course.id, author.id)}`
  await made(updateLesson, { as: author, params: { id: course.id, lesson_id: first!.id }, body: { content } })

  const copy = await made(copyCourse, { as: author, params: { id: course.id } })

  const [copiedFirst, copiedSecond] = lessonsOf(copy)
  expect(copiedFirst!.content).toBe(`${link(copy.id, copiedSecond!.id)} and ${link(course.id, author.id)}`)
})
