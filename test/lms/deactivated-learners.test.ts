import { beforeEach, describe, expect, test } from 'vitest'
import { notifications } from '../../src/notifications/notification.ts'
import { readAll } from '../../src/platform/table/list/list.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { runSchedulerAt } from '../support/clock.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext } from '../support/world.ts'
import {
  activateAt,
  assign,
  completeAll,
  courseOf,
  daysAfter,
  enrollmentOf,
  inDays,
} from './given-assignment.ts'
import { givenCertificate } from './given-certificate.ts'

// earlier tests have moved the position of the scheduler ahead
beforeEach(() => sendScheduledMessages({}, lambdaContext('scheduler')))

/** Returns the types of a person’s notifications, or those of a course, in alphabetical order. */
const storedTypes = async ({ id: user_id }: SignedIn, course?: { id: string }) =>
  (await readAll(notifications.in('all', { user_id })))
    .filter(({ resource }) => course === undefined || resource?.id === course.id)
    .map(({ type }) => type)
    .toSorted()

describe('An assignment of a person who is deactivated at its due time', () => {
  test('reminds the person on activation, also of a round that opened meanwhile', async () => {
    const [assigner, person] = [await signedIn({ role: 'admin' }), await signedIn()]
    const due_at = inDays(10)
    const [once, monthly] = [await courseOf(assigner, 'one'), await courseOf(assigner, 'one')]
    await assign(assigner, once, { user_ids: [person.id], due_at })
    await assign(assigner, monthly, { user_ids: [person.id], due_at, repeat_months: 1 })
    await completeAll(person, monthly)

    await activateAt(daysAfter(due_at, -9), person, false)
    await runSchedulerAt(daysAfter(due_at, 3))
    const before = await storedTypes(assigner)
    await activateAt(daysAfter(due_at, 4), person, true)

    expect([before, await storedTypes(assigner)]).toEqual([[], ['course_overdue']])
    expect(await storedTypes(person, once)).toEqual(['course_assigned', 'course_overdue'])
    expect(await storedTypes(person, monthly)).toEqual(['course_assigned', 'course_assigned'])
  })
})

describe('A certificate that expires while its person is deactivated', () => {
  test('reminds the person once on activation, and again before the end', async () => {
    const { learner, course, valid_until } = await givenCertificate(true)

    await activateAt(daysAfter(valid_until, -40), learner, false)
    for (const days of [-30, -7]) await runSchedulerAt(daysAfter(valid_until, days))
    const before = await storedTypes(learner)
    await activateAt(daysAfter(valid_until, -5), learner, true)
    const activated = await storedTypes(learner)
    await activateAt(daysAfter(valid_until, -4), learner, false)
    await activateAt(daysAfter(valid_until, -3), learner, true)
    const again = await storedTypes(learner)
    await runSchedulerAt(daysAfter(valid_until, -1))

    const missed = ['certificate_expiring', 'course_assigned', 'course_due_soon']
    expect([before, activated, again]).toEqual([['course_assigned'], missed, missed])
    expect(await storedTypes(learner)).toEqual([...missed, 'course_due_soon'])
    expect(await enrollmentOf(learner, course)).toMatchObject({ round: 2, due_at: valid_until })
  })

  test('reminds only of the overdue renewal after the end', async () => {
    const { author, learner, valid_until } = await givenCertificate(true)
    const voluntary = await givenCertificate(false)

    for (const person of [learner, voluntary.learner]) {
      await activateAt(daysAfter(valid_until, -40), person, false)
      await activateAt(daysAfter(valid_until, 5), person, true)
    }

    expect(await storedTypes(learner)).toEqual(['course_assigned', 'course_overdue'])
    expect(await storedTypes(author)).toEqual(['course_overdue'])
    expect(await storedTypes(voluntary.learner)).toEqual([])
  })
})
