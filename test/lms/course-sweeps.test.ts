import { expect, test } from 'vitest'
import { categories } from '../../src/lms/category/category.ts'
import { coursePartition } from '../../src/lms/course/contents/contents.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { deleteCategory } from '../../src/lms/endpoints/delete-category.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { readEvent } from '../../src/lms/event/endpoints/read-event.ts'
import { subscribeCategory } from '../../src/lms/endpoints/subscribe-category.ts'
import { enrollments } from '../../src/lms/enrollment/enrollment.ts'
import { entries } from '../../src/calendar/entry.ts'
import { events } from '../../src/calendar/event.ts'
import { queryItems } from '../../src/platform/table/query.ts'
import { call } from '../support/call.ts'
import { chapterOf, enroll, givenCategory, givenCourse } from '../support/given-course.ts'
import { attempt, quizLesson } from '../support/given-quiz.ts'
import { made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { purge } from '../trash/given.ts'

/** Returns the sort keys of the items in a partition. */
const itemsIn = async (pk: string) => {
  const { items } = await queryItems({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ConsistentRead: true,
  })
  return items.map(({ sk }) => sk)
}

test('purging a course leaves nothing', async () => {
  const [author, reader] = await Promise.all([signedIn(), signedIn()])
  const course = await givenCourse(author, {
    start_at: '2030-01-01T00:00:00Z',
    chapters: [chapterOf('one', 'two'), { title: 'Check', lessons: [quizLesson()] }],
  })
  const event = await made(createEvent, {
    as: author,
    body: { title: 'Meeting', start_at: '2030-02-01T00:00:00Z', course_id: course.id },
  })
  await enroll(reader, course)
  await attempt(reader, { id: course.id, lesson_id: course.chapters[1]!.lessons[0]!.id })
  await settle()
  const partitions = [
    coursePartition(course),
    enrollments.keyOf({ course_id: course.id, user_id: '' }).pk,
    events.keyOf(event).pk,
    ...[author, reader].map(({ id }) => entries.keyOf({ user_id: id, start_at: '', event_id: '' }).pk),
  ]
  const before = await Promise.all(partitions.map(itemsIn))

  await call(deleteCourse, { as: author, params: { id: course.id } })
  const early = await call(readEvent, { as: reader, params: { id: event.id } })
  await purge(author, course)
  await settle({ deliveries: 3 })
  const after = await Promise.all(partitions.map(itemsIn))

  expect(before.map(({ length }) => length)).toEqual([4, 2, 1, 2, 2])
  expect(early.status).toBe(404)
  expect(after).toEqual([[], [], [], [], []])
})

test('deleting a category leaves no subscriptions', async () => {
  const [admin, { id }] = await Promise.all([signedIn({ role: 'admin' }), givenCategory()])
  await made(subscribeCategory, { as: admin, params: { id } })

  await call(deleteCategory, { as: admin, params: { id } })
  await settle({ deliveries: 2 })

  expect(await itemsIn(categories.keyOf({ id }).pk)).toEqual([])
})
