import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { queueFile } from '../../infra/generation/endpoints.ts'
import { readerFile } from '../../src/documents/process/reader-process.ts'
import { courses } from '../../src/lms/course/course.ts'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { generateCourse } from '../../src/lms/endpoints/generate-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { buildCourse } from '../../src/lms/generation/course-generation.ts'
import { generations, type Run } from '../../src/lms/queues.ts'
import { readerLeases } from '../../src/files/text/reader-lease.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import type { Bomb } from '../bombs/bomb.ts'
import { bombs } from '../bombs/bombs.ts'
import { made } from '../support/given.ts'
import { givenFile } from '../support/given-file.ts'
import { eventOf } from '../support/messages.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { workerProcess } from '../support/worker-process.ts'
import { settle } from '../support/world.ts'

const reason = 'Reading the file takes more memory than is allowed.'

const folder = mkdtempSync(join(tmpdir(), 'dying-'))
/** A reader that dies with every file. */
const deadlyReader = join(folder, 'deadly-reader.mjs')
writeFileSync(deadlyReader, "process.once('message', () => process.kill(process.pid, 'SIGKILL'))")
/** A reader that never ends, as with a long document. */
const slowReader = join(folder, 'slow-reader.mjs')
writeFileSync(slowReader, "process.once('message', () => {})")

let author: SignedIn

afterAll(() => rmSync(folder, { recursive: true }))

beforeEach(async () => {
  author = await signedIn()
})

const givenRun = async (name: string, bytes: Uint8Array | string) => {
  const file = await givenFile(author, { name, bytes, content_type: 'application/octet-stream' })
  const { id } = await made(createCourseFromFile, { as: author, body: { file_id: file.id } })
  return { id, file, run: { course_id: id, run_id: (await courses.get({ id })).run?.id as string } }
}

/** Delivers the message of a course to a separate worker process, which runs this reader. */
const deliver = async (run: Run, READER_FILE: string, until?: () => Promise<unknown>) => {
  const worker = workerProcess([queueFile('courses')], { READER_FILE, TMPDIR: folder })
  const delivery = worker.invoke(eventOf({ kind: generations.name, body: run })).catch(() => {})
  await (until?.() ?? delivery)
  await worker.kill()
}

const isHeld = async () => (await readerLeases.find({ user_id: author.id, number: 0 }))?.taken_by

/** Delivers the message to a worker that is killed while it reads. */
const deliverKilled = async (run: Run) => {
  const before = await isHeld()
  await deliver(run, slowReader, async () => {
    await expect.poll(isHeld, { timeout: 20_000 }).not.toBe(before)
  })
}

const read = (id: string) => made(readCourse, { as: author, params: { id } })

describe('A file that kills its reader', () => {
  test('fails at once and permanently, with a sentence for the person', async () => {
    const { id, run } = await givenRun('hidden-widths.pdf', (bombs['hidden-widths.pdf'] as Bomb).make())

    await buildCourse(run)
    await settle()

    const course = await read(id)
    expect([course.status, course.generation!.error]).toEqual(['failed', reason])
    const { items } = await made(listNotifications, { as: author })
    expect(items).toMatchObject([
      { type: 'course_generation_failed', body: 'The file is too large or too complex to be read.' },
    ])
  })

  test('fails after two deliveries without a third reading, until that is requested', async () => {
    const { id, run } = await givenRun('notes.md', '# Words\n\nSome.\n')

    await deliver(run, deadlyReader)
    const once = await read(id)
    await deliver(run, deadlyReader)
    const twice = await read(id)
    await made(generateCourse, { as: author, params: { id } })
    await settle()

    expect(once.status).toBe('generating')
    expect(twice.generation).toMatchObject({
      status: 'failed',
      error: 'Reading the file ended without a result.',
    })
    expect((await read(id)).status).toBe('draft')
  })
})

test('a harmless document is read after its worker was killed twice', async () => {
  const { id, run } = await givenRun('notes.md', '# Words\n\nSome.\n')

  await deliverKilled(run)
  await deliverKilled(run)
  await deliver(run, readerFile)

  expect((await read(id)).status).toBe('draft')
})
