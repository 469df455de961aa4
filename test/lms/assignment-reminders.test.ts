import { beforeEach, describe, expect, test } from 'vitest'
import { deleteAssignment } from '../../src/lms/assignment/endpoints/delete-assignment.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { made } from '../support/given.ts'
import { call } from '../support/call.ts'
import { runSchedulerAt } from '../support/clock.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, settle } from '../support/world.ts'
import {
  assign,
  completeAll,
  courseOf,
  daysAfter,
  enrollmentOf,
  inDays,
  noticesOf,
} from './given-assignment.ts'

// earlier tests have moved the position of the scheduler ahead
beforeEach(() => sendScheduledMessages({}, lambdaContext('scheduler')))

const typesOf = async (as: SignedIn) => (await noticesOf(as)).map(({ type }) => type.replace('course_', ''))

describe('Reminders of an assignment', () => {
  test('notifies people who have not completed the course, and the assigner once it is overdue', async () => {
    const [author, late, quick] = [await signedIn(), await signedIn(), await signedIn()]
    const course = await courseOf(author, 'one')
    const due_at = inDays(10)
    await assign(author, course, { user_ids: [late.id, quick.id], due_at })

    await runSchedulerAt(daysAfter(due_at, -8))
    const early = await typesOf(late)
    await runSchedulerAt(daysAfter(due_at, -7))
    const week = await typesOf(late)
    await completeAll(quick, course)
    await runSchedulerAt(daysAfter(due_at, -1))
    await runSchedulerAt(daysAfter(due_at, 1))
    await runSchedulerAt(daysAfter(due_at, 2))

    expect(early).toEqual(['assigned'])
    expect(week).toEqual(['assigned', 'due_soon'])
    expect(await typesOf(late)).toEqual(['assigned', 'due_soon', 'due_soon', 'overdue'])
    expect(await typesOf(quick)).toEqual(['assigned', 'due_soon'])
    const [notice, ...others] = await noticesOf(author)
    expect(notice).toMatchObject({ title: expect.stringMatching(/^Not everyone has completed “/) })
    expect(others).toEqual([])
  })

  test('sends one reminder after the scheduler was down beyond the due time', async () => {
    const [author, late] = [await signedIn(), await signedIn()]
    const course = await courseOf(author, 'one')
    const due_at = inDays(10)
    await assign(author, course, { user_ids: [late.id], due_at })

    await runSchedulerAt(daysAfter(due_at, 5))

    expect(await typesOf(late)).toEqual(['assigned', 'overdue'])
  })

  test('omits people of another assignment with the same due time', async () => {
    const [author, late, quick] = [await signedIn(), await signedIn(), await signedIn()]
    const admin = await signedIn({ role: 'admin' })
    const course = await courseOf(author, 'one')
    const due_at = inDays(10)
    await assign(author, course, { user_ids: [late.id], due_at })
    await assign(admin, course, { user_ids: [quick.id], due_at })
    await completeAll(quick, course)

    await runSchedulerAt(daysAfter(due_at, 1))

    expect([await typesOf(author), await typesOf(admin)]).toEqual([['overdue'], []])
  })

  test('notifies the assigner of a later due time of people who were reminded of an earlier one', async () => {
    const [author, late, quick] = [await signedIn(), await signedIn(), await signedIn()]
    const admin = await signedIn({ role: 'admin' })
    const course = await courseOf(author, 'one')
    await assign(author, course, { user_ids: [late.id, quick.id], due_at: inDays(10) })
    await assign(admin, course, { user_ids: [late.id, quick.id], due_at: inDays(20) })

    await runSchedulerAt(inDays(11))
    const first = [await typesOf(author), await typesOf(admin)]
    await runSchedulerAt(inDays(21))

    expect(first).toEqual([['overdue'], []])
    expect([await typesOf(author), await typesOf(admin)]).toEqual([['overdue'], ['overdue']])
    expect(await typesOf(late)).toEqual(['assigned', 'assigned', 'overdue'])
  })

  test('reminds an assigner who alone is overdue once', async () => {
    const author = await signedIn()
    const course = await courseOf(author, 'one')
    await assign(author, course, { user_ids: [author.id], due_at: inDays(10) })

    await runSchedulerAt(inDays(11))

    expect((await noticesOf(author)).map(({ title }) => title)).toEqual([
      expect.stringMatching(/^“.+” was due on /),
    ])
  })

  test('skips reminders due before the assignment, and stops when the assignment or the course ends', async () => {
    const [author, short, freed, hidden] = [
      await signedIn(),
      await signedIn(),
      await signedIn(),
      await signedIn(),
    ]
    const [course, archived] = [await courseOf(author, 'one'), await courseOf(author, 'one')]
    const due_at = inDays(3)
    await assign(author, course, { user_ids: [short.id], due_at })
    const ended = await assign(author, course, { user_ids: [freed.id], due_at })
    await assign(author, archived, { user_ids: [hidden.id], due_at })
    await call(deleteAssignment, { as: author, params: { id: ended.id } })
    await made(updateCourse, { as: author, params: { id: archived.id }, body: { status: 'archived' } })
    await settle()

    await runSchedulerAt(daysAfter(due_at, -1))
    await runSchedulerAt(daysAfter(due_at, 1))

    expect(await typesOf(short)).toEqual(['assigned', 'due_soon', 'overdue'])
    expect(await typesOf(freed)).toEqual(['assigned'])
    expect(await typesOf(hidden)).toEqual(['assigned'])
  })
})

describe('A repeating assignment', () => {
  test('begins its rounds by itself, a month before they are due', async () => {
    const [author, steady, late] = [await signedIn(), await signedIn(), await signedIn()]
    const course = await courseOf(author, 'one', 'two')
    const due_at = inDays(10)
    await assign(author, course, { user_ids: [steady.id, late.id], due_at, repeat_months: 12 })
    await completeAll(steady, course)
    const first = await enrollmentOf(steady, course)
    const nextDue = new Date(due_at)
    nextDue.setUTCFullYear(nextDue.getUTCFullYear() + 1)

    await runSchedulerAt(daysAfter(nextDue.toISOString(), -33))
    const before = await enrollmentOf(steady, course)
    await runSchedulerAt(daysAfter(nextDue.toISOString(), -27))
    const second = await enrollmentOf(steady, course)

    expect(before).toEqual(first)
    expect(second).toMatchObject({
      round: 2,
      completed: [],
      completed_count: 0,
      completed_at: null,
      last_completed_at: first?.completed_at,
      due_at: nextDue.toISOString().slice(0, 8) + second?.due_at?.slice(8),
    })
    expect(await typesOf(steady)).toEqual(['assigned', 'assigned'])
    expect(await enrollmentOf(late, course)).toMatchObject({ round: 1, due_at })
    expect(await typesOf(late)).toEqual(['assigned', 'overdue'])
  })

  test('skips the rounds that passed while the scheduler was down', async () => {
    const [author, person] = [await signedIn(), await signedIn()]
    const course = await courseOf(author, 'one')
    await assign(author, course, { user_ids: [person.id], due_at: inDays(10), repeat_months: 1 })
    await completeAll(person, course)

    await runSchedulerAt(inDays(400))
    const later = await enrollmentOf(person, course)

    expect(later?.round).toBe(2)
    expect(Date.parse(later?.due_at as string)).toBeLessThan(Date.parse(inDays(75)))
  })
})
