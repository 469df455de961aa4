import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queuePoller } from '../../infra/local/lambda/queue-poller.ts'
import { queueFile } from '../../infra/generation/endpoints.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { coursePartition } from '../../src/lms/course/contents/contents.ts'
import { courses } from '../../src/lms/course/course.ts'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { generations } from '../../src/lms/queues.ts'
import { sendToQueues } from '../../src/platform/events/sqs.ts'
import { readerFile } from '../../src/documents/process/reader-process.ts'
import { findTexts } from '../../src/platform/table/large-text.ts'
import { startDynamoProxy, type DynamoProxy } from '../support/dynamo-proxy.ts'
import { made } from '../support/given.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startS3Proxy, type S3Proxy } from '../support/s3-proxy.ts'
import { workerProcess } from '../support/worker-process.ts'
import { settle, world } from '../support/world.ts'

const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
/** Returns a picture that differs from others in a byte after its end. */
const image = (n: number) =>
  '<img alt="a door" src="data:image/png;' +
  `base64,${Buffer.concat([Buffer.from(picture, 'base64'), Buffer.of(n)]).toString('base64')}">`
/** Text with a reading time of some minutes, because shorter sections would be joined. */
const signs = `<p>${'The way is marked by green signs. '.repeat(120)}</p>`
const lessonOf = (n: number) =>
  `<h3>Exit ${n}</h3><p>Walk out by door ${n}, and do not run. ${n < 3 ? image(n) : ''}</p>${signs}`
const lessonsOf = (floor: number) => Array.from({ length: 20 }, (_, n) => lessonOf(floor * 20 + n)).join('')
const floors = [0, 1, 2].map((floor) => `<h2>Floor ${floor}</h2>${lessonsOf(floor)}`)
const page = `<h1>Exits</h1>${floors.join('')}`

let [table, bucket, temporary] = [] as unknown as [DynamoProxy, S3Proxy, string]
let author: SignedIn
let file: { id: string }
let id: string

beforeAll(async () => {
  const { endpoints } = world()
  ;[table, bucket, temporary] = await Promise.all([
    startDynamoProxy(endpoints.dynamodb),
    startS3Proxy(endpoints.s3),
    mkdtemp(join(tmpdir(), 'killed-')),
  ])
})

afterAll(() => Promise.all([table.stop(), bucket.stop(), rm(temporary, { recursive: true })]))

beforeEach(async () => {
  author = await signedIn()
  file = await givenFile(author, { name: 'exits.html', bytes: page, content_type: 'text/html' })
  id = (await made(createCourseFromFile, { as: author, body: { file_id: file.id } })).id
})

afterEach(() => {
  table.keeps = () => false
  table.loses = () => false
  bucket.treat = () => ({})
})

/** Delivers the message to a separate worker, which is killed at the call that `waits` selects. */
const killedWhen = async (waits: (kill: () => boolean) => void): Promise<void> => {
  const { run } = await courses.get({ id })
  await sendToQueues([generations.message({ course_id: id, run_id: run?.id as string })])
  const worker = workerProcess([queueFile('courses')], {
    AWS_ENDPOINT_URL_DYNAMODB: table.url,
    AWS_ENDPOINT_URL_S3: bucket.url,
    TMPDIR: temporary,
    READER_FILE: readerFile,
  })
  let isKilled = false
  waits(() => {
    void worker.kill()
    return (isKilled = true)
  })
  const { endpoints, queueUrls } = world()
  const url = queueUrls[generations.queue] as string
  const poller = queuePoller({
    endpoints,
    url,
    atOnce: 1,
    invoke: (event) => worker.invoke(event),
    retrySeconds: 0,
  })
  await poller.step(5)
  await worker.kill()
  expect(isKilled, 'the worker came to the point where it is killed').toBe(true)
}

