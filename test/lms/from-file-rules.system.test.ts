import { unzipSync } from 'fflate'
import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { courses } from '../../src/lms/course/course.ts'
import { createCourseFromFile } from '../../src/lms/endpoints/create-course-from-file.ts'
import { generateCourse } from '../../src/lms/endpoints/generate-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { abandonRun, buildCourse } from '../../src/lms/generation/course-generation.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { givenFile, givenUpload } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const markdown = '# Fire safety\n\n## Alarms\n\nPress the red button.\n\n## Exits\n\nWalk, do not run.\n'

let author: SignedIn

beforeEach(async () => {
  author = await signedIn()
})

const givenDocument = (bytes: string | Uint8Array = markdown, name = 'safety.md') =>
  givenFile(author, { name, bytes, content_type: 'application/octet-stream' })

const ask = (file: { id: string }, fields = {}, as = author) =>
  call(createCourseFromFile, { as, body: { file_id: file.id, ...fields } })

const again = (id: string, as = author) => call(generateCourse, { as, params: { id } })

const courseOf = (id: string) => made(readCourse, { as: author, params: { id } })

const runOf = async (id: string) => ({
  course_id: id,
  run_id: (await courses.get({ id })).run?.id as string,
})

describe('The title of a course generated from a file', () => {
  test('matches the requested title, even if the file has that name', async () => {
    const { body } = await ask(await givenDocument(), { title: 'safety' })

    await settle()

    expect((await courseOf(body.id)).title).toBe('safety')
  })

  test('comes from the document, even if the file was renamed meanwhile', async () => {
    const file = await givenDocument()
    const { body } = await ask(file)
    await made(updateFile, { as: author, params: { id: file.id }, body: { name: 'other.md' } })

    await settle()

    expect((await courseOf(body.id)).title).toBe('Fire safety')
  })

  test('stays as the author set it when the course is generated again', async () => {
    const [named, unnamed] = [await givenDocument(), await givenDocument()]
    const { body } = await ask(named)
    const { body: other } = await ask(unnamed)
    for (const { id } of [body, other]) await abandonRun(await runOf(id))
    await made(updateCourse, { as: author, params: { id: body.id }, body: { title: 'My own' } })

    // one after the other: with the texts of both files, one person would wait for a turn
    for (const { id } of [body, other]) {
      await again(id)
      await settle()
    }

    expect((await courseOf(body.id)).title).toBe('My own')
    expect((await courseOf(other.id)).title).toBe('Fire safety')
  })
})

describe('The author’s changes to a failed course', () => {
  test('stay when the course is generated again', async () => {
    const { body } = await ask(await givenDocument())
    await abandonRun(await runOf(body.id))
    const given = { description: 'For everybody.', estimated_minutes: 45, tags: ['fire'] }
    await made(updateCourse, { as: author, params: { id: body.id }, body: given })

    const answer = await again(body.id)
    await settle()

    const course = await courseOf(body.id)
    expect(answer.body).toMatchObject({ ...given, status: 'generating' })
    expect(course).toMatchObject({ ...given, status: 'draft' })
    expect(course.lesson_count).toBe(2)
  })
})

describe('One file', () => {
  test('becomes one course at a time per person, even if a failed one is generated again', async () => {
    const file = await givenDocument()
    const { body: failed } = await ask(file)
    await abandonRun(await runOf(failed.id))
    const { body: running } = await ask(file)

    const refused = await again(failed.id)
    const given = await ask(file)
    await settle()
    const later = await again(failed.id)

    expect(refused.status).toBe(409)
    expect(refused.headers['x-error-code']).toBe('lms.file_generating')
    expect(given.body.id).toBe(running.id)
    expect(later.status).toBe(202)
  })

  test('causes a 422 if it has an unreadable type, even before its bytes arrive', async () => {
    const { file } = await givenUpload(author, { name: 'photo.jpg', content_type: 'image/jpeg' })

    const answer = await ask(file)

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(/^"file_id" must be the ID of a document/)
  })
})

