import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { deleteEvent } from '../../src/lms/event/endpoints/delete-event.ts'
import { listEvents } from '../../src/lms/event/endpoints/list-events.ts'
import { readEvent } from '../../src/lms/event/endpoints/read-event.ts'
import { updateEvent } from '../../src/lms/event/endpoints/update-event.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { call, type QueryOf } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenCourse } from '../support/given-course.ts'

let [author, reader, admin] = [] as unknown as [SignedIn, SignedIn, SignedIn]

beforeAll(async () => {
  ;[author, reader, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
})

type Query = QueryOf<typeof listEvents>

const year = { start: '2030-01-01T00:00:00Z', end: '2031-01-01T00:00:00Z' }

const list = async (as: SignedIn, query: Query = {}) => {
  const { status, body } = await call(listEvents, { as, query: { ...year, ...query } })
  expect(status).toBe(200)
  return body.items
}

const given = (as: SignedIn, fields: object) =>
  made(createEvent, { as, body: { title: 'Meeting', start_at: '2030-05-01T10:00:00Z', ...fields } })

const change = (as: SignedIn, id: string, body: object, headers = {}) =>
  call(updateEvent, { as, params: { id }, body, headers })

describe('POST /lms/events', () => {
  test('creates an event of a course for its author, and one for everybody for administrators', async () => {
    const course = await givenCourse(author)
    const body = {
      title: 'First meeting',
      description: 'Bring a pen',
      start_at: '2030-03-01T10:00:00+01:00',
      end_at: '2030-03-01T11:00:00+01:00',
      timezone: 'Europe/Berlin',
      location: 'Room 1',
      url: 'https://example.com/meeting',
      type: 'session' as const,
      reminder_minutes: 15,
      course_id: course.id,
    }

    const answer = await call(createEvent, { as: author, body })
    const shared = await call(createEvent, {
      as: admin,
      body: { ...body, end_at: null, start_at: '2040-01-01T00:00:00Z', course_id: null, all_day: true },
    })
    const again = await call(readEvent, { as: reader, params: { id: answer.body.id } })

    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toMatch(new RegExp(`/lms/events/${answer.body.id}$`))
    expect(answer.body).toEqual({
      ...body,
      id: expect.any(String),
      start_at: '2030-03-01T09:00:00.000Z',
      end_at: '2030-03-01T10:00:00.000Z',
      all_day: false,
      start_date: null,
      end_date: null,
      resource: {
        type: 'course',
        id: course.id,
        title: course.title,
        url: `http://127.0.0.1:3000/view/course/${course.id}`,
        api_url: `http://127.0.0.1:3000/api/v1/lms/courses/${course.id}`,
      },
      version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(again.body).toEqual(answer.body)
    expect(shared.body).toMatchObject({ course_id: null, resource: null, all_day: true })
  })

  test('rejects other callers', async () => {
    const [course, draft] = [await givenCourse(author), await givenCourse(author, { status: 'draft' })]
    const create = (course_id: string | null) =>
      call(createEvent, { as: reader, body: { title: 'x', start_at: year.start, course_id } })

    const answers = [
      await create(null),
      await create(course.id),
      await create(draft.id),
      await create(randomUUID()),
    ]

    expect(answers.map(({ status }) => status)).toEqual([403, 403, 422, 422])
    expect(answers[2]?.detail).toContain('"course_id"')
  })

  test.each([
    ['title', { title: '' }],
    ['start_at', { start_at: 'tomorrow' }],
    ['start_at', { start_at: '9999-12-31T23:59:59-12:00' }],
    ['start_at', { start_at: '0000-01-01T00:00:00+14:00' }],
    ['end_at', { end_at: '2029-01-01T00:00:00Z' }],
    ['end_at', { end_at: '2031-01-02T00:00:00.001Z' }],
    ['end_at', { end_at: '2031-01-03T00:00:00Z', all_day: true }],
    ['start_at', { start_at: '0001-01-01T12:00:00Z', all_day: true, timezone: 'America/New_York' }],
    ['start_at', { start_at: '9999-12-31T12:00:00Z', all_day: true, timezone: 'Pacific/Kiritimati' }],
    ['end_at', { start_at: '9999-12-30T00:00:00Z', end_at: '9999-12-31T12:00:00Z', all_day: true }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['url', { url: 'javascript:alert(1)' }],
    ['type', { type: 'course_start' }],
    ['location', { location: 'x'.repeat(501) }],
  ])('names an invalid %s', async (field, wrong) => {
    const body = { title: 'x', start_at: year.start, ...wrong }

    const answer = await call(createEvent, { as: admin, body })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${field}"`)
  })
})

test('an event shows the current title of its course', async () => {
  const course = await givenCourse(author, { title: 'C', start_at: '2030-02-01T00:00:00Z' })
  const event = await given(author, { course_id: course.id })
  await made(updateCourse, { as: author, params: { id: course.id }, body: { title: 'C++' } })
  await settle({ deliveries: 2 })

  const listed = await list(author, { course_id: course.id })
  const read = await made(readEvent, { as: author, params: { id: event.id } })
  const changed = await change(author, event.id, { location: 'Room 2' })

  const shown = [...listed, read, changed.body]
  expect(shown.map(({ resource }) => resource!.title)).toEqual(['C++', 'C++', 'C++', 'C++'])
})

describe('PUT and DELETE /lms/events/{id}', () => {
  test('require the author or an administrator, and honor If-Match', async () => {
    const course = await givenCourse(author)
    const event = await given(author, { course_id: course.id })

    const statuses = [
      (await change(reader, event.id, { title: 'x' })).status,
      (await change(author, event.id, { title: 'x' }, { 'If-Match': '"5"' })).status,
      (await change(author, event.id, { ...event, title: 'New' })).status,
      (await change(admin, event.id, { end_at: '2030-01-01T00:00:00Z' })).status,
      (await call(deleteEvent, { as: reader, params: { id: event.id } })).status,
      (await call(deleteEvent, { as: admin, params: { id: event.id } })).status,
      (await call(readEvent, { as: author, params: { id: event.id } })).status,
    ]

    expect(statuses).toEqual([403, 412, 200, 422, 403, 204, 404])
  })

  test('reject another course by name', async () => {
    const [course, other] = await Promise.all([givenCourse(author), givenCourse(author)])
    const event = await given(author, { course_id: course.id })

    const answer = await change(author, event.id, { course_id: other.id })

    expect(answer.status).toBe(422)
    expect(answer.detail).toBe('"course_id" cannot be changed here: an event cannot move to another course.')
  })

  test.each([
    ['whole days', { all_day: true }],
    ['another time zone', { timezone: 'America/New_York' }],
  ])('reject %s with which the event would last more than 366 days', async (_, changes) => {
    const isShifted = 'timezone' in changes
    const times = isShifted
      ? { all_day: true, end_at: '2031-01-02T00:00:00Z' }
      : { start_at: '2030-01-01T12:00:00Z', end_at: '2031-01-02T12:00:00Z' }
    const event = await given(admin, { start_at: '2030-01-01T00:00:00Z', ...times })

    const answer = await change(admin, event.id, changes)

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain('"end_at"')
  })

  test('reject changes of events derived from the dates of a course', async () => {
    const course = await givenCourse(author, { start_at: '2030-02-01T00:00:00Z' })
    await settle()
    const [event] = await list(author, { course_id: course.id })

    const late = await change(author, event?.id ?? '', { title: 'x' }, { 'If-Match': '"7"' })
    const changed = await change(author, event?.id ?? '', { title: 'x' })
    const deleted = await call(deleteEvent, { as: admin, params: { id: event?.id ?? '' } })

    expect(late.status, 'late').toBe(412)
    expect(changed.status, 'changed').toBe(409)
    expect(changed.headers['x-error-code']).toBe('lms.event_follows')
    expect(deleted.status).toBe(409)
  })
})
