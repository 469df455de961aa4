import { beforeAll, describe, expect, test } from 'vitest'
import { putPersonalEvent, removePersonalEvent } from '../../src/calendar/calendar.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { deleteEvent } from '../../src/lms/event/endpoints/delete-event.ts'
import { listEvents } from '../../src/lms/event/endpoints/list-events.ts'
import { readEvent } from '../../src/lms/event/endpoints/read-event.ts'
import { unenrollCourse } from '../../src/lms/endpoints/unenroll-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateEvent } from '../../src/lms/event/endpoints/update-event.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { call, type CallOptions } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { enroll, givenCourse } from '../support/given-course.ts'

let [author, reader, outsider, admin] = [] as unknown as [SignedIn, SignedIn, SignedIn, SignedIn]

beforeAll(async () => {
  ;[author, reader, outsider, admin] = await Promise.all([
    signedIn(),
    signedIn(),
    signedIn(),
    signedIn({ role: 'admin' }),
  ])
})

type Query = NonNullable<CallOptions['query']>

const year = { start: '2030-01-01T00:00:00Z', end: '2031-01-01T00:00:00Z' }

interface Listed {
  id: string
  type: string
  title: string
  start_at: string
}

const list = async (as: SignedIn, query: Query = {}): Promise<Listed[]> => {
  const { status, body } = await call(listEvents, { as, query: { ...year, ...query } })
  expect(status).toBe(200)
  return body.items
}

const idsOf = async (as: SignedIn, query: Query = {}) => (await list(as, query)).map(({ id }) => id)

const given = (as: SignedIn, fields: object) =>
  made(createEvent, { as, body: { title: 'Meeting', start_at: '2030-05-01T10:00:00Z', ...fields } })

const change = (as: SignedIn, id: string, body: object, headers = {}) =>
  call(updateEvent, { as, params: { id }, body, headers })

const changeCourse = (course: { id: string }, body: object) =>
  made(updateCourse, { as: author, params: { id: course.id }, body })

