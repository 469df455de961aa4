import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { files } from '../../src/files/file/file.ts'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { generateCourse } from '../../src/lms/endpoints/generate-course.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { courses } from '../../src/lms/course/course.ts'
import { reportProgress } from '../../src/lms/generation/generation.ts'
import { abandonRun, buildCourse } from '../../src/lms/generation/course-generation.ts'
import { users } from '../../src/platform/identity/user.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { statusByCase } from '../support/statuses.ts'

const markdown = `# Fire safety

What everybody must know.

## Alarms

Press the **red** button.

| Floor | Button |
| ----- | ------ |
| 1     | left   |

## Exits

Walk, do not run.
`

let author: SignedIn

beforeEach(async () => {
  author = await signedIn()
})

const givenDocument = (name = 'safety.md', bytes: string | Uint8Array = markdown) =>
  givenFile(author, { name, bytes, content_type: 'application/octet-stream' })

const ask = (as: SignedIn, file: { id: string }, fields = {}) =>
  call(createCourseFromFile, { as, body: { file_id: file.id, ...fields } })

const courseOf = async (id: string, as = author) => (await call(readCourse, { as, params: { id } })).body

const newsOf = async (as = author) =>
  (await call(listNotifications, { as })).body.items.map(({ type }: { type: string }) => type)

const runOf = async (id: string) => ({
  course_id: id,
  run_id: (await courses.get({ id })).run?.id as string,
})

describe('POST /lms/courses/from-file', () => {
  test('answers at once, and generates the course afterwards', async () => {
    const file = await givenDocument()

    const answer = await ask(author, file, { language: 'en' })
    await settle()

    expect(answer.status).toBe(202)
    expect(answer.headers['location']).toMatch(new RegExp(`/api/v1/lms/courses/${answer.body.id}$`))
    expect(answer.body).toMatchObject({
      title: 'safety',
      status: 'generating',
      chapters: [],
      source: { type: 'file', file_id: file.id, file_name: 'safety.md' },
      generation: { status: 'queued', progress: 0 },
    })
    const course = await courseOf(answer.body.id)
    const lessons = course.chapters.flatMap((chapter) => chapter.lessons)
    expect(course).toMatchObject({
      title: 'Fire safety',
      status: 'draft',
      language: 'en',
      generation: { status: 'completed', progress: 100, error: null },
    })
    expect(JSON.stringify(lessons)).toContain('Press the **red** button.')
    for (const { sources } of lessons) expect(sources[0]).toMatchObject({ file_id: file.id })
    expect(await newsOf()).toEqual(['course_generated'])
  })

  test('keeps the requested title', async () => {
    const { body } = await ask(author, await givenDocument(), { title: 'Mine' })
    await settle()

    expect((await courseOf(body.id)).title).toBe('Mine')
  })

  test('returns the generating course when called again', async () => {
    const file = await givenDocument()

    const answers = await Promise.all([ask(author, file), ask(author, file), ask(author, file)])
    await settle()
    const later = await ask(author, file)

    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect(later.body.id).not.toBe(answers[0]?.body.id)
  })

  test('returns 404 for a missing file or another person’s, and 409 before its bytes arrive', async () => {
    const [file, stranger] = [await givenDocument(), await signedIn()]
    const { file: waiting } = await givenUpload(author, { name: 'late.md' })

    const statuses = await statusByCase({
      'a file of others': ask(stranger, file),
      'no file': ask(author, { id: author.id }),
      'a file without its bytes': ask(author, waiting),
    })

    expect(statuses).toEqual({
      'a file of others': 404,
      'no file': 404,
      'a file without its bytes': 409,
    })
  })

  test('returns 422 for a file that is not a document or too large', async () => {
    const [image, large] = [await givenDocument('photo.jpg'), await givenDocument()]
    await writeItem(files.toUpdate(await files.get(large), { size: 300 * 1024 ** 2 + 1 }))

    const answers = await Promise.all([ask(author, image), ask(author, large)])

    expect(answers.map(({ status }) => status)).toEqual([422, 422])
    expect(answers[0]?.detail).toMatch(/^"file_id" must be the ID of a document/)
    expect(answers[1]?.detail).toBe('"file_id" must be the ID of a file of at most 300 MB.')
  })

  test.each(['letter.docx', 'budget.xlsx', 'slides.pptx', 'notes.odt'])(
    'generates a course from %s',
    async (name) => {
      const bytes = readFileSync(new URL(`../fixtures/office/${name}`, import.meta.url))

      const { body } = await ask(author, await givenDocument(name, bytes))
      await settle()

      const course = await courseOf(body.id)
      expect(course.status, course.generation!.error ?? '').toBe('draft')
      expect(course.lesson_count).toBeGreaterThan(0)
      expect(course.chapters[0]!.lessons[0]!.content!.length).toBeGreaterThan(0)
    },
  )
})

