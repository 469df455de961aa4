import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { coursePartition } from '../../src/lms/course/contents/contents.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { courses } from '../../src/lms/course/course.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import {
  startedRun,
  failGeneration,
  finishGeneration,
  reportProgress,
} from '../../src/lms/generation/generation.ts'
import { fileSource, restartGeneration, startGeneration } from '../../src/lms/generation/start.ts'
import { putItems } from '../../src/platform/table/operation.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { findTexts, toStoreText } from '../../src/platform/table/large-text.ts'
import { derivedId } from '../../src/platform/runtime/id.ts'
import { call } from '../support/call.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let [author, other] = [] as unknown as [SignedIn, SignedIn]

beforeEach(async () => {
  ;[author, other] = await Promise.all([signedIn(), signedIn()])
})

const given = async (file: { id: string; name: string } = { id: randomUUID(), name: 'Safety.docx' }) => {
  const course = await startGeneration(author, {
    title: 'Safety',
    category_id: null,
    language: null,
    files: [file],
    source: fileSource(file),
  })
  return { course, file, run: { course_id: course.id, run_id: course.run?.id as string } }
}

const file_id = randomUUID()
const pinned = { type: 'file' as const, id: file_id, file_id, version: 1 }

const chapter = (...contents: string[]) => ({
  title: 'A chapter',
  summary: 'About it',
  lessons: contents.map((content, index) => ({
    id: newId(),
    title: `Lesson ${index}`,
    content,
    duration_minutes: 2,
    sources: [{ ...pinned, page: index + 1, heading: 'H', quote: 'Q' }],
  })),
})

const read = (as: SignedIn, { id }: { id: string }) => call(readCourse, { as, params: { id } })

const newsOf = async (as: SignedIn, id: string): Promise<string[]> => {
  const { body } = await call(listNotifications, { as, query: { limit: 100 } })
  return body.items.filter(({ resource }) => resource!.id === id).map(({ type }) => type)
}

