import { beforeEach, describe, expect, test } from 'vitest'
import { attachments } from '../../src/files/file/attachment-row.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { readFile } from '../../src/files/endpoints/read-file.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readLesson } from '../../src/lms/endpoints/read-lesson.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import { deleteEntry } from '../../src/trash/endpoints/delete-entry.ts'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { call } from '../support/call.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let author: SignedIn
let reader: SignedIn
let picture: { id: string; name: string }

const givenPicture = (owner: SignedIn) =>
  givenFile(owner, { name: 'map.png', content_type: 'image/png', bytes: 'a map' })

beforeEach(async () => {
  ;[author, reader] = await Promise.all([signedIn(), signedIn()])
  picture = await givenPicture(author)
})

const showing = ({ id }: { id: string }) => `![the map](/api/v1/files/${id}/contents)`

const canRead = async (as: SignedIn, { id }: { id: string }) =>
  (await call(readContents, { as, params: { id } })).status === 307

const filesOf = async ({ id }: { id: string }) =>
  (await call(readCourse, { as: author, params: { id } })).body.files

const putLesson = (as: SignedIn, course: Awaited<ReturnType<typeof givenCourse>>, body: object) =>
  call(updateLesson, {
    as,
    params: { id: course.id, lesson_id: course.chapters[0]!.lessons[0]!.id },
    headers: { 'If-Match': '*' },
    body,
  })

describe('A file embedded in a lesson', () => {
  test('belongs to its course and can be read by readers of the course, as long as it is embedded', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf(showing(picture), 'Text.')] })

    const shown = await canRead(reader, picture)
    await putLesson(author, course, { content: 'No map.' })
    const hidden = [await canRead(reader, picture), await filesOf(course)]
    await putLesson(author, course, { content: `Again: ${showing(picture)}` })

    expect(course.files).toEqual([{ id: picture.id, name: 'map.png' }])
    expect([shown, ...hidden]).toEqual([true, false, []])
    expect([await canRead(reader, picture), await filesOf(course)]).toEqual([true, course.files])
  })

  test('follows description and chapters, and stays while other fields change', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('Text.')] })
    const put = async (body: object) => {
      await call(updateCourse, { as: author, params: { id: course.id }, headers: { 'If-Match': '*' }, body })
      return (await filesOf(course)).length
    }

    expect(await put({ description: showing(picture) })).toBe(1)
    expect(await put({ title: 'Maps', chapters: [chapterOf('Other.')] })).toBe(1)
    expect(await put({ description: null, chapters: [chapterOf(showing(picture))] })).toBe(1)
    expect(await put({ chapters: [] })).toBe(0)
  })

  test('opens to readers only if the person who saves the lesson may read it', async () => {
    const [secret, admin] = [await givenPicture(reader), await signedIn({ role: 'admin' })]
    const course = await givenCourse(author, { chapters: [chapterOf(showing(secret))] })

    await putLesson(admin, course, { title: 'Another title' })

    const params = { id: course.id, lesson_id: course.chapters[0]!.lessons[0]!.id }
    const { body } = await call(readLesson, { as: author, params, query: { media: 'signed' } })
    expect([course.files, await filesOf(course), await canRead(author, secret)]).toEqual([[], [], false])
    expect(body.content).toBe(showing(secret))
  })

  test('stays closed in another person’s text, regardless of who saves that text with changes', async () => {
    const admin = await signedIn({ role: 'admin' })
    const secret = await givenPicture(admin)
    const course = await givenCourse(author, { chapters: [chapterOf(showing(secret), 'Text.')] })

    await putLesson(admin, course, { content: `Better: ${showing(secret)}` })
    const kept = await canRead(author, secret)
    const at = { as: admin, params: { id: course.id }, headers: { 'If-Match': '*' } }
    await call(updateCourse, { ...at, body: { chapters: [chapterOf(`Moved: ${showing(secret)}`)] } })

    expect([kept, await canRead(author, secret)]).toEqual([false, false])
  })

  test('stays closed for an administrator who may read it only by that role', async () => {
    const [secret, admin] = [await givenPicture(reader), await signedIn({ role: 'admin' })]
    const course = await givenCourse(author, { chapters: [chapterOf('Text.')] })

    await putLesson(admin, course, { content: showing(secret) })

    expect([await filesOf(course), await canRead(author, secret)]).toEqual([[], false])
  })

  test('follows its course to and from the trash, and survives its purge', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf(showing(picture))] })
    const at = { as: author, params: { id: course.id } }
    const row = { file_id: picture.id, type: 'course', thing_id: course.id }

    await call(deleteCourse, at)
    await settle()
    const gone = [await canRead(reader, picture), await attachments.find(row)]
    await call(restoreEntry, { ...at, body: {} })
    await settle()
    const back = [await canRead(reader, picture), await attachments.find(row)]
    await call(deleteCourse, at)
    await call(deleteEntry, at)
    await settle()

    expect([gone, back]).toEqual([
      [false, undefined],
      [true, expect.objectContaining(row)],
    ])
    expect((await call(readFile, { as: author, params: { id: picture.id } })).status).toBe(200)
    expect(await attachments.find(row)).toBeUndefined()
  })

  test('can be read even if many lessons embed many files', async () => {
    const others = await Promise.all(Array.from({ length: 13 }, () => givenPicture(author)))
    const course = await givenCourse(author, {
      chapters: [chapterOf(...others.slice(0, 7).map(showing), others.slice(7).map(showing).join(' '))],
    })
    await settle()

    const read = await Promise.all(others.map((other) => canRead(reader, other)))
    expect([course.files.length, new Set(read)]).toEqual([13, new Set([true])])
  })
})
