import { beforeEach, describe, expect, test, vi } from 'vitest'
import { courses } from '../../src/lms/course/course.ts'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { generateCourse } from '../../src/lms/endpoints/generate-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { buildCourse, readingOf } from '../../src/lms/generation/course-generation.ts'
import { slotReadings } from '../../src/files/text/reading-slot.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import type { Bomb } from '../bombs/bomb.ts'
import { bombs } from '../bombs/bombs.ts'
import { made } from '../support/given.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const reason = 'Reading the file takes more memory than is allowed.'

let author: SignedIn

beforeEach(async () => {
  author = await signedIn()
})

const givenRun = async (name: string, bytes: Uint8Array | string) => {
  const file = await givenFile(author, { name, bytes, content_type: 'application/octet-stream' })
  const { id } = await made(createCourseFromFile, { as: author, body: { file_id: file.id } })
  return { id, file, run: { course_id: id, run_id: (await courses.get({ id })).run?.id as string } }
}

/** Begins to read the file of a course, as a worker did that was killed then. */
const begin = async (id: string, { minutesAgo = 1 } = {}) => {
  vi.useFakeTimers({ now: Date.now() - minutesAgo * 60_000, toFake: ['Date'] })
  const { open } = slotReadings(readingOf(await courses.get({ id })))
  await open().finally(() => vi.useRealTimers())
}

const read = (id: string) => made(readCourse, { as: author, params: { id } })

describe('A file that kills its reader', { timeout: 150_000 }, () => {
  test('fails at once and for good, with a sentence to the person', async () => {
    const { id, run } = await givenRun('hidden-widths.pdf', (bombs['hidden-widths.pdf'] as Bomb).make())

    await buildCourse(run)
    await settle()

    const course = await read(id)
    expect([course.status, course.generation.error]).toEqual(['failed', reason])
    const { items } = await made(listNotifications, { as: author })
    expect(items).toMatchObject([
      { type: 'course_generation_failed', body: 'The file is too large or too complex to be read.' },
    ])
  })

  test('together with its worker is not read a third time', async () => {
    const { id, run } = await givenRun('notes.md', '# Words\n\nSome.\n')

    await begin(id, { minutesAgo: 2 })
    await begin(id)
    await buildCourse(run)

    expect((await read(id)).generation).toMatchObject({
      status: 'failed',
      error: 'The file could not be read: reading it ended twice without a result.',
    })
  })

  test('is read again when that is asked for', async () => {
    const { id, run } = await givenRun('notes.md', '# Words\n\nSome.\n')
    await begin(id, { minutesAgo: 2 })
    await begin(id)
    await buildCourse(run)

    await made(generateCourse, { as: author, params: { id } })
    await settle()

    expect((await read(id)).status).toBe('draft')
  })

  test('once by accident is read at the next delivery', async () => {
    const { id, run } = await givenRun('notes.md', '# Words\n\nSome.\n')

    await begin(id)
    await buildCourse(run)

    expect((await read(id)).status).toBe('draft')
  })
})
