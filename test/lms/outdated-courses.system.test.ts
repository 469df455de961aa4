import { beforeEach, describe, expect, test } from 'vitest'
import { restoreVersion } from '../../src/files/endpoints/restore-version.ts'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { generateCourse } from '../../src/lms/endpoints/generate-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { failGeneration, finishGeneration } from '../../src/lms/generation/generation.ts'
import { courses } from '../../src/lms/course/course.ts'
import { files } from '../../src/files/file/file.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { call, type AnswerOf } from '../support/call.ts'
import { enroll } from '../support/given-course.ts'
import { givenEditor } from '../support/given-editor.ts'
import { givenFile } from '../support/given-file.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const first = '# Safety\n\n## Alarms\n\nPress red.\n\n## Exits\n\nWalk out.\n\n## Lifts\n\nNever use them.\n'
const second =
  '# Safety\n\n## Exits\n\nRun out.\n\n## Alarms\n\nPress green.\n\n## Meeting point\n\nThe yard.\n'

let author: SignedIn
let file: { id: string }
let course: { id: string }

const read = async (as = author) => (await call(readCourse, { as, params: { id: course.id } })).body

const lessonsIn = ({ chapters }: AnswerOf<typeof readCourse>) => chapters.flatMap(({ lessons }) => lessons)

const lesson = async (title: string) => lessonsIn(await read()).find((one) => one.title === title)!

const contents = async () => (await read()).chapters.flatMap(({ lessons }) => lessons)

const news = async () =>
  (await call(listNotifications, { as: author, query: { type: 'course_outdated' } })).body.items

const change = (body: object) => made(updateCourse, { as: author, params: { id: course.id }, body })

const saveByEditor = async (bytes: string) => {
  const editor = await givenEditor(author, file)
  await editor.operate('LOCK', { 'X-WOPI-Lock': 'a' })
  await editor.save(bytes, { 'X-WOPI-Lock': 'a' })
  await editor.operate('UNLOCK', { 'X-WOPI-Lock': 'a' })
}

const generate = (as = author) => call(generateCourse, { as, params: { id: course.id } })

beforeEach(async () => {
  author = await signedIn()
  file = await givenFile(author, { name: 'safety.md', bytes: first })
  course = await made(createCourseFromFile, { as: author, body: { file_id: file.id } })
  await settle()
})

describe('A course whose file is saved again', () => {
  test('becomes outdated, and its author is notified once', async () => {
    const before = await read()

    await saveByEditor(second)
    await settle()
    await call(restoreVersion, { as: author, params: { id: file.id, number: 1 } })
    await settle({ deliveries: 2 })

    const after = await read()
    expect(before.source).toMatchObject({ type: 'file', file_id: file.id, version: 1, is_current: true })
    expect(lessonsIn(before)[0]?.sources[0]).toMatchObject({ type: 'file', id: file.id, version: 1 })
    expect(after.source).toEqual({ ...before.source, is_current: false })
    expect(after.version).toBe(before.version)
    expect(await news()).toMatchObject([{ resource: { type: 'course', id: course.id } }])
  })

  test('becomes outdated even if the file is saved during its generation', async () => {
    await saveByEditor(second)
    await settle()
    await generate()
    const { run, source } = await courses.get(course)
    await saveByEditor(first)
    const made = { course_id: course.id, run_id: run?.id ?? '' }
    await finishGeneration(made, { chapters: [], source: { ...source, version: 2 } })
    await settle({ deliveries: 2 })

    const after = await read()

    expect([after.status, after.source.version, after.source.is_current]).toEqual(['draft', 2, false])
    expect(await news()).toHaveLength(2)
  })
})

