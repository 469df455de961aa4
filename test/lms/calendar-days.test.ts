import { describe, expect, test } from 'vitest'
import { putPersonalEvent } from '../../src/calendar/calendar.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { listEvents } from '../../src/lms/event/endpoints/list-events.ts'
import { updateEvent } from '../../src/lms/event/endpoints/update-event.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { call, type CallOptions } from '../support/call.ts'
import { made } from '../support/given.ts'
import { givenCourse } from '../support/given-course.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

type Times = Partial<Parameters<typeof putPersonalEvent>[0]> & { start_at: string }

const place = (person: SignedIn, title: string, times: Times) =>
  putPersonalEvent({
    id: newId(),
    title,
    type: 'task_due',
    version: 1,
    updated_at: '2030-01-01T00:00:00.000Z',
    user_ids: [person.id],
    ...times,
  })

const list = async (as: SignedIn, query: NonNullable<CallOptions['query']>) => {
  const { status, body } = await call(listEvents, { as, query })
  expect(status).toBe(200)
  return body
}

const titles = async (as: SignedIn, query: NonNullable<CallOptions['query']>): Promise<string[]> =>
  (await list(as, query)).items.map(({ title }: { title: string }) => title).sort()

const wholeDay = (date: string) => ({ start_at: `${date}T00:00:00.000Z`, all_day: true })

const millisecond = (time: string, by: number) => new Date(Date.parse(time) + by).toISOString()

describe('A day of GET /lms/events', () => {
  test.each([
    [
      'when New York puts clocks forward',
      'America/New_York',
      '2030-03-10T05:00:00.000Z',
      '2030-03-11T04:00:00.000Z',
    ],
    [
      'when New York puts them back',
      'America/New_York',
      '2030-11-03T04:00:00.000Z',
      '2030-11-04T05:00:00.000Z',
    ],
    [
      'when Auckland puts them back',
      'Pacific/Auckland',
      '2030-04-06T11:00:00.000Z',
      '2030-04-07T12:00:00.000Z',
    ],
    ['in Kathmandu', 'Asia/Kathmandu', '2030-05-04T18:15:00.000Z', '2030-05-05T18:15:00.000Z'],
    [
      'when Lord Howe puts them back half an hour',
      'Australia/Lord_Howe',
      '2030-04-06T13:00:00.000Z',
      '2030-04-07T13:30:00.000Z',
    ],
  ])(
    'a day %s includes whole-day events by date and all overlapping events',
    async (_, timezone, start, end) => {
      const person = await signedIn()
      const noon = new Date((Date.parse(start) + Date.parse(end)) / 2)
      const date = new Intl.DateTimeFormat('sv', { timeZone: timezone }).format(noon)
      const dayBefore = new Date(Date.parse(date) - 1).toISOString().slice(0, 10)
      const dayAfter = new Date(Date.parse(date) + 86_400_000).toISOString().slice(0, 10)
      await Promise.all([
        place(person, 'due that day', wholeDay(date)),
        place(person, 'due the day before', wholeDay(dayBefore)),
        place(person, 'due the day after', wholeDay(dayAfter)),
        // the same date in the easternmost and the westernmost inhabited time zone
        place(person, 'in Kiritimati', {
          start_at: `${dayBefore}T10:00:00.000Z`,
          all_day: true,
          timezone: 'Pacific/Kiritimati',
        }),
        place(person, 'in Pago Pago', {
          start_at: `${date}T11:00:00.000Z`,
          end_at: `${dayAfter}T11:00:00.000Z`,
          all_day: true,
          timezone: 'Pacific/Pago_Pago',
        }),
        place(person, 'over midnight', {
          start_at: millisecond(start, -3_600_000),
          end_at: millisecond(start, 1),
        }),
        place(person, 'until midnight', { start_at: millisecond(start, -3_600_000), end_at: start }),
        place(person, 'at midnight', { start_at: start }),
        place(person, 'in the last moment', { start_at: millisecond(end, -1) }),
        place(person, 'at the next midnight', { start_at: end }),
      ])
      await settle()

      const found = await titles(person, { start, end, timezone })

      expect(found).toEqual(
        [
          'due that day',
          'in Kiritimati',
          'in Pago Pago',
          'over midnight',
          'at midnight',
          'in the last moment',
        ].sort(),
      )
    },
  )

  test('a window without an end reaches at most the end of the calendar', async () => {
    const person = await signedIn()
    await place(person, 'the last', { start_at: '9999-12-25T00:00:00.000Z' })
    await settle()

    expect(await titles(person, { start: '9999-12-20T00:00:00Z' })).toEqual(['the last'])
  })

  test('a day follows the caller’s own time zone by default', async () => {
    const person = await signedIn()
    await place(person, 'due', wholeDay('2030-06-02'))
    await settle()
    const evening = { start: '2030-06-01T22:00:00Z', end: '2030-06-02T02:00:00Z' }
    await made(updateUser, { as: person, params: { id: person.id }, body: { timezone: 'America/New_York' } })

    const found = await Promise.all([
      titles(person, evening),
      titles(person, { ...evening, timezone: 'UTC' }),
    ])

    expect(found).toEqual([[], ['due']])
  })
})

