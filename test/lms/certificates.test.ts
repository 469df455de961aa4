import { beforeAll, describe, expect, test } from 'vitest'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { listCertificates } from '../../src/lms/certificate/endpoints/list-certificates.ts'
import { readCertificate } from '../../src/lms/certificate/endpoints/read-certificate.ts'
import { verifyCertificate } from '../../src/lms/certificate/endpoints/verify-certificate.ts'
import { certificatePage } from '../../src/lms/certificate/certificate-page.ts'
import { certificates } from '../../src/lms/enrollment/certificate.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { call } from '../support/call.ts'
import { chapterOf, enroll, givenCourse } from '../support/given-course.ts'
import { attempt, quizLesson } from '../support/given-quiz.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { finishErasure, startErasure } from '../jobs/given.ts'
import { purge } from '../trash/given.ts'

let [author, admin, other] = [] as unknown as [SignedIn, SignedIn, SignedIn]

beforeAll(async () => {
  ;[author, admin, other] = await Promise.all([signedIn(), signedIn({ role: 'admin' }), signedIn()])
})

const complete = (as: SignedIn, { id }: { id: string }, lesson_id: string, completed = true) =>
  made(updateProgress, { as, params: { id }, body: { lesson_id, completed } })

const list = async (as: SignedIn, query = {}) => (await made(listCertificates, { as, query })).items

/** Creates a course that issues certificates, which a new person completes. */
const givenCompletion = async (
  certificate: { valid_months: number | null } | null = { valid_months: 12 },
) => {
  const learner = await signedIn({ name: 'अनुजा Ñandú' })
  const course = await givenCourse(author, {
    title: 'Fire safety',
    certificate,
    chapters: [chapterOf('one')],
  })
  await enroll(learner, course)
  const lesson_id = course.chapters[0]!.lessons[0]!.id
  await complete(learner, course, lesson_id)
  return { learner, course, lesson_id }
}

describe('A completed course', () => {
  test('issues one certificate with the completion, also if a lesson is completed again', async () => {
    const { learner, course, lesson_id } = await givenCompletion()
    await complete(learner, course, lesson_id, false)
    await complete(learner, course, lesson_id)

    const [certificate, ...rest] = await list(learner)
    const enrollment = await enrollments.get({ course_id: course.id, user_id: learner.id })

    expect(rest).toEqual([])
    expect(certificate).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      course: { id: course.id, title: 'Fire safety' },
      user: { id: learner.id, name: 'अनुजा Ñandú' },
      issued_at: enrollment.completed_at,
      valid_until: expect.any(String),
      code: expect.stringMatching(/^[\w-]{22}$/),
    })
    expect(enrollment.certificate_id).toBe(certificate!.id)
    expect(certificate!.valid_until!.slice(0, 4)).toBe(String(Number(certificate!.issued_at.slice(0, 4)) + 1))
  })

  test('issues one for concurrent completions of its last lessons', async () => {
    const learner = await signedIn()
    const course = await givenCourse(author, {
      certificate: { valid_months: null },
      chapters: [chapterOf('one', 'two', 'three')],
    })
    await enroll(learner, course)

    await Promise.all(course.chapters[0]!.lessons.map(({ id }) => complete(learner, course, id)))

    expect(await list(learner)).toMatchObject([{ valid_until: null }])
  })

  test('issues none without the setting, and none for earlier completions', async () => {
    const { learner, course, lesson_id } = await givenCompletion(null)
    await made(updateCourse, {
      as: author,
      params: { id: course.id },
      body: { certificate: { valid_months: 1 } },
    })
    await complete(learner, course, lesson_id, false)
    await complete(learner, course, lesson_id)

    expect(await list(learner)).toEqual([])
  })

  test('issues one when its last quiz is passed, or its last open lesson is removed', async () => {
    const [first, second] = await Promise.all([signedIn(), signedIn({ name: 'Second' })])
    const lessons = [quizLesson(), { title: 'Text', content: 'x' }]
    const chapters = [{ title: 'One', lessons }]
    const course = await givenCourse(author, { certificate: { valid_months: null }, chapters })
    await Promise.all([enroll(first, course), enroll(second, course)])
    const [quiz, text] = course.chapters[0]!.lessons
    await complete(first, course, text!.id)
    await attempt(first, { id: course.id, lesson_id: quiz!.id })
    await complete(second, course, text!.id)

    const before = await list(author, { course_id: course.id })
    await made(updateCourse, {
      as: author,
      params: { id: course.id },
      body: { chapters: [{ title: 'One', lessons: [{ id: text!.id, title: 'Text' }] }] },
    })
    await settle()

    expect(before.map(({ user }) => user.id)).toEqual([first.id])
    expect((await list(second)).map(({ user }) => user.name)).toEqual(['Second'])
  })
})

