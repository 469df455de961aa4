import { describe, expect, test } from 'vitest'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { updateEvent } from '../../src/lms/event/endpoints/update-event.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { call, type BodyOf } from '../support/call.ts'
import { runSchedulerAt } from '../support/clock.ts'
import { enroll, givenCourse } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const hour = 3_600_000
const start = new Date(Math.ceil(Date.now() / hour) * hour + 100 * hour).toISOString()

/** Returns the time this number of minutes before a start. */
const before = (time: string, minutes: number) => new Date(Date.parse(time) - minutes * 60_000).toISOString()

const reminders = async (as: SignedIn): Promise<string[]> => {
  const { items } = await made(listNotifications, { as, query: { type: 'event_soon' } })
  return items.map(({ title }) => title)
}

type Fields = Partial<BodyOf<typeof createEvent>>

/** Creates an event of a course with an author and a participant. */
const givenEvent = async (fields: Fields = {}) => {
  const [author, participant] = [await signedIn(), await signedIn()]
  const course = await givenCourse(author)
  await enroll(participant, course)
  const body = { title: 'Kickoff', start_at: start, reminder_minutes: 60, course_id: course.id, ...fields }
  const event = await made(createEvent, { as: author, body })
  await settle()
  return { author, participant, event }
}

describe('Event reminders', () => {
  test('notifies the author and participants of the course once, at the chosen time', async () => {
    const { author, participant } = await givenEvent()
    const stranger = await signedIn()

    await runSchedulerAt(before(start, 62))
    const early = await reminders(participant)
    await runSchedulerAt(before(start, 59))
    await runSchedulerAt(before(start, 58))

    const title = expect.stringMatching(/^“Kickoff” begins on .*\d/)
    expect([early, await reminders(participant), await reminders(author)]).toEqual([[], [title], [title]])
    expect(await reminders(stranger)).toEqual([])
  })

  test('notifies everyone of an event for everyone', async () => {
    const [admin, person] = [await signedIn({ role: 'admin' }), await signedIn()]
    const at = new Date(Date.parse(start) + hour).toISOString()
    const body = { title: 'Town hall', start_at: at, type: 'deadline' as const, reminder_minutes: 10 }
    await made(createEvent, { as: admin, body })
    await settle()

    await runSchedulerAt(before(at, 9))

    expect(await reminders(person)).toEqual([expect.stringMatching(/^“Town hall” is due on /)])
  })

  test('follows the event to its new start', async () => {
    const { author, participant, event } = await givenEvent()
    const later = new Date(Date.parse(start) + 5 * hour).toISOString()
    await call(updateEvent, { as: author, params: event, body: { start_at: later } })
    await settle()

    await runSchedulerAt(before(start, 30))
    const atFormerTime = await reminders(participant)
    await runSchedulerAt(before(later, 30))

    expect([atFormerTime.length, (await reminders(participant)).length]).toEqual([0, 1])
  })

  test('does not reach participants who can no longer see the course', async () => {
    const { author, participant, event } = await givenEvent()
    await made(updateCourse, { as: author, params: { id: event.course_id! }, body: { status: 'draft' } })

    await runSchedulerAt(before(start, 30))

    expect([await reminders(participant), (await reminders(author)).length]).toEqual([[], 1])
  })

  test('notifies at once if the event begins sooner', async () => {
    const soon = new Date(Date.now() + 10 * 60_000).toISOString()
    const { participant } = await givenEvent({ start_at: soon })

    expect((await reminders(participant)).length).toBe(1)
  })

  test('skips events that have begun, and removed reminders', async () => {
    const { participant } = await givenEvent()
    const other = await givenEvent()
    await call(updateEvent, { as: other.author, params: other.event, body: { reminder_minutes: null } })
    await settle()

    await runSchedulerAt(before(start, 30))
    const afterRemoval = await reminders(other.participant)
    const missed = await givenEvent({ start_at: new Date(Date.parse(start) + 9 * hour).toISOString() })
    await runSchedulerAt(before(start, -600))

    expect([(await reminders(participant)).length, afterRemoval]).toEqual([1, []])
    expect(await reminders(missed.participant)).toEqual([])
  })

  test.each([-1, 40_321, 1.5])('rejects %d minutes', async (reminder_minutes) => {
    const admin = await signedIn({ role: 'admin' })

    const { status, detail } = await call(createEvent, {
      as: admin,
      body: { title: 'Kickoff', start_at: start, reminder_minutes },
    })

    expect([status, detail]).toEqual([422, expect.stringContaining('"reminder_minutes"')])
  })
})
