import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../src/groups/endpoints/add-member.ts'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { removeMember } from '../../src/groups/endpoints/remove-member.ts'
import { createAssignment } from '../../src/lms/assignment/endpoints/create-assignment.ts'
import { deleteAssignment } from '../../src/lms/assignment/endpoints/delete-assignment.ts'
import { listAssignments } from '../../src/lms/assignment/endpoints/list-assignments.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { unenrollCourse } from '../../src/lms/endpoints/unenroll-course.ts'
import {
  assignmentCourses,
  courseAssignments,
  groupAssignments,
} from '../../src/lms/enrollment/assignment.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { courses } from '../../src/lms/course/course.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { deleted, restore } from '../trash/given.ts'
import { call } from '../support/call.ts'
import { enroll, givenCourse } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { givenDirectoryToken } from '../support/given-token.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'
import {
  assign,
  completeAll,
  courseOf,
  enrollmentOf,
  groupOf,
  groupOwnedBy,
  inDays,
  noticesOf,
} from './given-assignment.ts'

let [author, admin, ada, bob] = [] as unknown as [SignedIn, SignedIn, SignedIn, SignedIn]

beforeAll(async () => {
  ;[author, admin, ada, bob] = await Promise.all([
    signedIn({ name: 'Ruth Rector' }),
    signedIn({ role: 'admin' }),
    signedIn(),
    signedIn(),
  ])
})

const change = async (handler: typeof addMember, group: { id: string }, person: SignedIn) => {
  await call(handler, { as: admin, params: { id: group.id, user_id: person.id } })
  await settle({ deliveries: 2 })
}

const end = (as: SignedIn, { id }: { id: string }, headers = {}) =>
  call(deleteAssignment, { as, params: { id }, headers })

const leave = (as: SignedIn, { id }: { id: string }) => call(unenrollCourse, { as, params: { id } })

const refusalOf = ({ status, headers }: Awaited<ReturnType<typeof leave>>) => [
  status,
  headers['x-error-code'],
]