describe('GET /lms/events', () => {
  test('returns dates and events of courses to their authors and learners, by start', async () => {
    const course = await givenCourse(author, {
      title: 'Rust',
      start_at: '2030-02-01T00:00:00Z',
      end_at: '2030-06-01T00:00:00Z',
    })
    const session = await given(author, { course_id: course.id })
    await enroll(reader, course)
    const deadline = await given(author, {
      course_id: course.id,
      type: 'deadline',
      start_at: '2030-05-20T10:00:00Z',
    })
    await settle({ deliveries: 2 })

    const [authors, readers, outsiders] = await Promise.all(
      [author, reader, outsider].map((as) => list(as, { course_id: course.id })),
    )

    expect(readers?.map(({ type, start_at }) => [type, start_at])).toEqual([
      ['course_start', '2030-02-01T00:00:00.000Z'],
      ['session', '2030-05-01T10:00:00.000Z'],
      ['deadline', '2030-05-20T10:00:00.000Z'],
      ['course_end', '2030-06-01T00:00:00.000Z'],
    ])
    expect(readers?.[0]).toMatchObject({
      title: '“Rust” begins',
      course_id: course.id,
      resource: { id: course.id },
    })
    expect(authors).toEqual(readers)
    expect(outsiders).toEqual([])
    expect(await idsOf(reader, { course_id: course.id, type: 'session' })).toEqual([session.id])
    expect(await idsOf(reader, { course_id: course.id, type: 'deadline' })).toEqual([deadline.id])
    expect(await idsOf(reader, { course_id: course.id, type: 'deadline,session' })).toHaveLength(2)
    expect((await call(readEvent, { as: reader, params: { id: readers?.[0]?.id ?? '' } })).status).toBe(200)
  })

  test('follows every change of a course and its events', async () => {
    const person = await signedIn()
    const course = await givenCourse(author, { title: 'Go', start_at: '2030-02-01T00:00:00Z' })
    await enroll(person, course)
    const event = await given(author, { course_id: course.id })
    await settle()
    const seen = async () => {
      await settle({ deliveries: 2 })
      return (await list(person))
        .filter(({ title }) => !title.startsWith('All'))
        .map(({ title, start_at }) => `${start_at.slice(5, 10)} ${title}`)
    }

    const steps = [await seen()]
    await changeCourse(course, {
      title: 'Golang',
      start_at: '2030-06-01T00:00:00Z',
      end_at: '2030-07-01T00:00:00Z',
    })
    await change(author, event.id, { title: 'Moved', start_at: '2030-06-15T00:00:00Z' })
    steps.push(await seen())
    await changeCourse(course, { start_at: null })
    await changeCourse(course, { status: 'draft' })
    steps.push(await seen())
    await changeCourse(course, { status: 'published' })
    await change(author, event.id, { start_at: '2030-06-16T00:00:00Z' })
    await change(author, event.id, { start_at: '2030-06-15T00:00:00Z' })
    steps.push(await seen())
    await call(unenrollCourse, { as: person, params: { id: course.id } })
    steps.push(await seen())
    await enroll(person, course)
    steps.push(await seen())
    await call(deleteEvent, { as: author, params: { id: event.id } })
    steps.push(await seen())
    await call(deleteCourse, { as: author, params: { id: course.id } })
    const atOnce = await list(person, { course_id: course.id })
    steps.push(await seen())

    expect(steps).toEqual([
      ['02-01 “Go” begins', '05-01 Meeting'],
      ['06-01 “Golang” begins', '06-15 Moved', '07-01 “Golang” ends'],
      [],
      ['06-15 Moved', '07-01 “Golang” ends'],
      [],
      ['06-15 Moved', '07-01 “Golang” ends'],
      ['07-01 “Golang” ends'],
      [],
    ])
    expect(atOnce).toEqual([])
  })

  test('returns events for everybody by start, page by page, within its window', async () => {
    const person = await signedIn()
    const days = ['03', '01', '02', '04']
    const made = await Promise.all(
      days.map((day) => given(admin, { title: `All ${day}`, start_at: `2033-01-${day}T00:00:00Z` })),
    )
    const byDay = ['01', '02', '03', '04'].map((day) => made[days.indexOf(day)]!.id as string)
    const window = { start: '2033-01-01T00:00:00Z', end: '2033-01-04T00:00:00Z' }
    await expect.poll(() => idsOf(person, window)).toHaveLength(3)

    const first = (await call(listEvents, { as: person, query: { ...window, limit: 2 } })).body
    const second = (
      await call(listEvents, { as: person, query: { ...window, limit: 2, cursor: first.next_cursor! } })
    ).body

    expect([...first.items, ...second.items].map(({ id }: Listed) => id)).toEqual(byDay.slice(0, 3))
    expect(second.next_cursor).toBeNull()
    expect(await idsOf(person, { ...window, start: '2033-01-01T00:00:00.001Z' })).toEqual(byDay.slice(1, 3))
    expect(await idsOf(person, { ...window, type: 'deadline' })).toEqual([])
  })

  test('returns the next 30 days by default', async () => {
    const person = await signedIn()
    const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
    const [near, far, past] = [
      await given(admin, { start_at: soon(29) }),
      await given(admin, { start_at: soon(31) }),
      await given(admin, { start_at: soon(-1) }),
    ]

    const ids = async () =>
      (await call(listEvents, { as: person })).body.items.map(({ id }: Listed) => id) as string[]

    await expect.poll(ids).toContain(near.id)
    expect(await ids()).not.toContain(far.id)
    expect(await ids()).not.toContain(past.id)
  })

  test.each([
    ['end', { start: '2030-01-01T00:00:00Z', end: '2031-01-03T00:00:00Z' }],
    ['end', { start: '2030-01-02T00:00:00Z', end: '2030-01-01T00:00:00Z' }],
    ['start', { start: '2030-01-01' }],
    ['type', { type: 'party' }],
    ['course_id', { course_id: 'x' }],
    ['timezone', { timezone: '+02:00' }],
  ])('names an invalid %s', async (field, query) => {
    const answer = await call(listEvents, { as: reader, query })

    expect(answer.status).toBe(422)
    expect(answer.detail).toContain(`"${field}"`)
  })
})

describe('An event derived from a resource of another area', () => {
  test('appears only in the calendars of its people, and follows every change', async () => {
    const [ada, bob] = await Promise.all([signedIn(), signedIn()])
    const event = {
      id: newId(),
      title: 'A task is due',
      start_at: '2030-04-01T00:00:00.000Z',
      all_day: true,
      type: 'task_due' as const,
      updated_at: '2030-01-01T00:00:00.000Z',
    }
    const seen = async () => {
      await settle({ deliveries: 2 })
      const lists = await Promise.all([ada, bob].map((as) => list(as, { type: 'task_due' })))
      return lists.map((events) => events.map(({ start_at }) => start_at.slice(0, 10)))
    }

    await putPersonalEvent({ ...event, version: 1, user_ids: [ada.id] })
    const steps = [await seen()]
    const byBob = await call(readEvent, { as: bob, params: { id: event.id } })
    const byAda = await change(ada, event.id, { title: 'x' })
    await putPersonalEvent({
      ...event,
      start_at: '2030-04-02T00:00:00.000Z',
      version: 2,
      user_ids: [ada.id, bob.id],
    })
    steps.push(await seen())
    await putPersonalEvent({ ...event, start_at: '2030-04-02T00:00:00.000Z', version: 3, user_ids: [bob.id] })
    steps.push(await seen())
    await removePersonalEvent(event.id)
    steps.push(await seen())

    expect(steps).toEqual([
      [['2030-04-01'], []],
      [['2030-04-02'], ['2030-04-02']],
      [[], ['2030-04-02']],
      [[], []],
    ])
    expect(byBob.status, 'by bob').toBe(404)
    expect(byAda.status, 'by ada').toBe(403)
  })
})
