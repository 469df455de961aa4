import { describe, expect, test } from 'vitest'
import { removeMember } from '../../src/groups/endpoints/remove-member.ts'
import { deleteAssignment } from '../../src/lms/assignment/endpoints/delete-assignment.ts'
import { courseAssignments } from '../../src/lms/enrollment/assignment.ts'
import {
  assign,
  courseOf,
  daysAfter,
  enrollmentOf,
  givenAssignment,
  groupOf,
  noticesOf,
} from '../lms/given-assignment.ts'
import { call } from '../support/call.ts'
import { atTime } from '../support/clock.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { changeOf, undo } from './given.ts'

describe('History of an assignment', () => {
  test('undoes an assignment by ending it, and its end by restoring it', async () => {
    const { author, person, course, assignment, due_at } = await givenAssignment()

    const created = await undo(author, await changeOf(author, 'course_assignment.created'))
    await settle({ deliveries: 2 })
    const ended = await enrollmentOf(person, course)
    const removed = await undo(author, await changeOf(author, 'course_assignment.deleted'))
    await settle({ deliveries: 2 })
    const restored = await enrollmentOf(person, course)

    expect([created.status, removed.status]).toEqual([200, 200])
    expect(ended).toMatchObject({ assignment_ids: [], due_at: null })
    expect(restored).toMatchObject({ assignment_ids: [assignment.id], due_at })
  })

  test('reminds people and the assigner of a restored assignment that is overdue', async () => {
    const { author, person, assignment, due_at } = await givenAssignment()
    await call(deleteAssignment, { as: author, params: { id: assignment.id } })
    const change = await changeOf(author, 'course_assignment.deleted')

    const { status } = await atTime(daysAfter(due_at!, 3), async () => {
      const restored = await undo(await signedIn({ role: 'admin' }), change)
      await settle()
      return restored
    })

    const typesOf = async (as: SignedIn) => (await noticesOf(as)).map(({ type }) => type)
    expect(status).toBe(200)
    expect(await typesOf(person)).toEqual(['course_assigned', 'course_overdue'])
    expect(await typesOf(author)).toEqual(['course_overdue'])
  })

  test('does not restore an assignment of a group that the author has left', async () => {
    const [author, admin] = [await signedIn(), await signedIn({ role: 'admin' })]
    const [course, group] = [await courseOf(author, 'one'), await groupOf(author)]
    const member = { ...author, groups: [group.id] }
    const assignment = await assign(member, course, { group_ids: [group.id] })
    await call(deleteAssignment, { as: member, params: { id: assignment.id } })
    await call(removeMember, { as: admin, params: { id: group.id, user_id: author.id } })

    const { status } = await undo(author, await changeOf(author, 'course_assignment.deleted'))

    expect(status).toBe(409)
    expect(await courseAssignments.find({ course_id: course.id, id: assignment.id })).toBeUndefined()
  })
})
