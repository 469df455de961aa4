import { beforeEach, describe, expect, test } from 'vitest'
import { addMember } from '../../src/groups/endpoints/add-member.ts'
import { removeMember } from '../../src/groups/endpoints/remove-member.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { sendScheduledMessages } from '../../src/scheduler.ts'
import { runSchedulerAt } from '../support/clock.ts'
import { enroll } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { lambdaContext, settle } from '../support/world.ts'
import {
  actAt,
  assign,
  completeAll,
  courseOf,
  daysAfter,
  groupOf,
  inDays,
  noticesOf,
} from './given-assignment.ts'

// earlier tests have moved the position of the scheduler ahead
beforeEach(() => sendScheduledMessages({}, lambdaContext('scheduler')))

const due_at = inDays(10)

const typesOf = async (as: SignedIn) => (await noticesOf(as)).map(({ type }) => type.replace('course_', ''))

const changeMemberAt = (at: string, handler: typeof addMember, group: { id: string }, person: SignedIn) =>
  actAt(at, (as) => made(handler, { as, params: { id: group.id, user_id: person.id } }))

const givenGroupAssignment = async () => {
  const [assigner, person] = [await signedIn({ role: 'admin' }), await signedIn()]
  const [course, group] = [await courseOf(assigner, 'one'), await groupOf()]
  await assign(assigner, course, { group_ids: [group.id], due_at })
  return { assigner, person, course, group }
}

describe('An assignment that applies to a person only after its due time', () => {
  test('reminds a person who joins the group, and the assigner, once', async () => {
    const { assigner, person, group } = await givenGroupAssignment()
    await runSchedulerAt(daysAfter(due_at, 1))
    const before = await typesOf(assigner)

    await changeMemberAt(daysAfter(due_at, 2), addMember, group, person)
    const joined = await typesOf(person)
    await changeMemberAt(daysAfter(due_at, 3), removeMember, group, person)
    await changeMemberAt(daysAfter(due_at, 4), addMember, group, person)

    expect([before, await typesOf(assigner)]).toEqual([[], ['overdue']])
    expect(joined.toSorted()).toEqual(['assigned', 'overdue'])
    expect((await typesOf(person)).toSorted()).toEqual(['assigned', 'assigned', 'overdue'])
  })

  test('leaves the reminder to the scheduler until a day after the due time', async () => {
    const { assigner, person, group } = await givenGroupAssignment()

    await changeMemberAt(daysAfter(due_at, 0.5), addMember, group, person)
    const early = await typesOf(person)
    await runSchedulerAt(daysAfter(due_at, 1))

    expect(early).toEqual(['assigned'])
    expect(await typesOf(person)).toEqual(['assigned', 'overdue'])
    expect(await typesOf(assigner)).toEqual(['overdue'])
  })

  test('reminds only the assigner if another assignment has reminded the person', async () => {
    const { assigner, person, course, group } = await givenGroupAssignment()
    const earlier = await signedIn({ role: 'admin' })
    await assign(earlier, course, { user_ids: [person.id], due_at: daysAfter(due_at, -1) })
    await runSchedulerAt(daysAfter(due_at, 1))

    await changeMemberAt(daysAfter(due_at, 2), addMember, group, person)

    expect((await typesOf(person)).toSorted()).toEqual(['assigned', 'assigned', 'overdue'])
    expect([await typesOf(earlier), await typesOf(assigner)]).toEqual([['overdue'], ['overdue']])
  })

  test('reminds people when a course is published again that was archived at the due time', async () => {
    const { assigner, person, course, group } = await givenGroupAssignment()
    const named = await signedIn()
    await assign(assigner, course, { user_ids: [named.id], due_at: daysAfter(due_at, 1) })
    const setStatus = (as: SignedIn, status: 'archived' | 'published') =>
      made(updateCourse, { as, params: { id: course.id }, body: { status } })
    await setStatus(assigner, 'archived')
    await settle()
    await changeMemberAt(due_at, addMember, group, person)
    await runSchedulerAt(daysAfter(due_at, 3))
    const archived = [await typesOf(assigner), await typesOf(person), await typesOf(named)]

    await actAt(daysAfter(due_at, 4), (admin) => setStatus(admin, 'published'))

    expect(archived).toEqual([[], [], ['assigned']])
    expect(await typesOf(assigner)).toEqual(['overdue', 'overdue'])
    expect((await typesOf(person)).toSorted()).toEqual(['assigned', 'overdue'])
    expect(await typesOf(named)).toEqual(['assigned', 'overdue'])
  })

  test('does not remind people who have completed the course, or of an archived course', async () => {
    const [completed, archived] = [await givenGroupAssignment(), await givenGroupAssignment()]
    for (const { person, course } of [completed, archived]) await enroll(person, course)
    await completeAll(completed.person, completed.course)
    const params = { id: archived.course.id }
    await made(updateCourse, { as: archived.assigner, params, body: { status: 'archived' } })
    await settle()

    for (const { group, person } of [completed, archived])
      await changeMemberAt(daysAfter(due_at, 2), addMember, group, person)

    const people = [completed, archived].flatMap(({ person, assigner }) => [person, assigner])
    expect(await Promise.all(people.map(typesOf))).toEqual([[], [], [], []])
  })
})
