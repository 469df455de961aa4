import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createCourse } from '../../src/lms/endpoints/create-course.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { chapterOf, enroll, givenCategory, givenCourse } from '../support/given-course.ts'
import { statusByCase } from '../support/statuses.ts'

let [author, reader, admin] = [] as unknown as [SignedIn, SignedIn, SignedIn]

beforeAll(async () => {
  ;[author, reader, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
})

const coursesUrl = 'http://127.0.0.1:3000/api/v1/lms/courses'

const read = (as: SignedIn, { id }: { id: string }) => call(readCourse, { as, params: { id } })

const change = (as: SignedIn, { id }: { id: string }, body: object, headers = {}) =>
  call(updateCourse, { as, params: { id }, body, headers })

const remove = (as: SignedIn, { id }: { id: string }, headers = {}) =>
  call(deleteCourse, { as, params: { id }, headers })

describe('POST /lms/courses/create', () => {
  test('creates a published course with chapters and lessons, each with an ID', async () => {
    const category = await givenCategory()
    const body = {
      title: 'Security',
      short_description: 'For all of us',
      description: '# Why',
      category_id: category.id,
      tags: ['safe'],
      language: 'en',
      level: 'beginner' as const,
      start_at: '2027-01-01T10:00:00+01:00',
      end_at: '2027-02-01T10:00:00Z',
      estimated_minutes: 90,
      chapters: [
        { title: 'One', summary: 'First', lessons: [{ title: 'L', content: '# Text', duration_minutes: 5 }] },
      ],
    }

    const answer = await call(createCourse, { as: author, body })
    const again = await read(reader, answer.body)

    const [chapter] = answer.body.chapters
    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toMatch(new RegExp(`/api/v1/lms/courses/${answer.body.id}$`))
    expect(answer.body).toEqual({
      ...body,
      certificate: null,
      id: expect.any(String),
      category: { id: category.id, name: category.name },
      start_at: '2027-01-01T09:00:00.000Z',
      end_at: '2027-02-01T10:00:00.000Z',
      chapters: [
        {
          id: chapter!.id,
          title: 'One',
          summary: 'First',
          lessons: [
            {
              id: chapter!.lessons[0]!.id,
              title: 'L',
              content: '# Text',
              content_url: `${coursesUrl}/${answer.body.id}/lessons/${chapter!.lessons[0]!.id}`,
              duration_minutes: 5,
              kind: 'text',
              quiz: null,
              sources: [],
            },
          ],
        },
      ],
      files: [],
      status: 'published',
      source: {
        type: 'manual',
        file_id: null,
        file_name: null,
        version: null,
        is_current: true,
        sources: [],
      },
      generation: null,
      author: { id: author.id, name: author.name },
      lesson_count: 1,
      enrollment_count: 0,
      progress: null,
      version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(again.body).toEqual(answer.body)
    expect(again.headers['etag']).toBe('"1"')
  })

  test('creates the same course once under one Idempotency-Key', async () => {
    const body = {
      title: 'Once',
      chapters: [chapterOf(...Array.from({ length: 100 }, (_, n) => `text ${n}`))],
    }
    const headers = { 'Idempotency-Key': randomUUID() }

    const [first, second] = [
      await call(createCourse, { as: author, body, headers }),
      await call(createCourse, { as: author, body, headers }),
    ]

    expect(second.headers['idempotency-replayed']).toBe('true')
    expect(second.body).toEqual(first.body)
    expect((await read(reader, first.body)).body).toEqual(first.body)
  })

  test('names the invalid field', async () => {
    const lessons = (count: number) => Array.from({ length: count }, () => ({ title: 'L' }))
    const bodies = {
      title: {},
      short_description: { title: 'x', short_description: 'x'.repeat(301) },
      description: { title: 'x', description: 'x'.repeat(50_001) },
      category_id: { title: 'x', category_id: randomUUID() },
      tags: { title: 'x', tags: Array(21).fill('t') },
      language: { title: 'x', language: 'no language' },
      level: { title: 'x', level: 'guru' },
      end_at: { title: 'x', start_at: '2027-01-02T00:00:00Z', end_at: '2027-01-01T00:00:00Z' },
      status: { title: 'x', status: 'archived' },
      chapters: { title: 'x', chapters: Array(51).fill({ title: 'C' }) },
      'chapters"': {
        title: 'x',
        chapters: [
          { title: 'A', lessons: lessons(300) },
          { title: 'B', lessons: lessons(1) },
        ],
      },
      'chapters[0].lessons[0].content': { title: 'x', chapters: [chapterOf('x'.repeat(100_001))] },
      'chapters[0].id': { title: 'x', chapters: [{ id: randomUUID(), title: 'C' }] },
    }

    for (const [field, body] of Object.entries(bodies)) {
      const answer = await call(createCourse, { as: author, body })
      expect(answer.status, field).toBe(422)
      expect(answer.detail, field).toContain(`"${field.replace('"', '')}`)
    }
  })
})

describe('GET /lms/courses/{id}', () => {
  test('shows each status to people who may see it', async () => {
    const enrolled = await signedIn()
    const course = await givenCourse(author)
    await enroll(enrolled, course)
    const seen = async () =>
      (await Promise.all([author, admin, enrolled, reader].map((as) => read(as, course)))).map(
        ({ status }) => status,
      )

    const published = await seen()
    await change(author, course, { status: 'archived' })
    const archived = await seen()
    await change(author, course, { status: 'published' })
    await change(author, course, { status: 'draft' })
    const draft = await seen()

    expect(published).toEqual([200, 200, 200, 200])
    expect(archived).toEqual([200, 200, 200, 404])
    expect(draft).toEqual([200, 200, 404, 404])
  })
})

describe('PUT /lms/courses/{id}', () => {
  test('merges by field, keeps chapters and lessons with known IDs, and creates the rest', async () => {
    const course = await givenCourse(author, {
      short_description: 'Short',
      chapters: [chapterOf('one', 'two'), chapterOf('three')],
    })
    const [first, second] = course.chapters
    const moved = { ...first!.lessons[1], content: null }
    const chapters = [
      { ...second, lessons: [moved, { title: 'New', content: 'four' }] },
      {
        title: 'New chapter',
        lessons: [{ id: first!.lessons[0]!.id, title: 'Renamed', content: 'changed' }],
      },
    ]

    const answer = await change(author, course, { title: 'New title', short_description: null, chapters })
    const again = await read(reader, course)

    expect(answer.status).toBe(200)
    expect(answer.headers['etag']).toBe('"2"')
    expect(answer.body).toMatchObject({
      title: 'New title',
      short_description: null,
      lesson_count: 3,
      version: 2,
    })
    const [one, other] = answer.body.chapters
    expect(one!.id).toBe(second!.id)
    expect(one!.lessons[0]).toEqual({ ...first!.lessons[1], content: 'two' })
    expect(one!.lessons[1]).toMatchObject({ title: 'New', content: 'four' })
    expect(other!.id).not.toBe(first!.id)
    expect(other!.lessons[0]).toMatchObject({
      id: first!.lessons[0]!.id,
      title: 'Renamed',
      content: 'changed',
    })
    expect(again.body).toEqual(answer.body)
  })

  test('accepts the body that a GET returned', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one')] })

    const answer = await change(author, course, course)

    expect(answer.status).toBe(200)
    expect(answer.body).toEqual(course)
  })

  test('rejects unknown and repeated IDs', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one')] })
    const other = await givenCourse(author, { chapters: [chapterOf('one')] })
    const [chapter] = course.chapters

    const answers = await Promise.all([
      change(author, course, { chapters: other.chapters }),
      change(author, course, { chapters: [{ ...chapter, lessons: other.chapters[0]!.lessons }] }),
      change(author, course, { chapters: [chapter, { ...chapter, lessons: [] }] }),
    ])

    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422])
    expect(answers[1]?.detail).toContain('"chapters[0].lessons[0].id"')
    expect((await read(author, course)).body).toEqual(course)
  })

  test('requires the author or an administrator, and honors If-Match', async () => {
    const course = await givenCourse(author)

    const byReader = await change(reader, course, { title: 'x' })
    const stale = await change(author, course, { title: 'x' }, { 'If-Match': '"2"' })
    const byAdmin = await change(admin, course, { title: 'By admin' }, { 'If-Match': '"1"' })

    expect(byReader.status, 'by reader').toBe(403)
    expect(stale.status, 'stale').toBe(412)
    expect(byAdmin.status, 'by admin').toBe(200)
    expect(byAdmin.body.author.id).toBe(author.id)
  })

  test('allows only the defined changes of status', async () => {
    const course = await givenCourse(author, { status: 'draft' })
    const to = async (status: string) => (await change(author, course, { status })).status

    const statuses = []
    for (const status of [
      'draft',
      'archived',
      'generating',
      'published',
      'archived',
      'draft',
      'published',
      'failed',
      'draft',
    ])
      statuses.push(await to(status))

    expect(statuses).toEqual([200, 409, 409, 200, 200, 409, 200, 409, 200])
  })

  test('loses no concurrent change', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one')] })
    const changes = [
      { title: 'T' },
      { tags: ['t'] },
      { level: 'advanced' },
      { language: 'de' },
      { description: 'D' },
    ]

    const answers = await Promise.all(changes.map((body) => change(author, course, body)))
    const { body } = await read(author, course)

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect(body).toMatchObject({ ...Object.assign({}, ...changes), version: 6, chapters: course.chapters })
  })
})

describe('DELETE /lms/courses/{id}', () => {
  test('requires the author or an administrator, and takes effect at once', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('one')] })

    const byReader = await remove(reader, course)
    const stale = await remove(author, course, { 'If-Match': '"2"' })
    const byAuthor = await remove(author, course)
    const statuses = await statusByCase({
      'deleting again': remove(author, course),
      reading: read(author, course),
      changing: change(author, course, { title: 'x' }),
    })

    expect(byReader.status, 'by reader').toBe(403)
    expect(stale.status, 'stale').toBe(412)
    expect(byAuthor.status, 'by author').toBe(204)
    expect(statuses).toEqual({
      'deleting again': 404,
      reading: 404,
      changing: 404,
    })
  })
})