const read = async () => {
  const { status, lesson_count, chapters, files, generation } = await made(readCourse, {
    as: author,
    params: { id },
  })
  const lessons = chapters.flatMap((chapter) => chapter.lessons)
  return { status, lesson_count, lessons, files, generation }
}

/** Returns the states that readers see until all consequences are complete. */
const metWhile = async (work: Promise<unknown>) => {
  const met = new Set<string>()
  const ended = work.then(() => true)
  while (
    !(await Promise.race([
      ended,
      read().then(
        (course) => void met.add(`${course.status} ${course.lesson_count} ${course.lessons.length}`),
      ),
    ]))
  );
  return [...met]
}

const newsOf = async () =>
  (await made(listNotifications, { as: author })).items.map(({ type }: { type: string }) => type)

const imagesOf = async () =>
  (await made(listFiles, { as: author })).items.filter(({ name }: { name: string }) => name.endsWith('.png'))

const isFlip = (operation: string, body: string) =>
  operation === 'TransactWriteItems' && body.includes('"completed"')

const points: [string, (kill: () => boolean) => void][] = [
  [
    'while it fetches the document',
    (kill) => (bucket.treat = (path) => (path.includes(file.id) && kill() ? { instead: 'silence' } : {})),
  ],
  [
    'while it reads the document',
    (kill) => {
      // progress is written every two seconds
      bucket.treat = () => ({ delay: 2_050 })
      table.keeps = (_, body) => body.includes('"reading"') && kill()
    },
  ],
  [
    'while it stores images',
    (kill) => {
      let images = 0
      table.keeps = (_, body) =>
        body.includes('"files.file"') && body.includes('.png') && (images += 1) > 2 && kill()
    },
  ],
  [
    'while it stores lessons',
    (kill) => {
      let writes = 0
      table.keeps = (operation, body) =>
        operation === 'BatchWriteItem' && body.includes('text#') && (writes += 1) > 1 && kill()
    },
  ],
  ['before it flips the course', (kill) => (table.keeps = (...call) => isFlip(...call) && kill())],
  [
    'after it has flipped the course',
    (kill) => (table.loses = (operation, _, body) => isFlip(operation, body) && kill()),
  ],
]

describe('A killed worker', () => {
  test.each(points)('a worker killed %s leaves a course that completes once', async (at, waits) => {
    await killedWhen(waits)
    const between = await read()

    const met = await metWhile(settle())
    await settle({ deliveries: 2 })

    const isFlipped = at.startsWith('after')
    expect([between.status, between.lessons.length]).toEqual(isFlipped ? ['draft', 60] : ['generating', 0])
    expect(['generating 0 0', 'draft 60 60']).toEqual(expect.arrayContaining(met))
    const course = await read()
    expect(course).toMatchObject({ status: 'draft', lesson_count: 60, generation: { status: 'completed' } })
    expect(course.lessons[59]!.content).toMatch(/^Walk out by door 59, and do not run\.\n/)
    expect(
      course.files
        .map(({ id }: { id: string }) => id)
        .slice(1)
        .sort(),
    ).toEqual((await imagesOf()).map(({ id }: { id: string }) => id).sort())
    expect(course.files).toHaveLength(4)
    expect((await findTexts(coursePartition({ id }))).length).toBe(61)
    expect((await made(listCourses, { as: author, query: { mine: true } })).items).toHaveLength(1)
    expect(await newsOf()).toEqual(['course_generated'])
  })

  test('leaves no images if the file is deleted before the next delivery', async () => {
    await killedWhen((kill) => (table.keeps = (...call) => isFlip(...call) && kill()))
    const before = await imagesOf()
    await made(deleteFile, { as: author, params: { id: file.id } })

    await settle()

    expect(before).toHaveLength(3)
    expect((await read()).generation).toMatchObject({ status: 'failed' })
    expect(await imagesOf()).toEqual([])
    expect(await findTexts(coursePartition({ id }))).toEqual([])
    expect(await newsOf()).toEqual(['course_generation_failed'])
  })
})