describe('A file that cannot become a course', () => {
  test.each([
    ['is empty', 'empty.md', '', 'The file is empty.', 'Die Datei ist leer.'],
    [
      'is something else',
      'wrong.docx',
      markdown,
      'The name of the file says docx, but its contents are of another type.',
      'Der Inhalt der Datei passt nicht zu ihrem Namen.',
    ],
    [
      'is damaged',
      'torn.pdf',
      '%PDF-1.7 and no more',
      'The file is damaged and cannot be read.',
      'Die Datei ist beschädigt und kann nicht gelesen werden.',
    ],
  ])('fails the course at the first delivery if it %s', async (_, name, bytes, error, sentence) => {
    await users.update(await users.get(author), { locale: 'de' })
    const { body } = await ask(author, await givenDocument(name, bytes))
    const { failed } = await settle()

    const { status, generation } = await courseOf(body.id)
    expect(failed.messages).toEqual([])
    expect([status, generation!.status]).toEqual(['failed', 'failed'])
    expect(generation!.error).toBe(error)
    const { items } = await made(listNotifications, { as: author })
    expect(items).toMatchObject([{ type: 'course_generation_failed', body: sentence }])
  })

  test('fails the course if it was deleted meanwhile', async () => {
    const file = await givenDocument()
    const { body } = await ask(author, file)
    await call(deleteFile, { as: author, params: { id: file.id } })

    await settle()

    expect((await courseOf(body.id)).generation!.error).toBe(
      'The file was deleted, or you may no longer read it.',
    )
  })
})

describe('The generation of a course', () => {
  test('produces the same result with five deliveries of each message and two concurrent workers', async () => {
    const { body } = await ask(author, await givenDocument())
    const run = await runOf(body.id)

    await Promise.all([buildCourse(run), buildCourse(run)])
    const first = await courseOf(body.id)
    await settle({ deliveries: 5 })

    expect(first.status).toBe('draft')
    expect(await courseOf(body.id)).toEqual(first)
    expect(await newsOf()).toEqual(['course_generated'])
  })

  test('reports its progress, and never shows a partial course', async () => {
    const { body } = await ask(author, await givenDocument())
    await reportProgress(await runOf(body.id), 'reading', 40)

    const course = await courseOf(body.id)
    const refused = await call(updateCourse, { as: author, params: { id: body.id }, body: { title: 'x' } })

    expect(course).toMatchObject({
      chapters: [],
      generation: { status: 'running', progress: 40, stage: 'reading' },
    })
    expect(refused.status).toBe(409)
  })

  test('ends once after repeated failures, and can be requested again', async () => {
    const file = await givenDocument()
    const { body } = await ask(author, file)
    const run = await runOf(body.id)

    await Promise.all([abandonRun(run), abandonRun(run)])
    const failed = await courseOf(body.id)
    await settle()
    const again = await call(generateCourse, { as: author, params: { id: body.id } })
    const twice = await call(generateCourse, { as: author, params: { id: body.id } })
    await settle()

    expect(failed.status, 'failed').toBe('failed')
    expect(again.status, 'again').toBe(202)
    expect(twice.status, 'twice').toBe(409)
    expect((await courseOf(body.id)).status).toBe('draft')
    expect((await newsOf()).sort()).toEqual(['course_generated', 'course_generation_failed'])
  })

  test('continues until it is given up if storing fails each time', async () => {
    const { body } = await ask(author, await givenDocument())
    const bucket = process.env['BUCKET_NAME']
    process.env['BUCKET_NAME'] = 'no-such-bucket-of-ours'

    const settled = await settle({ mayFail: true }).finally(() => (process.env['BUCKET_NAME'] = bucket))

    expect(settled.failed.messages).toEqual([])
    expect((await courseOf(body.id)).status).toBe('failed')
    expect(await newsOf()).toEqual(['course_generation_failed'])
  })
})

describe('The files of a course', () => {
  afterEach(() => {
    delete process.env['LIMIT_STORAGE_GB']
  })

  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const image = `<img alt="a door" src="data:image/png;base64,${picture}">`
  const withPicture = `<h1>Exits</h1><p>Look: ${image}</p><p>Walk out.</p>`

  test('fail a course with a reason if its images do not fit into the storage of the author', async () => {
    const file = await givenDocument('exits.html', withPicture)
    process.env['LIMIT_STORAGE_GB'] = '1e-9'
    const { body } = await ask(author, file)
    await settle()

    const { status, generation } = await courseOf(body.id)
    expect(status).toBe('failed')
    expect(generation?.error).toContain('LIMIT_STORAGE_GB')
  })

  test('include its images, which readers of the course may read and which are deleted with it', async () => {
    const reader = await signedIn()
    const file = await givenDocument('exits.html', withPicture)
    const { body } = await ask(author, file)
    await settle()
    const draft = await courseOf(body.id)
    const image = draft.files.find(({ id }: { id: string }) => id !== file.id)
    const read = () =>
      call(readContents, { as: reader, params: { id: image!.id }, query: { redirect: false } })

    const unseen = await read()
    await call(updateCourse, { as: author, params: { id: body.id }, body: { status: 'published' } })
    const seen = await read()
    const bytes = Buffer.from(await (await fetch(seen.body.url)).arrayBuffer())
    const signed = await call(readCourse, { as: reader, params: body, query: { media: 'signed' } })
    await call(deleteCourse, { as: author, params: { id: body.id } })
    await settle()
    const gone = await read()

    expect(JSON.stringify(draft.chapters)).toContain(`![a door](/api/v1/files/${image!.id}/contents)`)
    expect(JSON.stringify(signed.body.chapters)).toMatch(/!\[a door\]\(http[^)]+X-Amz-Signature/)
    expect(unseen.status, 'unseen').toBe(404)
    expect(seen.status, 'seen').toBe(200)
    expect(gone.status, 'gone').toBe(404)
    expect(bytes.toString('base64')).toBe(picture)
  })
})