describe('A course generated from a file', () => {
  test('stays visible to its author only, and cannot be changed meanwhile', async () => {
    const { id, name } = await givenFile(author, { name: 'Safety.docx' })
    const { course, file } = await given({ id, name })

    const [own, foreign] = [await read(author, course), await read(other, course)]
    const statuses = [
      (await call(updateCourse, { as: author, params: { id: course.id }, body: { title: 'x' } })).status,
      (await call(deleteCourse, { as: author, params: { id: course.id } })).status,
    ]

    expect(own.body).toMatchObject({
      title: 'Safety',
      status: 'generating',
      files: [file],
      chapters: [],
      source: { type: 'file', file_id: file.id, file_name: 'Safety.docx' },
      generation: {
        status: 'queued',
        progress: 0,
        stage: null,
        error: null,
        started_at: null,
        finished_at: null,
      },
    })
    expect(foreign.status).toBe(404)
    expect(statuses).toEqual([409, 409])
  })

  test('stays the same while the same person requests the same file', async () => {
    const { course, file, run } = await given()
    const wanted = {
      title: 'Again',
      category_id: null,
      language: null,
      files: [file],
      source: fileSource(file),
    }

    const again = await startGeneration(author, wanted)
    const byOther = await startGeneration(other, wanted)
    const many = await Promise.all(Array.from({ length: 5 }, () => startGeneration(author, wanted)))
    await failGeneration(run, { reason: 'damaged', message: 'No.' })
    const afterwards = await startGeneration(author, wanted)

    expect(again.id).toBe(course.id)
    expect([...new Set(many.map(({ id }) => id))]).toEqual([course.id])
    expect(byOther.id).not.toBe(course.id)
    expect(afterwards.id).not.toBe(course.id)
  })

  test('reports non-decreasing progress, and becomes a draft at once', async () => {
    const { course, run } = await given()

    await reportProgress(run, 'reading', 40)
    await reportProgress(run, 'reading', 20)
    const half = (await read(author, course)).body
    const isDone = await finishGeneration(run, {
      title: 'Safety first',
      language: 'en',
      chapters: [chapter('one', '')],
    })
    const whole = (await read(author, course)).body

    expect(half.generation).toMatchObject({ status: 'running', stage: 'reading', progress: 40 })
    expect(half.generation!.started_at).not.toBeNull()
    expect(isDone).toBe(true)
    expect(whole).toMatchObject({ title: 'Safety first', language: 'en', status: 'draft', lesson_count: 2 })
    expect(whole.generation).toMatchObject({ status: 'completed', progress: 100, error: null, stage: null })
    expect(whole.chapters[0]!.lessons.map(({ content, sources }) => [content, sources])).toEqual([
      ['one', [{ ...pinned, page: 1, heading: 'H', quote: 'Q' }]],
      ['', [{ ...pinned, page: 2, heading: 'H', quote: 'Q' }]],
    ])
  })

  test('keeps the sources of changed lessons', async () => {
    const { course, run } = await given()
    await finishGeneration(run, { chapters: [chapter('one')] })
    const { chapters } = (await read(author, course)).body

    chapters[0]!.lessons[0]!.title = 'Renamed'
    const answer = await call(updateCourse, { as: author, params: { id: course.id }, body: { chapters } })

    expect(answer.body.chapters[0]!.lessons[0]).toMatchObject({ title: 'Renamed', sources: [{ page: 1 }] })
  })

  test('fails with a reason, and can be generated again', async () => {
    const { course, run } = await given()

    await failGeneration(run, { reason: 'damaged', message: 'The file is encrypted.' })
    const failed = (await read(author, course)).body
    const toDraft = await call(updateCourse, {
      as: author,
      params: { id: course.id },
      body: { status: 'draft' },
    })
    const again = await restartGeneration(author, course.id)
    const late = [
      await finishGeneration(run, { chapters: [chapter('late')] }),
      await failGeneration(run, { reason: 'damaged', message: 'late' }),
      await reportProgress(run, 'late', 50),
    ]
    const twice = restartGeneration(author, course.id)

    expect(failed).toMatchObject({
      status: 'failed',
      generation: { status: 'failed', error: 'The file is encrypted.' },
    })
    expect(toDraft.status).toBe(409)
    expect(again).toMatchObject({ status: 'generating', generation: { status: 'queued', error: null } })
    expect(again.run?.id).not.toBe(run.run_id)
    expect(late).toEqual([false, false, false])
    await expect(twice).rejects.toMatchObject({ status: 409, code: 'lms.course_not_failed' })
  })

  test('ends once with any number of workers, notifies the requester once, and leaves no remains', async () => {
    const { course, run } = await given()
    const owner = coursePartition(course)
    const orphan = `${randomUUID()}#${derivedId(Date.now() - 60_000, 'orphan')}`
    await writeBatch(putItems(toStoreText(owner, orphan, 'orphan')), [])

    const ends = await Promise.all([
      finishGeneration(run, { chapters: [chapter('a', 'a')] }),
      finishGeneration(run, { chapters: [chapter('b', 'b')] }),
      failGeneration(run, { reason: 'damaged', message: 'c' }),
    ])
    await settle({ deliveries: 5 })

    const { body } = await read(author, course)
    const texts = body.chapters.flatMap(({ lessons }) => lessons.map(({ content }) => content))
    const stored = await findTexts(owner)
    expect(ends.filter(Boolean)).toHaveLength(1)
    expect([[], ['a', 'a'], ['b', 'b']]).toContainEqual(texts)
    expect(stored.map(({ text }) => text).filter((text) => text.length < 10)).toEqual(texts)
    expect(await newsOf(author, course.id)).toEqual([
      body.status === 'draft' ? 'course_generated' : 'course_generation_failed',
    ])
  })

  test('continues generating if the result exceeds a limit of courses', async () => {
    const { course, run } = await given()

    const tooMany = finishGeneration(run, { chapters: Array.from({ length: 51 }, () => chapter('x')) })

    await expect(tooMany).rejects.toThrow(RangeError)
    expect((await courses.get(course)).status).toBe('generating')
  })
})

describe('startedRun', () => {
  test('returns the new run of a generating course', async () => {
    const { course, run } = await given()

    expect(startedRun(undefined, course)).toEqual(run)
    expect(startedRun(course, { ...course, version: 2 })).toBeUndefined()
    expect(startedRun(course, { ...course, status: 'draft' })).toBeUndefined()
  })
})