describe('POST /lms/courses/{id}/assignments', () => {
  test('enrolls and notifies people and the members of groups', async () => {
    const course = await courseOf(author, 'one', 'two')
    const group = await groupOf(author, bob)
    const due_at = inDays(20)
    await enroll(ada, course)

    const body = { user_ids: [ada.id], group_ids: [group.id], due_at, note: 'Everybody needs it.' }
    const asMember = { ...author, groups: [group.id] }
    const assignment = await assign(asMember, course, body)
    await settle({ deliveries: 2 })

    expect(assignment).toEqual({
      id: expect.any(String),
      course_id: course.id,
      course: { id: course.id, title: course.title },
      ...body,
      repeat_months: null,
      assigned_by: { id: author.id, name: author.name },
      status: null,
      version: 1,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    const rows = await Promise.all([ada, bob, author].map((person) => enrollmentOf(person, course)))
    expect(rows).toEqual(
      rows.map(() => expect.objectContaining({ due_at, assignment_ids: [assignment.id], round: 1 })),
    )
    const { enrollment_count } = (await call(readCourse, { as: author, params: { id: course.id } })).body
    expect(enrollment_count).toBe(3)
    const [notice, ...others] = await noticesOf(bob)
    expect(notice).toMatchObject({
      type: 'course_assigned',
      title: `Ruth Rector assigned the course “${course.title}” to you`,
      body: expect.stringMatching(/^Please complete it by .+\. Everybody needs it\.$/),
    })
    expect(others).toEqual([])
    expect([await noticesOf(ada), await noticesOf(author)].map(({ length }) => length)).toEqual([1, 0])
  })

  test('accepts an assignment without a due time', async () => {
    const course = await courseOf(author, 'one')
    const [person, done] = [await signedIn(), await signedIn()]
    await enroll(done, course)
    await completeAll(done, course)

    await assign(author, course, { user_ids: [person.id, done.id] })

    expect(await enrollmentOf(person, course)).toMatchObject({ due_at: null })
    expect(await noticesOf(person)).toEqual([expect.objectContaining({ body: null })])
    expect(await noticesOf(done)).toEqual([])
  })

  test('rejects callers without rights, unpublished courses, and invalid people and times', async () => {
    const [course, draft] = [await courseOf(author, 'one'), await givenCourse(author, { status: 'draft' })]
    const [group, service] = [await groupOf(bob), await givenDirectoryToken(admin)]
    const many = Array.from({ length: 201 }, () => randomUUID())
    const post = (as: SignedIn, { id }: { id: string }, body: object) =>
      call(createAssignment, { as, params: { id }, body })
    const [one, due_at] = [{ user_ids: [ada.id] }, inDays(1)]

    const statuses = await statusByCase({
      'a reader': post(ada, course, one),
      'a stranger to a draft': post(ada, draft, one),
      'the author of a draft': post(author, draft, one),
      nobody: post(author, course, {}),
      'an unknown person': post(author, course, { user_ids: [randomUUID()] }),
      'a service account': post(author, course, { user_ids: [service.id] }),
      'an unknown group': post(admin, course, { group_ids: [randomUUID()] }),
      'a group of others': post(author, course, { group_ids: [group.id] }),
      'a group of others, as administrator': post(admin, course, { group_ids: [group.id] }),
      '201 people': post(author, course, { user_ids: many }),
      'the past': post(author, course, { ...one, due_at: inDays(-1) }),
      'repetition without due time': post(author, course, { ...one, repeat_months: 12 }),
      'no repetition': post(author, course, { ...one, due_at, repeat_months: 0 }),
    })

    expect(statuses).toEqual({
      'a reader': 403,
      'a stranger to a draft': 404,
      'the author of a draft': 409,
      nobody: 422,
      'an unknown person': 422,
      'a service account': 422,
      'an unknown group': 422,
      'a group of others': 422,
      'a group of others, as administrator': 201,
      '201 people': 422,
      'the past': 422,
      'repetition without due time': 422,
      'no repetition': 422,
    })
  })

  test('lets owners assign courses of other authors to their groups, and to no one else', async () => {
    const [owner, member, joining] = [await signedIn(), await signedIn(), await signedIn()]
    const [course, draft] = [await courseOf(author, 'one'), await givenCourse(author, { status: 'draft' })]
    const [group, other] = [await groupOwnedBy(owner, member), await groupOwnedBy(ada, owner)]
    const post = (as: SignedIn, body: object, { id } = course) =>
      call(createAssignment, { as, params: { id }, body })
    const own = { group_ids: [group.id] }

    const statuses = await statusByCase({
      'own group': post(owner, { ...own, due_at: inDays(20) }),
      'own group, as the author, who is no member': post(owner, own, await courseOf(owner, 'one')),
      'own group and a group of others': post(owner, { group_ids: [group.id, other.id] }),
      'own group and an unknown group': post(owner, { group_ids: [group.id, randomUUID()] }),
      'own group and a person': post(owner, { ...own, user_ids: [member.id] }),
      'own group, to a draft': post(owner, own, draft),
      'a group of others, as member': post({ ...owner, groups: [other.id] }, { group_ids: [other.id] }),
      'a group of others, as its member': post({ ...member, groups: [group.id] }, own),
      'a group of others, as owner of another': post(ada, own),
    })
    await change(addMember, group, joining)
    const { items } = await made(listAssignments, { as: owner, query: { course_id: [course.id] } })
    const ended = await end(owner, items[0] as { id: string })

    expect(statuses).toEqual({
      'own group': 201,
      'own group, as the author, who is no member': 201,
      'own group and a group of others': 403,
      'own group and an unknown group': 403,
      'own group and a person': 403,
      'own group, to a draft': 404,
      'a group of others, as member': 403,
      'a group of others, as its member': 403,
      'a group of others, as owner of another': 403,
    })
    expect(items).toEqual([
      expect.objectContaining({ ...own, assigned_by: expect.objectContaining({ id: owner.id }) }),
    ])
    expect((await noticesOf(joining)).map(({ type }) => type)).toEqual(['course_assigned', 'course_assigned'])
    expect(ended.status).toBe(204)
  })

  test('allows 100 open assignments, also under concurrent requests', async () => {
    const course = await courseOf(author, 'one')
    await courses.modify(await courses.get(course), async (current) => {
      await writeBatch([courses.itemOf({ ...current, assignment_count: 95 })], [])
    })

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        call(createAssignment, { as: author, params: { id: course.id }, body: { user_ids: [ada.id] } }),
      ),
    )

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
  })
})

