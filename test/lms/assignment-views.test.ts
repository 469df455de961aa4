import { describe, expect, test } from 'vitest'
import { readHome } from '../../src/home/endpoints/read-home.ts'
import { deleteAssignment } from '../../src/lms/assignment/endpoints/delete-assignment.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import {
  assignmentCourses,
  courseAssignments,
  groupAssignments,
} from '../../src/lms/enrollment/assignment.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { listEvents } from '../../src/lms/event/endpoints/list-events.ts'
import { finishErasure, startErasure } from '../jobs/given.ts'
import { deleted, purge, restore } from '../trash/given.ts'
import { call } from '../support/call.ts'
import { enroll } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import {
  assign,
  completeAll,
  courseOf,
  enrollmentOf,
  givenAssignment,
  groupOf,
  inDays,
} from './given-assignment.ts'

const dues = async (as: SignedIn) => {
  const query = { start: inDays(-40), end: inDays(60), type: 'course_due' }
  return (await made(listEvents, { as, query })).items.map(({ title, start_at }) => [title, start_at])
}

describe('The calendar', () => {
  test('shows the due time of a course until it is completed', async () => {
    const { person, course, due_at } = await givenAssignment()

    const before = await dues(person)
    await completeAll(person, course)
    await settle({ deliveries: 2 })

    expect(before).toEqual([[course.title, due_at]])
    expect(await dues(person)).toEqual([])
  })

  test('follows the title, the trash and the end of the assignment', async () => {
    const { author, person, course, assignment, due_at } = await givenAssignment()
    const params = { id: course.id }

    await made(updateCourse, { as: author, params, body: { title: 'Renamed' } })
    await settle({ deliveries: 2 })
    const renamed = await dues(person)
    await deleted(deleteCourse, author, course)
    await settle({ deliveries: 2 })
    const trashed = await dues(person)
    await restore(author, course)
    await settle({ deliveries: 2 })
    const restored = await dues(person)
    await call(deleteAssignment, { as: author, params: { id: assignment.id } })
    await settle({ deliveries: 2 })

    expect([renamed, trashed, restored]).toEqual([[['Renamed', due_at]], [], [['Renamed', due_at]]])
    expect(await dues(person)).toEqual([])
  })
})

describe('GET /lms/courses and GET /home', () => {
  test('list assigned courses, and count overdue ones', async () => {
    const { author, person, course } = await givenAssignment()
    const free = await courseOf(author, 'one')
    await enroll(person, free)
    const list = async (query: object) =>
      (await made(listCourses, { as: person, query })).items.map(({ id }) => id)

    const before = (await made(readHome, { as: person })).courses
    const enrollment = await enrollments.get({ course_id: course.id, user_id: person.id })
    await enrollments.update(enrollment, { due_at: inDays(-1) })
    const after = (await made(readHome, { as: person })).courses

    expect(await list({ assigned: true })).toEqual([course.id])
    expect(await list({ assigned: true, mine: true })).toEqual([])
    expect(await list({ enrolled: true })).toEqual([free.id, course.id])
    expect([before, after]).toMatchObject([
      { in_progress: 2, overdue: 0 },
      { in_progress: 2, overdue: 1 },
    ])
  })
})

describe('The remains of an assignment', () => {
  test('vanish with a purged course', async () => {
    const [admin, person] = [await signedIn({ role: 'admin' }), await signedIn()]
    const [course, group] = [await courseOf(admin, 'one'), await groupOf(person)]
    const { id } = await assign(admin, course, {
      group_ids: [group.id],
      due_at: inDays(20),
      repeat_months: 6,
    })

    await deleted(deleteCourse, admin, course)
    await purge(admin, course)
    await settle({ deliveries: 2 })

    const left = await Promise.all([
      courseAssignments.find({ course_id: course.id, id }),
      assignmentCourses.find({ id }),
      groupAssignments.find({ group_id: group.id, id }),
      enrollmentOf(person, course),
    ])
    expect(left).toEqual([undefined, undefined, undefined, undefined])
    expect(await dues(person)).toEqual([])
  })

  test('name neither an erased person nor an erased assigner', async () => {
    const [admin, teacher] = [await signedIn({ role: 'admin' }), await signedIn({ role: 'admin' })]
    const { author, person, course } = await givenAssignment()
    const { id } = await assign(teacher, course, { user_ids: [person.id, author.id], due_at: inDays(9) })

    for (const erased of [person, teacher]) {
      const { body } = await startErasure(admin, erased, author)
      await settle()
      await finishErasure(body as { id: string })
      await settle()
    }

    expect(await courseAssignments.find({ course_id: course.id, id })).toMatchObject({
      user_ids: [author.id],
      assigned_by: { id: author.id },
    })
    expect(await enrollmentOf(person, course)).toBeUndefined()
  })
})