describe('GET /lms/certificates', () => {
  test('lists those of a course to its author, and of anyone to administrators', async () => {
    const { learner, course } = await givenCompletion()
    const refused = await call(listCertificates, { as: other, query: { user_id: learner.id } })

    const lists = await Promise.all([
      list(author, { course_id: course.id }),
      list(admin, { course_id: course.id, user_id: learner.id }),
      list(author, { course_id: course.id, user_id: learner.id }),
      list(author, { course_id: course.id, user_id: other.id }),
      list(admin, { user_id: learner.id }),
      list(other, { course_id: course.id }),
      list(learner, { course_id: other.id }),
    ])

    expect(lists.map(({ length }) => length)).toEqual([1, 1, 1, 0, 1, 0, 0])
    expect(refused.status).toBe(403)
  })

  test('returns a certificate to its person, the author and administrators alone', async () => {
    const { learner } = await givenCompletion()
    const [{ id } = { id: '' }] = await list(learner)

    const answers = await Promise.all(
      [learner, author, admin, other].map((as) => call(readCertificate, { as, params: { id } })),
    )

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404])
  })

  test('returns a page without scripts in the language of the request', async () => {
    const { learner } = await givenCompletion()
    const [{ id, code } = { id: '', code: '' }] = await list(learner)

    const { headers, text } = await call(readCertificate, {
      as: learner,
      params: { id },
      headers: { Accept: 'text/html', 'Accept-Language': 'de' },
    })

    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(text).toContain('अनुजा Ñandú')
    expect(text).toContain('Zertifikat')
    expect(text).toContain(code)
    expect(text).not.toContain('<script')
  })

  test('escapes markup in names and titles', () => {
    const words = { name_then: '<b>&', course_title: '<i>', code: 'x', id: 'x', course_id: 'x', user_id: 'x' }
    const certificate = { ...words, issued_at: '2026-01-01T00:00:00.000Z', valid_until: null, version: 1 }

    const { body } = certificatePage(certificate, 'en')

    expect(body).toContain('&lt;b&gt;&amp;')
    expect(body).not.toMatch(/<[bi]>/)
  })
})

describe('GET /lms/certificates/verify/{code}', () => {
  test('tells anyone the name and the validity, without an ID or an address', async () => {
    const { learner, course } = await givenCompletion()
    const [{ code } = { code: '' }] = await list(learner)

    const { body, headers, text } = await call(verifyCertificate, { params: { code } })
    const wrong = await call(verifyCertificate, { params: { code: `${code}x` } })

    expect(body).toEqual({
      valid: true,
      name: 'अनुजा Ñandú',
      course_title: 'Fire safety',
      issued_at: expect.any(String),
      valid_until: expect.any(String),
    })
    expect(headers['x-robots-tag']).toBe('noindex')
    for (const secret of [learner.id, course.id]) expect(text).not.toContain(secret)
    expect([wrong.status, wrong.headers['x-error-code']]).toEqual([404, 'lms.certificate_not_found'])
  })

  test('says that an expired certificate is not valid', async () => {
    const { learner } = await givenCompletion()
    const [{ id, code } = { id: '', code: '' }] = await list(learner)
    await certificates.update(await certificates.get({ id }), { valid_until: '2020-01-01T00:00:00.000Z' })

    const { body } = await call(verifyCertificate, { params: { code } })

    expect(body.valid).toBe(false)
  })

  test('outlives the course, and the account without its name', async () => {
    const { learner, course } = await givenCompletion()
    const [{ code } = { code: '' }] = await list(learner)
    await call(deleteCourse, { as: author, params: { id: course.id } })
    await purge(author, course)
    await settle({ deliveries: 3 })
    const before = (await call(verifyCertificate, { params: { code } })).body

    await finishErasure((await startErasure(admin, learner, other)).body)
    const after = (await call(verifyCertificate, { params: { code } })).body

    expect(before).toMatchObject({ valid: true, name: 'अनुजा Ñandú', course_title: 'Fire safety' })
    expect(after).toEqual({ ...before, name: 'Former colleague' })
  })
})