describe('an assignment of a group', () => {
  test('applies to people who join later, until they leave', async () => {
    const course = await courseOf(author, 'one')
    const [group, person] = [await groupOf(bob), await signedIn()]
    const assignment = await assign(admin, course, { group_ids: [group.id], due_at: inDays(9) })

    await change(addMember, group, person)
    const joined = await enrollmentOf(person, course)
    const unenrolled = await leave(person, course)
    await change(removeMember, group, person)
    const left = await enrollmentOf(person, course)
    await change(addMember, group, person)
    const again = await enrollmentOf(person, course)
    await call(deleteGroup, { as: admin, params: { id: group.id } })
    await settle({ deliveries: 2 })
    const ended = await enrollmentOf(person, course)

    expect(joined).toMatchObject({ assignment_ids: [assignment.id], due_at: assignment.due_at })
    expect(refusalOf(unenrolled)).toEqual([409, 'lms.course_assigned'])
    expect(left).toMatchObject({ assignment_ids: [], due_at: null })
    expect(again).toMatchObject({ assignment_ids: [assignment.id], due_at: assignment.due_at })
    expect(ended).toMatchObject({ assignment_ids: [], due_at: null })
    expect(await noticesOf(person)).toHaveLength(2)
    expect((await leave(person, course)).status).toBe(204)
  })

  test.each(['group_ids', 'user_ids'])('pauses while a person in %s is deactivated', async (field) => {
    const course = await courseOf(author, 'one')
    const person = await signedIn()
    const { id } = field === 'group_ids' ? await groupOf(person) : person
    await assign(admin, course, { [field]: [id], due_at: inDays(9) })
    const activate = async (is_active: boolean) => {
      await made(updateUser, { as: admin, params: { id: person.id }, body: { is_active } })
      await settle()
      return (await enrollmentOf(person, course))?.due_at
    }

    expect([await activate(false), await activate(true)]).toEqual([null, expect.any(String)])
  })

  test('ends for people who left while the course was in the trash', async () => {
    const [course, person] = [await courseOf(author, 'one'), await signedIn()]
    const group = await groupOf(person)
    const assignment = await assign(admin, course, { group_ids: [group.id], due_at: inDays(9) })
    const assigned = await enrollmentOf(person, course)

    await deleted(deleteCourse, author, course)
    await settle()
    await change(removeMember, group, person)
    await restore(author, course)
    await settle({ deliveries: 2 })

    expect(assigned?.assignment_ids).toEqual([assignment.id])
    expect(await enrollmentOf(person, course)).toMatchObject({ assignment_ids: [], due_at: null })
  })

  test('assigns the course to all current members when joins and leaves overlap with the assignment', async () => {
    const course = await courseOf(author, 'one')
    const people = await Promise.all(Array.from({ length: 12 }, () => signedIn()))
    const group = await groupOf(...people.slice(0, 6))
    const params = (person: SignedIn) => ({ id: group.id, user_id: person.id })

    await Promise.all([
      call(createAssignment, {
        as: admin,
        params: { id: course.id },
        body: { group_ids: [group.id], due_at: inDays(9) },
      }),
      settle(),
      ...people.slice(0, 3).map((as) => call(removeMember, { as: admin, params: params(as) })),
      ...people.slice(6, 9).map((as) => call(addMember, { as: admin, params: params(as) })),
    ])
    await settle()

    const rows = await Promise.all(people.map((person) => enrollmentOf(person, course)))
    const assigned = rows.map((row) => (row?.assignment_ids.length ?? 0) > 0)
    expect(assigned).toEqual(people.map((_, index) => index >= 3 && index < 9))
    const { enrollment_count } = await courses.get(course)
    expect(enrollment_count).toBe(rows.filter(Boolean).length)
    const notices = await Promise.all(people.slice(3, 9).map(noticesOf))
    expect(notices.map(({ length }) => length)).toEqual(notices.map(() => 1))
  })
})

