import { describe, expect, test } from 'vitest'
import { createCategory } from '../../src/lms/endpoints/create-category.ts'
import { deleteCategory } from '../../src/lms/endpoints/delete-category.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { enrollCourse } from '../../src/lms/endpoints/enroll-course.ts'
import { listCategories } from '../../src/lms/endpoints/list-categories.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import { listEvents } from '../../src/lms/event/endpoints/list-events.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateProgress } from '../../src/lms/endpoints/update-progress.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { call } from '../support/call.ts'
import { givenCourse } from '../support/given-course.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, leftIn, nextVersionOf, purge, restore } from './given.ts'

const tomorrow = new Date(Date.now() + 86_400_000).toISOString()

const chapters = [
  {
    title: 'One',
    lessons: [
      { title: 'First', content: 'Stand.' },
      { title: 'Second', content: 'Walk.' },
    ],
  },
]

/** Returns the numbers of a person's courses, calendar events and notifications. */
const seenBy = async (as: SignedIn) => {
  const answers = await Promise.all([
    call(listCourses, { as, query: { enrolled: true } }),
    call(listEvents, { as }),
    call(listNotifications, { as }),
  ])
  return answers.map(({ body }) => body.items.length)
}

describe('A course in the trash', () => {
  test('comes back with enrollments, progress, lessons and dates, without notifications', async () => {
    const [author, learner] = [await signedIn(), await signedIn()]
    const course = await givenCourse(author, { title: 'Safety', chapters, start_at: tomorrow })
    const params = { id: course.id }
    await call(enrollCourse, { as: learner, params })
    const lesson_id = course.chapters[0]!.lessons[0]!.id
    await call(updateProgress, { as: learner, params, body: { lesson_id, completed: true } })
    await settle()
    const [counts, shown] = [await seenBy(learner), (await call(readCourse, { as: learner, params })).body]

    const removal = await deleted(deleteCourse, author, course)
    await settle({ deliveries: 2 })
    const meanwhile = [(await call(readCourse, { as: learner, params })).status, await seenBy(learner)]
    const answer = await restore(author, course)
    await settle({ deliveries: 2 })

    expect(removal.status).toBe(204)
    const told = Number(counts[2]) + 1 // for the deletion
    expect(meanwhile).toEqual([404, [0, 0, told]])
    expect([answer.status, answer.body.chapters]).toEqual([200, course.chapters])
    expect([await seenBy(learner), (await call(readCourse, { as: learner, params })).body]).toEqual([
      [...counts.slice(0, 2), told],
      nextVersionOf(shown),
    ])
  })

  test('rejects a parent with a 422 that names the field', async () => {
    const author = await signedIn()
    const course = await givenCourse(author)
    await deleted(deleteCourse, author, course)

    const { status, detail } = await restore(author, course, { parent_id: course.id })

    expect([status, detail]).toEqual([422, '"parent_id" does not apply to the type "course".'])
  })

  test('keeps the texts that an earlier change left to the sweep', async () => {
    const author = await signedIn()
    const course = await givenCourse(author, { chapters })
    const [first] = course.chapters
    const lessons = [first!.lessons[0]!, { ...first!.lessons[1]!, content: 'Run.' }]
    const body = { chapters: [{ ...first!, lessons }] }
    const changed = await call(updateCourse, { as: author, params: { id: course.id }, body })
    await deleted(deleteCourse, author, course)
    await settle({ deliveries: 2 })

    const answer = await restore(author, course)

    expect([changed.status, answer.status]).toEqual([200, 200])
    expect(answer.body.chapters).toEqual(changed.body.chapters)
  })

  test('counts in its category again after a restore, or in none if the category is gone', async () => {
    const [author, admin] = [await signedIn(), await signedIn({ role: 'admin' })]
    const { id: category_id } = await made(createCategory, { as: admin, body: { name: `C ${Date.now()}` } })
    const course = await givenCourse(author, { category_id })
    const counted = async () =>
      (await call(listCategories, { as: author })).body.items.find(
        ({ id }: { id: string }) => id === category_id,
      )?.course_count

    await deleted(deleteCourse, author, course)
    const less = await counted()
    await restore(author, course)
    const again = await counted()
    await deleted(deleteCourse, author, course)
    await deleted(deleteCategory, admin, { id: category_id })
    const answer = await restore(author, course)

    expect([less, again]).toEqual([0, 1])
    expect([answer.status, answer.body.category_id]).toEqual([200, null])
  })

  test('loses everything in it when it is permanently deleted', async () => {
    const [author, learner] = [await signedIn(), await signedIn()]
    const course = await givenCourse(author, { chapters, start_at: tomorrow })
    await call(enrollCourse, { as: learner, params: { id: course.id } })
    await settle()
    await deleted(deleteCourse, author, course)
    const refused = [(await purge(learner, course)).status, (await restore(learner, course)).status]

    await purge(author, course)
    await settle({ deliveries: 2 })

    expect(refused).toEqual([404, 404])
    const places = [`course#${course.id}`, `course#${course.id}#people`, `trash#${course.id}`]
    expect((await Promise.all(places.map(leftIn))).flat()).toEqual([])
    expect((await seenBy(learner)).slice(0, 2)).toEqual([0, 0])
  })
})