describe('A file type without a reader', () => {
  test.each([
    ['letter.doc', 'save the doc file as docx or odt first'],
    ['talk.ppt', 'save the ppt file as pptx or odp first'],
    ['costs.xls', 'save the xls file as xlsx or ods first'],
    ['letter.rtf', 'save the rtf file as docx or odt first'],
  ])('causes an error with advice: %s', async (name, advice) => {
    const { file } = await givenUpload(author, { name })

    const answer = await ask(file)

    expect(answer.status).toBe(422)
    expect(answer.detail).toMatch(/^"file_id" must be the ID of a document \(md, .* or epub\); /)
    expect(answer.detail).toContain(advice)
  })
})

describe('A password-protected document', () => {
  test.each(['encrypted.pdf', 'locked.docx', 'locked.xlsx', 'locked.odt'])(
    'fails with that reason at the first delivery: %s',
    async (name) => {
      const bytes = await readFile(new URL(`../documents/unreadable/${name}`, import.meta.url))
      const { body } = await ask(await givenDocument(bytes, name))

      const { failed } = await settle()

      expect(failed.messages).toEqual([])
      expect(await courseOf(body.id)).toMatchObject({
        status: 'failed',
        generation: {
          status: 'failed',
          error: 'The file is protected by a password; save it without one and try again.',
        },
      })
    },
  )
})

describe('An image in an office document', () => {
  test('becomes a file of the course with its original bytes', async () => {
    const bytes = await readFile(new URL('corpus/image-inside.docx', import.meta.url))
    const file = await givenDocument(bytes, 'exits.docx')
    const { body } = await ask(file)

    await settle()

    const { chapters, files } = await courseOf(body.id)
    const [source, image] = files
    const { url } = await made(readContents, {
      as: author,
      params: { id: image!.id },
      query: { redirect: false },
    })
    const kept = await (await fetch(url)).bytes()
    expect(files).toHaveLength(2)
    expect([source!.name, image!.name]).toEqual(['exits.docx', 'image1.png'])
    expect(JSON.stringify(chapters)).toContain(
      `![A red door in a grey wall](/api/v1/files/${image!.id}/contents)`,
    )
    expect(kept).toEqual(unzipSync(bytes)['word/media/image1.png'])
  })
})

describe('A link to another section of a document', () => {
  test('leads to the lesson of that section', async () => {
    const document =
      '# Exits\n\n## Doors\n\nOf [the yard](#yard) below.\n\n## Yard\n\nIt is behind the house.\n'
    const { body } = await ask(await givenDocument(document, 'exits.md'))

    await settle()

    const { chapters } = await courseOf(body.id)
    const [doors, yard] = chapters[0]!.lessons
    const path = `/lms/courses/${body.id}/lessons/${yard!.id}`
    expect(doors!.content).toBe(`Of [the yard](/api/v1${path}) below.`)
    expect(yard).toMatchObject({ title: 'Yard', content_url: expect.stringMatching(`${path}$`) })
  })
})

describe('A course that is given up while a worker still works on it', () => {
  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const image = (n: number) =>
    '<img alt="a door" src="data:image/png;' +
    `base64,${Buffer.concat([Buffer.from(picture, 'base64'), Buffer.of(n)]).toString('base64')}">`
  const doors = Array.from({ length: 40 }, (_, n) => `<p>A door. ${image(n)}</p>`).join('')
  const page = `<h1>Exits</h1><p>Walk out.</p>${doors}`

  const imagesOf = async (): Promise<string[]> => {
    const { items } = await made(listFiles, { as: author, query: { limit: 100 } })
    return items.flatMap(({ name }: { name: string }) => (name.endsWith('.png') ? [name] : []))
  }

  test('leaves no images', async () => {
    const { body } = await ask(await givenDocument(page, 'exits.html'))
    const run = await runOf(body.id)

    const making = buildCourse(run)
    await expect.poll(imagesOf).not.toEqual([])
    await abandonRun(run)
    await making
    await settle()

    expect((await courseOf(body.id)).status).toBe('failed')
    await expect.poll(imagesOf).toEqual([])
  })
})