describe('DELETE /lms/assignments/{id}', () => {
  test('ends open enrollments and keeps completed ones', async () => {
    const course = await courseOf(author, 'one')
    const [open, done] = [await signedIn(), await signedIn()]
    const group = await groupOf(done)
    const assignment = await assign(admin, course, {
      user_ids: [open.id],
      group_ids: [group.id],
      due_at: inDays(9),
    })
    await completeAll(done, course)

    const statuses = [
      (await end(open, assignment)).status,
      (await end(author, assignment)).status,
      (await end(ada, assignment)).status,
      (await end(admin, assignment)).status,
      (await end(admin, assignment)).status,
    ]
    await settle({ deliveries: 2 })

    expect(statuses).toEqual([403, 403, 404, 204, 404])
    expect(await enrollmentOf(open, course)).toMatchObject({ assignment_ids: [], due_at: null })
    expect(await enrollmentOf(done, course)).toMatchObject({
      assignment_ids: [],
      completed_at: expect.any(String),
    })
    const left = await Promise.all([
      courseAssignments.find({ course_id: course.id, id: assignment.id }),
      assignmentCourses.find(assignment),
      groupAssignments.find({ group_id: group.id, id: assignment.id }),
    ])
    expect(left).toEqual([undefined, undefined, undefined])
    expect((await courses.get(course)).assignment_count).toBe(0)
  })

  test('returns 403 for the author of the course, and 412 for another version', async () => {
    const course = await courseOf(author, 'one')
    const assignment = await assign(admin, course, { user_ids: [ada.id] })

    const refusals = [
      await end(author, assignment),
      await end(admin, assignment, { 'If-Match': `"${assignment.version + 1}"` }),
    ]
    const { status } = await end(admin, assignment, { 'If-Match': `"${assignment.version}"` })

    expect(refusals.map(refusalOf)).toEqual([
      [403, 'lms.not_the_assigner'],
      [412, 'lms.assignment_changed'],
    ])
    expect(status).toBe(204)
  })

  test('keeps the earliest due time of the other assignments', async () => {
    const course = await courseOf(author, 'one')
    const person = await signedIn()
    const [soon, later] = [inDays(5), inDays(50)]
    const first = await assign(author, course, { user_ids: [person.id], due_at: soon })
    await assign(author, course, { user_ids: [person.id], due_at: later })

    const both = await enrollmentOf(person, course)
    await end(author, first)
    await settle()

    expect(both?.due_at).toBe(soon)
    expect((await enrollmentOf(person, course))?.due_at).toBe(later)
  })
})

describe('GET /lms/assignments', () => {
  const list = async (as: SignedIn, query: object = {}) =>
    (await made(listAssignments, { as, query })).items.map(({ id }) => id)

  test('lists what the caller assigned and what concerns the caller', async () => {
    const [teacher, pupil] = [await signedIn(), await signedIn()]
    const course = await courseOf(teacher, 'one')
    const other = await courseOf(author, 'one')
    const given = await assign(teacher, course, { user_ids: [pupil.id, bob.id], due_at: inDays(5) })
    const own = await assign(author, other, { user_ids: [teacher.id, pupil.id], due_at: inDays(4) })
    await completeAll(teacher, other)

    const lists = {
      all: await list(teacher),
      mine: await list(teacher, { mine: true }),
      completed: await list(teacher, { status: ['completed'] }),
      open: await list(teacher, { status: ['not_started'] }),
      'of a course': await list(teacher, { course_id: [course.id] }),
      'of the course of others': await list(teacher, { course_id: [other.id] }),
      'of a pupil': await list(pupil),
      'of a stranger': await list(ada, { course_id: [course.id] }),
    }
    const [shown] = (await made(listAssignments, { as: pupil, query: { course_id: [course.id] } })).items

    expect(lists).toEqual({
      all: [own.id, given.id],
      mine: [own.id],
      completed: [own.id],
      open: [],
      'of a course': [given.id],
      'of the course of others': [own.id],
      'of a pupil': [own.id, given.id],
      'of a stranger': [],
    })
    expect(shown).toMatchObject({ user_ids: [pupil.id], status: 'not_started' })
  })

  test('considers the newest 1,000 assignments that the caller made', async () => {
    const teacher = await signedIn()
    const { id: course_id } = await courseOf(teacher, 'one')
    const fields = { course_id, user_ids: [], group_ids: [], repeat_months: null, note: null }
    const assigned_by = { id: teacher.id, name: teacher.name }
    const rows = Array.from({ length: 1_001 }, (_, index) =>
      courseAssignments.make({ ...fields, assigned_by, due_at: index % 1_000 === 0 ? inDays(1) : inDays(2) }),
    )
    await writeBatch(rows.map(courseAssignments.itemOf), [])

    const { items, truncated } = await made(listAssignments, { as: teacher, query: { limit: 2 } })

    expect(items.map(({ id }) => id)).toEqual([rows.at(-1)?.id, expect.any(String)])
    expect([items[1]?.due_at, truncated]).toEqual([inDays(2), true])
  })
})
