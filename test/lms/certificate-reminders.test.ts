import { beforeEach, describe, expect, test } from 'vitest'
import { unenrollCourse } from '../../src/lms/endpoints/unenroll-course.ts'
import { setProgress } from '../../src/lms/learning/changes.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { call } from '../support/call.ts'
import { atTime, runSchedulerAt } from '../support/clock.ts'
import { enroll } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, settle } from '../support/world.ts'
import { assign, completeAll, daysAfter, enrollmentOf, inDays, noticesOf } from './given-assignment.ts'
import { givenCertificate, givenCertifiedCourse } from './given-certificate.ts'

// earlier tests have moved the position of the scheduler ahead
beforeEach(() => sendScheduledMessages({}, lambdaContext('scheduler')))

const remindersOf = async (as: SignedIn) => {
  const { items } = await made(listNotifications, { as, query: { type: 'certificate_expiring' } })
  return items.map(({ title, body }) => [title, body])
}

/** Completes a course at a time, without a request, whose token would have expired. */
const completeAt = (at: string, { learner, course }: Awaited<ReturnType<typeof givenCertificate>>) =>
  atTime(at, async () => {
    const { id, name, role } = learner
    await setProgress({ id, name, role, groups: [] }, course.id, course.chapters[0]!.lessons[0]!.id!, true)
    await settle()
  })

const title = expect.stringMatching(/^Your certificate “Fire safety” expires on /)

describe('A certificate that expires', () => {
  test('reminds its person once, 30 days before', async () => {
    const { learner, course, valid_until } = await givenCertificate(false)

    await runSchedulerAt(daysAfter(valid_until, -31))
    const early = await remindersOf(learner)
    await runSchedulerAt(daysAfter(valid_until, -30))
    await runSchedulerAt(daysAfter(valid_until, -29))

    expect([early, await remindersOf(learner)]).toEqual([[], [[title, null]]])
    expect(await enrollmentOf(learner, course)).toMatchObject({ round: 1, due_at: null })
  })

  test('assigns the course again if an assignment still applies to the person', async () => {
    const { learner, course, valid_until } = await givenCertificate(true)

    await runSchedulerAt(daysAfter(valid_until, -30))

    expect(await remindersOf(learner)).toEqual([
      [title, expect.stringContaining('Complete the course again')],
    ])
    expect(await enrollmentOf(learner, course)).toMatchObject({
      round: 2,
      completed_at: null,
      due_at: valid_until,
    })
  })

  test('reminds a person who has enrolled again', async () => {
    const { learner, course, valid_until } = await givenCertificate(false)
    await call(unenrollCourse, { as: learner, params: { id: course.id } })
    await enroll(learner, course)
    await settle()

    await runSchedulerAt(daysAfter(valid_until, -30))

    expect(await remindersOf(learner)).toEqual([[title, null]])
  })

  test('reminds a former participant of the newest certificate only', async () => {
    const { learner, course, valid_until } = await givenCertificate(false)
    await call(unenrollCourse, { as: learner, params: { id: course.id } })
    await enroll(learner, course)
    await completeAll(learner, course)
    await call(unenrollCourse, { as: learner, params: { id: course.id } })
    await settle()

    await runSchedulerAt(daysAfter(valid_until, -30))

    expect(await remindersOf(learner)).toEqual([[title, null]])
  })

  test('reminds a person who is no longer enrolled', async () => {
    const { learner, course, valid_until } = await givenCertificate(false)
    await call(unenrollCourse, { as: learner, params: { id: course.id } })
    await settle()

    await runSchedulerAt(daysAfter(valid_until, -30))

    expect(await remindersOf(learner)).toEqual([[title, null]])
  })
})

describe('A renewal that is due when the certificate expires', () => {
  const typesOf = async (as: SignedIn) => (await noticesOf(as)).map(({ type }) => type.replace('course_', ''))

  test('reminds the person of a yearly assignment, and the assigner once it is overdue', async () => {
    const [author, learner] = [await signedIn(), await signedIn()]
    const course = await givenCertifiedCourse(author)
    await assign(author, course, { user_ids: [learner.id], due_at: inDays(10), repeat_months: 12 })
    await completeAll(learner, course)
    await settle()
    const valid_until = (await enrollmentOf(learner, course))?.valid_until as string
    const told = []
    for (const days of [-8, -7, -1, 1, 2]) {
      await runSchedulerAt(daysAfter(valid_until, days))
      told.push([await typesOf(learner), await typesOf(author)])
    }

    const rounds = ['assigned', 'assigned']
    expect(told).toEqual([
      [rounds, []],
      [[...rounds, 'due_soon'], []],
      [[...rounds, 'due_soon', 'due_soon'], []],
      [[...rounds, 'due_soon', 'due_soon', 'overdue'], ['overdue']],
      [[...rounds, 'due_soon', 'due_soon', 'overdue'], ['overdue']],
    ])
  })

  test('sends one reminder after the scheduler was down beyond the end', async () => {
    const { author, learner, valid_until } = await givenCertificate(true)

    await runSchedulerAt(daysAfter(valid_until, 5))

    expect(await typesOf(learner)).toEqual(['assigned', 'overdue'])
    expect(await typesOf(author)).toEqual(['overdue'])
  })

  test('reminds neither people who have completed the course again nor voluntary participants', async () => {
    const [renewed, voluntary] = [await givenCertificate(true), await givenCertificate(false)]

    await runSchedulerAt(daysAfter(renewed.valid_until, -30))
    await completeAt(daysAfter(renewed.valid_until, -20), renewed)
    for (const days of [-7, -1, 1]) await runSchedulerAt(daysAfter(renewed.valid_until, days))

    expect(await typesOf(renewed.learner)).toEqual(['assigned'])
    expect([await typesOf(voluntary.learner), await typesOf(renewed.author)]).toEqual([[], []])
  })
})
