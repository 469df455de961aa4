import { describe, expect, test } from 'vitest'
import { enrollmentOf, givenAssignment } from '../lms/given-assignment.ts'
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
})