describe('An event of several days', () => {
  const start = '2032-06-01T00:00:00.000Z'
  const june = { start, end: '2032-07-01T00:00:00.000Z' }

  test('appears throughout its duration, for its people and for everybody, page by page', async () => {
    const [admin, author] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    const course = await givenCourse(author)
    const create = (as: SignedIn, title: string, days: number, end_at: string, course_id: string | null) =>
      made(createEvent, {
        as,
        body: { title, start_at: millisecond(start, -days * 86_400_000), end_at, course_id },
      })
    await create(author, 'a year', 365, '2032-06-01T00:00:00.001Z', course.id)
    await create(admin, 'for everybody', 200, '2032-07-01T00:00:00Z', null)
    await create(author, 'over already', 100, start, course.id)
    const moved = await create(author, 'ended earlier', 50, '2032-06-02T00:00:00Z', course.id)
    await create(author, 'short', 0.5, '2032-06-01T12:00:00Z', course.id)
    await settle()
    await made(updateEvent, {
      as: author,
      params: { id: moved.id },
      body: { end_at: '2032-05-01T00:00:00Z' },
    })
    await settle({ deliveries: 2 })

    await expect.poll(() => titles(author, june)).toEqual(['a year', 'for everybody', 'short'])
    const pages: string[] = []
    let cursor: string | null | undefined
    do {
      const page = await list(author, { ...june, limit: 1, cursor: cursor ?? undefined })
      pages.push(...page.items.map(({ title }: { title: string }) => title))
      cursor = page.next_cursor
    } while (cursor)

    expect(pages).toEqual(['a year', 'for everybody', 'short'])
  })

  test.each([
    ['two days', 'Europe/Berlin', '2030-03-30T23:00:00Z', '2030-04-01T22:00:00Z', '2030-03-31', '2030-04-01'],
    ['a day without an end', 'Asia/Kathmandu', '2030-01-01T18:15:00Z', null, '2030-01-02', '2030-01-02'],
    [
      'until some time of a day',
      'UTC',
      '2030-01-01T08:00:00Z',
      '2030-01-03T08:00:00Z',
      '2030-01-01',
      '2030-01-03',
    ],
    ['the last days', 'UTC', '9999-12-29T00:00:00Z', '9999-12-30T12:00:00Z', '9999-12-29', '9999-12-30'],
  ])(
    'returns dates in addition to times if it lasts whole days: %s',
    async (_, timezone, start_at, end_at, ...dates) => {
      const author = await signedIn()
      const { id: course_id } = await givenCourse(author)
      const body = { title: 'Days', all_day: true, timezone, start_at, end_at, course_id }

      const answer = await call(createEvent, { as: author, body })

      expect([answer.body.start_date, answer.body.end_date]).toEqual(dates)
    },
  )
})
