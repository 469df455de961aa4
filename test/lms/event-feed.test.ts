import { randomUUID } from 'node:crypto'
import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { describe, expect, test } from 'vitest'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { createEventFeed } from '../../src/lms/event/endpoints/create-event-feed.ts'
import { deleteEventFeed } from '../../src/lms/event/endpoints/delete-event-feed.ts'
import { readEventFeed } from '../../src/lms/event/endpoints/read-event-feed.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { eventFeeds } from '../../src/calendar/event-feed.ts'
import { call, type BodyOf } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { enroll, givenCourse } from '../support/given-course.ts'

const givenToken = async (as: SignedIn): Promise<string> => {
  const { url } = await made(createEventFeed, { as })
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:3000\/api\/v1\/lms\/events\.ics\?token=[\w.-]+$/)
  return new URL(url!).searchParams.get('token') as string
}

const read = (token?: string) => call(readEventFeed, { query: { token } })

const day = 86_400_000
const inDays = (days: number) => new Date(Math.floor(Date.now() / day + days) * day).toISOString()

/** Returns the components of an iCalendar stream by summary; throws for malformed iCalendar. */
const parsed = (text: string) => {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[])
  const events = calendar.getAllSubcomponents('vevent')
  return {
    calendar,
    events: new Map(events.map((event) => [String(event.getFirstPropertyValue('summary')), event])),
  }
}

describe('POST and DELETE /lms/events/feed', () => {
  test('create a secret link that replaces the previous one, and revoke it', async () => {
    const person = await signedIn()

    const first = await givenToken(person)
    const stored = await eventFeeds.get({ user_id: person.id })
    const second = await givenToken(person)
    const statuses = [(await read(first)).status, (await read(second)).status]
    const ended = await call(deleteEventFeed, { as: person })
    statuses.push((await read(second)).status)

    expect(JSON.stringify(stored)).not.toContain(first.split('.')[1])
    expect(ended.status).toBe(204)
    expect(statuses).toEqual([401, 200, 401])
  })

  test('return no link for a repeated request, and keep the first one valid', async () => {
    const request = { as: await signedIn(), headers: { 'Idempotency-Key': randomUUID() } }

    const first = await call(createEventFeed, request)
    const second = await call(createEventFeed, request)

    expect(second.body).toEqual({ url: null })
    expect((await read(new URL(first.body.url!).searchParams.get('token') as string)).status).toBe(200)
  })
})

describe('GET /lms/events.ics', () => {
  test('rejects any other token, and permanently the token of a deactivated person', async () => {
    const [person, other, admin] = await Promise.all([signedIn(), signedIn(), signedIn({ role: 'admin' })])
    const [token, foreign] = [await givenToken(person), await givenToken(other)]
    const mixed = `${token.split('.')[0]}.${foreign.split('.')[1]}`

    const answers = await Promise.all([read(), read('x'), read(mixed), read(`${token}x`)])
    const after = async (is_active: boolean) => {
      await made(updateUser, { as: admin, params: { id: person.id }, body: { is_active } })
      return (await read(token)).status
    }

    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(answers[0]?.headers['www-authenticate']).toMatch(/^Bearer /)
    expect([await after(false), await after(true)]).toEqual([401, 401])
    expect((await read(foreign)).status).toBe(200)
  })

  test('returns the person’s events as valid iCalendar, the same each time', async () => {
    const [author, reader] = await Promise.all([signedIn(), signedIn()])
    const title = `Рамки; commas, and \\ slashes ${'длинно '.repeat(20)}`.trim()
    const course = await givenCourse(author, { title: 'Course', start_at: inDays(40) })
    const event = (fields: Partial<BodyOf<typeof createEvent>>) =>
      made(createEvent, {
        as: author,
        body: { title: 'Session', course_id: course.id, start_at: inDays(1), ...fields },
      })
    const session = await event({
      title,
      description: 'One\nTwo, three',
      end_at: inDays(2),
      location: 'Room; 1',
      url: 'https://example.com/a?b=c,d',
      reminder_minutes: 30,
    })
    await event({
      title: 'Berlin',
      all_day: true,
      timezone: 'Europe/Berlin',
      start_at: '2026-12-31T23:00:00Z',
      end_at: '2027-01-02T23:00:00Z',
    })
    await event({ title: 'One day', all_day: true, start_at: '2027-02-28T08:00:00Z' })
    await enroll(reader, course)
    const token = await givenToken(reader)
    await settle()

    const answer = await read(token)
    const again = await read(token)

    const { calendar, events } = parsed(answer.text)
    const valueOf = (name: string, property: string) =>
      String(events.get(name)?.getFirstPropertyValue(property))
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(again.text).toBe(answer.text)
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
    expect([...events.keys()].sort()).toEqual(['Berlin', 'One day', title, '“Course” begins'].sort())
    expect(valueOf(title, 'uid')).toBe(session.id)
    expect(valueOf(title, 'description')).toBe('One\nTwo, three')
    expect(valueOf(title, 'location')).toBe('Room; 1')
    expect(valueOf(title, 'url')).toBe('https://example.com/a?b=c,d')
    expect(valueOf(title, 'dtstart')).toBe(session.start_at.replace('.000', ''))
    expect(valueOf(title, 'dtend')).toBe(session.end_at!.replace('.000', ''))
    const [alarm] = events.get(title)?.getAllSubcomponents('valarm') ?? []
    expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT30M')
    expect(valueOf(title, 'dtstamp')).toBe(session.updated_at.replace(/\.\d+/, ''))
    expect([valueOf('Berlin', 'dtstart'), valueOf('Berlin', 'dtend')]).toEqual(['2027-01-01', '2027-01-03'])
    expect([valueOf('One day', 'dtstart'), valueOf('One day', 'dtend')]).toEqual(['2027-02-28', '2027-03-01'])
    expect(valueOf('“Course” begins', 'url')).toContain(course.id)
    const others = Object.values(nodeIcal.sync.parseICS(answer.text)).filter((one) => one?.type === 'VEVENT')
    const datesOnly = others.filter(({ datetype }) => datetype === 'date').map(({ summary }) => summary)
    expect(new Set(others.map(({ uid }) => uid))).toEqual(
      new Set([...events.keys()].map((name) => valueOf(name, 'uid'))),
    )
    expect(new Set(datesOnly)).toEqual(new Set(['Berlin', 'One day']))
    const berlin = others.find(({ summary }) => summary === 'Berlin')
    expect([berlin?.start, berlin?.end].map((day) => day?.toLocaleDateString('sv'))).toEqual([
      '2027-01-01',
      '2027-01-03',
    ])
  })

  test('follows the line lengths and line ends of RFC 5545', async () => {
    const [author, title] = [await signedIn(), '😀'.repeat(100)]
    await givenCourse(author, { title, start_at: inDays(3) })
    await settle()

    const { text } = await read(await givenToken(author))

    const lines = text.split('\r\n')
    expect(lines.at(-1)).toBe('')
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(parsed(text).events.has(`“${title}” begins`)).toBe(true)
  })

  test('returns a year of events from several pages', { timeout: 60_000 }, async () => {
    const [admin, person] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
    const days = Array.from({ length: 365 }, (_, index) => index)
    for (let from = 0; from < 365; from += 20)
      await Promise.all(
        days
          .slice(from, from + 20)
          .map((index) =>
            made(createEvent, { as: admin, body: { title: `Day ${index}`, start_at: inDays(index) } }),
          ),
      )
    const token = await givenToken(person)

    const { events } = parsed((await read(token)).text)

    for (const index of days) expect(events.has(`Day ${index}`), `Day ${index}`).toBe(true)
  })
})
