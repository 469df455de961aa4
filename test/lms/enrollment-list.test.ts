import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createGroup } from '../../src/groups/endpoints/create-group.ts'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { updateGroup } from '../../src/groups/endpoints/update-group.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { courses } from '../../src/lms/course/course.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { listEnrollments } from '../../src/lms/learning/endpoints/list-enrollments.ts'
import { exportEnrollments } from '../../src/lms/learning/enrollment-export.ts'
import { call } from '../support/call.ts'
import { chapterOf, enroll, givenCourse } from '../support/given-course.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'

let [author, ada, bob, cleo] = [] as unknown as [SignedIn, SignedIn, SignedIn, SignedIn]
let course: Awaited<ReturnType<typeof givenCourse>>

const list = async (query: object = {}, of: { id: string } = course) =>
  (await made(listEnrollments, { as: author, params: { id: of.id }, query })).items

const names = async (query: object) => (await list(query)).map(({ user }) => user.name)

const complete = (as: SignedIn, index: number, of = course) => {
  const lesson_id = of.chapters.flatMap(({ lessons }) => lessons)[index]?.id as string
  return made(updateProgress, { as, params: { id: of.id }, body: { lesson_id, completed: true } })
}

const setDue = async ({ id: user_id }: SignedIn, due_at: string) => {
  const enrollment = await enrollments.get({ course_id: course.id, user_id })
  await enrollments.update(enrollment, { due_at, assignment_ids: ['an-assignment'] })
}

const groupOf = (as: SignedIn, ...members: SignedIn[]) =>
  made(createGroup, {
    as,
    body: { name: `Group ${randomUUID()}`, member_ids: members.map(({ id }) => id) },
  })

beforeAll(async () => {
  ;[author, ada, bob, cleo] = await Promise.all([
    signedIn(),
    signedIn({ name: 'Ada Quillfeather' }),
    signedIn({ name: 'Bob Quillfeather' }),
    signedIn({ name: '=Cleo Inkwell' }),
  ])
  course = await givenCourse(author, { chapters: [chapterOf('one', 'two')] })
  for (const person of [ada, bob, cleo]) await enroll(person, course)
  await complete(ada, 0)
  await complete(ada, 1)
  await complete(bob, 0)
  await setDue(bob, '2020-02-29T12:00:00.000Z')
  await setDue(cleo, '2999-12-31T12:00:00.000Z')
  await settle()
})