describe('POST /lms/courses/{id}/generate', () => {
  test('generates the course again, and keeps manually edited lessons', async () => {
    const alarms = await lesson('Alarms')
    const exits = await lesson('Exits')
    const params = { id: course.id, lesson_id: alarms.id }
    await made(updateLesson, {
      as: author,
      params,
      body: { title: 'Our alarms', content: 'Press **red** twice.' },
    })
    const { chapters } = await read()
    const added = { title: 'Quiet hours', content: 'At night.' }
    const last = chapters.at(-1)!
    const more = [...chapters.slice(0, -1), { ...last, lessons: [...last.lessons, added] }]
    await change({ chapters: more, status: 'published' })
    await saveByEditor(second)
    await settle()

    const answer = await generate()
    await settle({ deliveries: 2 })

    const { status, source } = await read()
    const shown = (await contents()).map(({ title, content }) => [title, content])
    expect([answer.status, answer.body.status, status]).toEqual([202, 'generating', 'published'])
    expect(source).toMatchObject({ version: 2, is_current: true })
    expect(shown).toContainEqual(['Our alarms', 'Press **red** twice.'])
    expect(shown).toContainEqual(['Exits', 'Run out.'])
    expect(shown).toContainEqual(['Meeting point', 'The yard.'])
    expect(shown).toContainEqual(['Quiet hours', 'At night.'])
    expect(JSON.stringify(shown)).not.toMatch(/Press green|Never use/)
    expect([(await lesson('Our alarms')).id, (await lesson('Exits')).id]).toEqual([alarms.id, exits.id])
  })

  test('keeps the pictures in edited lessons, and deletes no file of the author', async () => {
    const pictures = await Promise.all([0, 1].map(() => givenFile(author, { name: 'map.png' })))
    const [kept, left] = pictures.map(({ id }) => id) as [string, string]
    const showing = (id: string) => `![map](/api/v1/files/${id}/contents)`
    const { id: lesson_id } = await lesson('Alarms')
    const params = { id: course.id, lesson_id }
    await change({ description: showing(left) })
    await made(updateLesson, { as: author, params, body: { content: showing(kept) } })
    const idsOf = async () => (await read()).files.map(({ id }: { id: string }) => id)
    const before = await idsOf()
    await saveByEditor(second)
    await settle()

    await generate()
    await settle({ deliveries: 2 })
    const after = await idsOf()
    await change({ description: null })
    await settle()

    expect([before, after]).toEqual([
      [file.id, left, kept],
      [file.id, left, kept],
    ])
    expect(await idsOf()).toEqual([file.id, kept])
    expect((await files.findMany(pictures)).every(Boolean)).toBe(true)
  })

  test('shows readers the former course meanwhile, and keeps their progress', async () => {
    const reader = await signedIn()
    await change({ status: 'published' })
    await enroll(reader, course)
    const exits = await lesson('Exits')
    const body = { lesson_id: exits.id, completed: true }
    await made(updateProgress, { as: reader, params: { id: course.id }, body })
    await saveByEditor(second)
    await settle()

    await generate()
    const meanwhile = await read(reader)
    await settle({ deliveries: 2 })
    const afterwards = await read(reader)

    expect(lessonsIn(meanwhile).map(({ content }) => content)).toContain('Walk out.')
    expect(lessonsIn(afterwards).map(({ content }) => content)).toContain('Run out.')
    expect(afterwards.progress!.completed_lesson_ids).toEqual([exits.id])
  })

  test('leaves the course unchanged if it fails', async () => {
    const before = await read()
    await saveByEditor(second)
    await settle()
    await generate()
    const { run } = await courses.get(course)

    await failGeneration(
      { course_id: course.id, run_id: run?.id ?? '' },
      { reason: 'damaged', message: 'No.' },
    )
    await settle()

    const after = await read()
    expect(after).toMatchObject({ status: 'draft', generation: { status: 'failed', error: 'No.' } })
    expect(after.chapters).toEqual(before.chapters)
    expect((await generate()).status).toBe(202)
  })

  test('returns 409 while the course is current, and 403 to other people', async () => {
    await change({ status: 'published' })

    const [current, byOther] = [await generate(), await generate(await signedIn())]

    expect([current.status, current.headers['x-error-code']]).toEqual([409, 'lms.course_not_failed'])
    expect(byOther.status).toBe(403)
    expect((await files.get(file)).save).toBeNull()
  })
})
