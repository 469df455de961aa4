import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { subscribeCategory } from '../../src/lms/endpoints/subscribe-category.ts'
import { unsubscribeCategory } from '../../src/lms/endpoints/unsubscribe-category.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { call } from '../support/call.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { enroll, givenCategory, givenCourse } from '../support/given-course.ts'

const follow = (as: SignedIn, { id }: { id: string }) => made(subscribeCategory, { as, params: { id } })

const change = (as: SignedIn, { id }: { id: string }, body: object) =>
  made(updateCourse, { as, params: { id }, body })

const newsFor = async (as: SignedIn) =>
  (await call(listNotifications, { as, query: { type: 'course_published' } })).body.items

const countsFor = (people: SignedIn[]) => Promise.all(people.map(async (as) => (await newsFor(as)).length))

describe('The publication of a course', () => {
  test('notifies the subscribers of its category', async () => {
    const [author, follower, left, other] = await Promise.all([
      signedIn(),
      signedIn(),
      signedIn(),
      signedIn(),
    ])
    const category = await givenCategory()
    for (const person of [author, follower, left]) await follow(person, category)
    await call(unsubscribeCategory, { as: left, params: { id: category.id } })

    const course = await givenCourse(author, {
      title: 'Rust',
      short_description: 'Safe',
      category_id: category.id,
    })
    await settle({ deliveries: 5 })

    const [notification] = await newsFor(follower)
    expect(notification).toMatchObject({
      type: 'course_published',
      title: `${author.name} published “Rust”`,
      body: 'Safe',
      actor: { id: author.id, name: author.name },
      resource: {
        type: 'course',
        id: course.id,
        title: 'Rust',
        url: `http://127.0.0.1:3000/view/course/${course.id}`,
      },
    })
    expect(await countsFor([author, follower, left, other])).toEqual([0, 1, 0, 0])
  })

  test('notifies learners and subscribers once for each publication, but not the publisher', async () => {
    const [author, admin, both, enrolled] = await Promise.all([
      signedIn(),
      signedIn({ role: 'admin' }),
      signedIn(),
      signedIn(),
    ])
    const category = await givenCategory()
    const course = await givenCourse(author, { category_id: category.id })
    await settle()
    for (const person of [author, both, enrolled]) await enroll(person, course)
    await follow(both, category)

    await change(author, course, { status: 'archived' })
    await change(admin, course, { status: 'published' })
    await change(author, course, { title: 'No news' })
    await settle({ deliveries: 2 })
    const first = await countsFor([author, admin, both, enrolled])
    await change(author, course, { status: 'draft' })
    await change(author, course, { status: 'published' })
    await settle({ deliveries: 2 })

    expect(first).toEqual([1, 0, 1, 1])
    expect(await countsFor([author, admin, both, enrolled])).toEqual([1, 0, 2, 2])
  })

  test('causes no notification for a draft, or if the course was withdrawn meanwhile', async () => {
    const [author, follower] = await Promise.all([signedIn(), signedIn()])
    const category = await givenCategory()
    await follow(follower, category)

    await givenCourse(author, { category_id: category.id, status: 'draft' })
    const course = await givenCourse(author, { category_id: category.id })
    await change(author, course, { status: 'draft' })
    await settle()

    expect(await countsFor([follower])).toEqual([0])
  })
})