describe('GET /lms/courses/{id}/enrollments', () => {
  test('shows the author the progress and the due times', async () => {
    const [first, second, third] = (await list()).toSorted((a, b) => (a.user.name < b.user.name ? 1 : -1))

    expect([first, second, third].map((item) => item?.user.name)).toEqual([bob.name, ada.name, cleo.name])
    expect(first).toEqual({
      user_id: bob.id,
      user: { id: bob.id, name: bob.name },
      enrolled_at: expect.any(String),
      status: 'in_progress',
      assigned: true,
      due_at: '2020-02-29T12:00:00.000Z',
      completed_lessons: 1,
      percent: 50,
      lesson_count: 2,
      course_changed: false,
      last_activity_at: expect.any(String),
      completed_at: null,
      last_completed_at: null,
      certificate_id: null,
    })
    expect(second).toMatchObject({ status: 'completed', percent: 100, assigned: false, due_at: null })
    expect(second?.completed_at).toBe(second?.last_completed_at)
    expect(third).toMatchObject({ status: 'not_started', last_activity_at: null })
  })

  test('filters by one or several statuses', async () => {
    const found = [
      await names({ status: ['not_started'] }),
      await names({ status: ['in_progress'] }),
      await names({ status: ['completed'] }),
      await names({ status: ['overdue'] }),
      await names({ status: ['overdue', 'in_progress', 'completed'] }),
    ]

    expect(found).toEqual([[cleo.name], [bob.name], [ada.name], [bob.name], [ada.name, bob.name]])
  })

  test('pages through the enrollments of a status', async () => {
    const params = { id: course.id }
    const query = { status: ['completed' as const, 'in_progress' as const, 'not_started' as const], limit: 2 }

    const first = await made(listEnrollments, { as: author, params, query })
    const cursor = first.next_cursor as string
    const second = await made(listEnrollments, { as: author, params, query: { ...query, cursor } })

    expect([...first.items, ...second.items].map(({ user_id }) => user_id)).toEqual([ada.id, bob.id, cleo.id])
    expect(second.next_cursor).toBeNull()
  })

  test('filters by group, and by group and status', async () => {
    const admin = await signedIn({ role: 'admin' })
    const group = await groupOf(admin, author, ada, bob)

    const members = await names({ group_id: [group.id] })
    const overdue = await names({ group_id: [group.id], status: ['overdue'] })
    await call(deleteGroup, { as: admin, params: { id: group.id } })
    const afterDeletion = await names({ group_id: [group.id] })

    expect(members.toSorted()).toEqual([ada.name, bob.name])
    expect(overdue).toEqual([bob.name])
    expect(afterDeletion).toEqual([])
  })

  test('finds people by words, also within a group', async () => {
    const group = await groupOf(await signedIn({ role: 'admin' }), bob, cleo)

    const found = await names({ q: 'quillfeather' })
    const member = await names({ q: 'quillfeather', group_id: [group.id] })
    const completed = await names({ q: 'quillfeather', status: ['completed'] })

    expect(found.toSorted()).toEqual([ada.name, bob.name])
    expect(member).toEqual([bob.name])
    expect(completed).toEqual([ada.name])
  })

  test('rejects everyone but the author and administrators', async () => {
    const draft = await givenCourse(author, { status: 'draft' })
    const read = async (as: SignedIn, { id }: { id: string }) =>
      (await call(listEnrollments, { as, params: { id } })).status

    const statuses = [
      await read(ada, course),
      await read(ada, draft),
      await read(await signedIn({ role: 'admin' }), course),
      (
        await call(listEnrollments, {
          as: author,
          params: { id: course.id },
          query: { status: ['late' as 'overdue'] },
        })
      ).status,
    ]

    expect(statuses).toEqual([403, 404, 200, 422])
  })

  test('shows owners of groups the members of their groups, and no one else', async () => {
    const [owner, stranger, admin] = [await signedIn(), await signedIn(), await signedIn({ role: 'admin' })]
    const [group, other] = [await groupOf(admin, ada, owner), await groupOf(admin, bob, owner)]
    await made(updateGroup, { as: admin, params: { id: group.id }, body: { owner_ids: [owner.id] } })
    const read = (as: SignedIn, query: object, headers = {}) =>
      call(listEnrollments, { as, params: { id: course.id }, query, headers })
    const [own, csv] = [{ group_id: [group.id] }, { Accept: 'text/csv' }]

    const shown = await read(owner, own)
    const found = await read(owner, { ...own, q: 'quillfeather' })
    const exported = await read(owner, own, csv)
    const statuses = await statusByCase({
      'without a group': read(owner, {}),
      'a group of others': read(owner, { group_id: [other.id] }),
      'own and a group of others': read(owner, { group_id: [group.id, other.id] }),
      'own and an unknown group': read(owner, { group_id: [group.id, randomUUID()] }),
      'a group of others as CSV': read(owner, { group_id: [other.id] }, csv),
      'as a member': read(ada, own),
      'as a stranger': read(stranger, own),
    })

    expect([shown, found].map(({ body }) => body.items.map(({ user }) => user.name))).toEqual([
      [ada.name],
      [ada.name],
    ])
    expect(exported.text).toContain(ada.id)
    expect(exported.text).not.toContain(bob.id)
    expect(new Set(Object.values(statuses))).toEqual(new Set([403]))
  })

  test('checks the caller before an export reads rows', async () => {
    const { proxy, loaded, end } = await givenTableProxy(async () => ({
      ...(await import('../support/call.ts')),
      ...(await import('../../src/lms/learning/endpoints/list-enrollments.ts')),
    }))

    const options = { as: ada, params: { id: course.id }, headers: { Accept: 'text/csv' } }
    const { status } = await loaded.call(loaded.listEnrollments, options)
    const operations = proxy.calls.map(({ operation }) => operation)
    const reads = proxy.calls.filter(({ body }) => body.includes(`"${courses.keyOf(course).pk}"`))
    await end()

    expect(status).toBe(403)
    expect(reads.length).toBeGreaterThan(0)
    expect(operations).not.toContain('Query')
  })

  test('exports CSV, and links to the next rows', async () => {
    const options = { as: author, params: { id: course.id }, headers: { Accept: 'text/csv' } }

    const { headers, text } = await call(listEnrollments, {
      ...options,
      query: { status: ['in_progress', 'not_started'] },
    })
    const partial = await exportEnrollments(course.id, {}, undefined, 2)

    const [head, ...lines] = text.trimEnd().split('\r\n')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['link']).toBeUndefined()
    expect(head).toBe(
      'user_id,user_name,enrolled_at,status,assigned,due_at,percent,completed_lessons,lesson_count,course_changed,' +
        'last_activity_at,completed_at,last_completed_at,certificate_id',
    )
    expect(lines[0]).toMatch(
      new RegExp(`^${bob.id},${bob.name},[^,]+,in_progress,true,2020-02-29T12:00:00.000Z,50,1,2,`),
    )
    expect(lines[1]).toContain(`${cleo.id},'=Cleo Inkwell,`)
    expect(lines).toHaveLength(2)
    expect(partial.body.next_cursor).toBe(`enrollment#${bob.id}`)
  })
})

describe('a course whose lessons change', () => {
  test('updates each percentage at once, and completes enrollments with all remaining lessons done', async () => {
    const changing = await givenCourse(author, { chapters: [chapterOf('one', 'two')] })
    await enroll(ada, changing)
    await complete(ada, 0, changing)
    const [chapter] = changing.chapters
    const lessons = chapter?.lessons ?? []
    const params = { id: changing.id }
    const change = (kept: { id?: string; title: string; content?: string | null }[]) =>
      made(updateCourse, {
        as: author,
        params,
        body: { chapters: [{ title: 'A chapter', id: chapter?.id as string, lessons: kept }] },
      })

    await change([...lessons, { title: 'three', content: 'three' }, { title: 'four', content: 'four' }])
    const [added] = await list({}, changing)
    await settle()
    const [refreshed] = await list({}, changing)
    await change(lessons.slice(0, 1))
    await settle()
    const [completed] = await list({}, changing)
    await change([...lessons.slice(0, 1), { title: 'another', content: 'another' }])
    await settle()
    const [extended] = await list({}, changing)

    expect(added).toMatchObject({ percent: 25, lesson_count: 4, course_changed: true, status: 'in_progress' })
    expect(refreshed).toMatchObject({
      percent: 25,
      course_changed: false,
      last_activity_at: added?.last_activity_at,
    })
    expect(completed).toMatchObject({ percent: 100, status: 'completed' })
    expect(extended).toMatchObject({
      percent: 50,
      status: 'completed',
      completed_at: completed?.completed_at,
    })
  })
})
