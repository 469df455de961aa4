import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { generateCourse } from '../../src/lms/endpoints/generate-course.ts'
import { courses } from '../../src/lms/course/course.ts'
import { failGeneration } from '../../src/lms/generation/generation.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let author: SignedIn

beforeEach(async () => {
  author = await signedIn()
})

afterEach(() => {
  delete process.env['LIMIT_GENERATING']
})

const ask = (file: { id: string }, as = author) =>
  call(createCourseFromFile, { as, body: { file_id: file.id } })

const givenFiles = (count: number, as = author): Promise<{ id: string }[]> =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      givenFile(as, { name: `page-${n}.md`, bytes: `# Page ${n}\n\nWords.\n` }),
    ),
  )

const askAll = async (files: { id: string }[]) => {
  const answers = []
  for (const file of files) answers.push(await ask(file))
  return answers
}

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status)

const fail = async (id: string) => {
  const { run } = await courses.get({ id })
  await failGeneration({ course_id: id, run_id: run?.id as string }, { reason: 'damaged', message: 'No.' })
}

describe('The limit of concurrently generating courses', () => {
  // first: settling would also work on the courses of the other tests, each in a process
  test('stops applying when the courses are ready', async () => {
    const files = await givenFiles(6)
    await askAll(files.slice(0, 3))
    await settle()

    expect(statusesOf(await askAll(files.slice(3)))).toEqual([202, 202, 202])
  })

  test('rejects a person’s fourth course with a sentence that names the limit', async () => {
    const [, , , fourth] = await askAll(await givenFiles(4))

    expect(fourth?.status).toBe(429)
    expect(fourth?.headers).toMatchObject({ 'retry-after': '30', 'x-error-code': 'lms.too_many_generating' })
    expect(fourth?.body).toEqual({
      detail:
        'The maximum number of courses being generated for one person is 3 (LIMIT_GENERATING); wait until ' +
        'one of yours is ready or has failed.',
    })
  })

  test('returns the course of a generating file, even when all slots are taken', async () => {
    const files = await givenFiles(3)
    const [first] = await askAll(files)

    const again = await ask(files[0] as { id: string })

    expect([again.status, again.body.id]).toEqual([202, first?.body.id])
  })

  test('accepts exactly three of 20 concurrent requests', async () => {
    const answers = await Promise.all((await givenFiles(20)).map((file) => ask(file)))

    expect(statusesOf(answers).toSorted((a, b) => a - b)).toEqual([
      202,
      202,
      202,
      ...Array.from({ length: 17 }, () => 429),
    ])
  })

  test('counts each person separately', async () => {
    const other = await signedIn()
    await askAll(await givenFiles(3))
    const [file] = await givenFiles(1, other)

    expect((await ask(file as { id: string }, other)).status).toBe(202)
  })

  test('releases one slot when one course has failed', async () => {
    const files = await givenFiles(5)
    const [first] = await askAll(files.slice(0, 3))
    await fail(first!.body.id)

    expect(statusesOf(await askAll(files.slice(3)))).toEqual([202, 429])
  })

  test('counts a course that is generated again', async () => {
    const files = await givenFiles(4)
    const [first] = await askAll(files.slice(0, 3))
    await fail(first!.body.id)
    await ask(files[3] as { id: string })

    const again = await call(generateCourse, { as: author, params: { id: first?.body.id } })

    expect(again.status).toBe(429)
  })

  test('disappears if the setting is 0', async () => {
    process.env['LIMIT_GENERATING'] = '0'

    expect(statusesOf(await askAll(await givenFiles(5)))).toEqual([202, 202, 202, 202, 202])
  })
})
