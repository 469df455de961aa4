import { randomUUID } from 'node:crypto'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { createEventFeed } from '../../src/lms/event/endpoints/create-event-feed.ts'
import { entries } from '../../src/calendar/entry.ts'
import { makeCalendarEntry } from '../../src/calendar/calendar.ts'
import { events } from '../../src/calendar/event.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import type { CallOptions } from '../support/call.ts'
import { chapterOf, enroll, givenCategory, givenCourse } from '../support/given-course.ts'
import { givenQuizCourse, rightAnswers } from '../support/given-quiz.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenWithFiles, listedFiles, thingsWithFiles } from './listed-files.ts'
import { kept } from './kept.ts'
import type { Scenario } from './scenarios.ts'

const content = 'What everybody must know.\n'.repeat(100)
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

interface World {
  author: SignedIn
  reader: SignedIn
  course: { id: string; chapters: { lessons: { id: string }[] }[] }
  lesson_id: string
}

/** Creates a scenario on a course of ten lessons with an author and a participant. */
const onCourse = (
  endpoint: string,
  trips: number,
  options: (world: World) => CallOptions,
  more: Partial<Scenario> & { lessons?: number; text?: string } = {},
): Scenario => {
  const { lessons = 10, text = content, ...rest } = more
  return {
    endpoint,
    trips,
    given: async () => {
      const [author, reader] = await Promise.all([signedIn(), signedIn()])
      const course = await givenCourse(author, {
        chapters: [chapterOf(...Array<string>(lessons).fill(text))],
      })
      await enroll(reader, course)
      const world = { author, reader, course, lesson_id: course.chapters[0]!.lessons[0]!.id as string }
      return () => ({ params: { id: course.id }, ...options(world) })
    },
    ...rest,
  }
}

/** Creates a scenario on a quiz with an author and a participant. */
const onQuiz = (
  endpoint: string,
  trips: number,
  options: (world: Pick<World, 'author' | 'reader'>) => CallOptions,
): Scenario => ({
  endpoint,
  trips,
  given: async () => {
    const [author, reader] = await Promise.all([signedIn(), signedIn()])
    const { id, lesson_id } = await givenQuizCourse(author, [reader])
    return () => ({ params: { id, lesson_id }, ...options({ author, reader }) })
  },
})

const onCategory = (endpoint: string, body?: object, isOnce = false): Scenario => ({
  endpoint,
  trips: 2,
  ...(isOnce && { isOnce }),
  given: async () => {
    const [as, { id }] = await Promise.all([signedIn({ role: 'admin' }), givenCategory()])
    return () => ({ as, params: { id }, body })
  },
})

const givenCourses = kept(async (count: number) => {
  const as = await signedIn()
  for (let index = 0; index < count; index += 1) await givenCourse(as, { chapters: [chapterOf(content)] })
  return as
})

/** Number of items, regardless of the page size. */
const maxItems = 100

const coursesOf = (
  of: string,
  trips: number,
  limit: number,
  query: (as: SignedIn) => Record<string, string | boolean>,
): Scenario => ({
  endpoint: 'lms-list-courses',
  of: `${of}page of ${limit}`,
  trips,
  given: async () => {
    const as = await givenCourses(maxItems)
    return () => ({ as, query: { limit, ...query(as) } })
  },
})

const eventsOf = (limit: number): Scenario => ({
  endpoint: 'lms-list-events',
  of: `page of ${limit}`,
  trips: 2,
  given: async () => {
    const as = await signedIn()
    const course = await givenCourse(as)
    const dates = Array.from({ length: limit }, (_, index) =>
      events.make({
        title: 'Meeting',
        type: 'session',
        // some events began before the window, and are in the list of lasting ones
        start_at: soon(index % 5 === 0 ? -index - 5 : 1 + index / 10),
        end_at: index % 5 === 0 ? soon(index + 1) : null,
        audience: 'course',
        course_id: course.id,
      }),
    )
    const rows = dates.map((event) => makeCalendarEntry(as.id, event))
    await writeBatch([...dates.map(events.itemOf), ...rows.map(entries.itemOf)], [])
    return () => ({ as, query: { limit } })
  },
})

const onEvent = (endpoint: string, trips: number, body?: object, isOnce = false): Scenario => ({
  endpoint,
  trips,
  ...(isOnce && { isOnce }),
  given: async () => {
    const as = await signedIn()
    const course = await givenCourse(as)
    const event = { title: 'Meeting', start_at: soon(1), course_id: course.id }
    const { id } = await made(createEvent, { as, body: event })
    return () => ({ as, params: { id }, body })
  },
})

const onFeed = (endpoint: string): Scenario => ({
  endpoint,
  trips: 2,
  given: async () => {
    const as = await signedIn()
    return () => ({ as })
  },
})

const showing = ({ id }: { id: string }) => `![picture](/api/v1/files/${id}/contents)`

const coursesWithFiles = (endpoint: string): Scenario => ({
  endpoint,
  trips: 1,
  ...listedFiles,
  given: async () => {
    const as = await signedIn()
    let id = ''
    await givenWithFiles(as, async (file) => {
      id = (await givenCourse(as, { chapters: [chapterOf(showing(file))] })).id
    })
    return () => ({
      as,
      params: { id },
      query: endpoint === 'lms-read-course' ? {} : { limit: thingsWithFiles },
    })
  },
})

export const lmsScenarios: Scenario[] = [
  {
    endpoint: 'lms-list-categories',
    trips: 1,
    given: async () => {
      const as = await signedIn()
      return () => ({ as, query: { limit: 100 } })
    },
  },
  {
    endpoint: 'lms-create-category',
    trips: 2,
    isOnce: true,
    given: async () => {
      const as = await signedIn({ role: 'admin' })
      return () => ({ as, body: { name: `Category ${randomUUID()}` } })
    },
  },
  onCategory('lms-update-category', { description: 'What it is about.' }),
  onCategory('lms-delete-category', undefined, true),
  onCategory('lms-subscribe-category', undefined, true),
  onCategory('lms-unsubscribe-category', undefined, true),
  coursesOf('', 1, 1, () => ({})),
  coursesOf('', 1, 100, () => ({})),
  coursesWithFiles('lms-list-courses'),
  coursesWithFiles('lms-read-course'),
  coursesOf('mine, ', 2, 100, () => ({ mine: true })),
  coursesOf('by level, ', 1, 100, () => ({ level: 'beginner,advanced' })),
  {
    endpoint: 'lms-create-course',
    trips: 2,
    given: async () => {
      const as = await signedIn()
      return () => ({
        as,
        body: { title: 'A course', chapters: [chapterOf(...Array<string>(10).fill(content))] },
      })
    },
  },
  onCourse('lms-read-course', 1, ({ reader: as }) => ({ as })),
  onCourse('lms-read-course', 2, ({ reader: as }) => ({ as }), {
    of: '2 MB of lessons',
    lessons: 20,
    text: 'x'.repeat(100_000),
  }),
  onCourse('lms-update-course', 2, ({ author: as }) => ({ as, body: { tags: ['bench'] } })),
  onCourse(
    'lms-update-course',
    2,
    ({ author: as, course: { chapters } }) => ({
      as,
      body: { chapters: chapters.map((chapter) => ({ ...chapter, title: randomUUID() })) },
    }),
    { of: 'its chapters' },
  ),
  onCourse('lms-delete-course', 2, ({ author: as }) => ({ as }), { isOnce: true }),
  onCourse('lms-read-lesson', 1, ({ reader: as, course: { id }, lesson_id }) => ({
    as,
    params: { id, lesson_id },
  })),
  onCourse('lms-update-lesson', 2, ({ author: as, course: { id }, lesson_id }) => ({
    as,
    params: { id, lesson_id },
    body: { content: randomUUID() },
  })),
  onCourse('lms-enroll-course', 2, ({ author: as }) => ({ as }), { isOnce: true }),
  onCourse('lms-unenroll-course', 2, ({ reader: as }) => ({ as }), { isOnce: true }),
  onCourse('lms-update-progress', 2, ({ reader: as, lesson_id }) => ({
    as,
    body: { lesson_id, completed: true },
  })),
  onQuiz('lms-create-attempt', 2, ({ reader: as }) => ({
    as,
    body: { course_version: 1, answers: rightAnswers },
  })),
  onQuiz('lms-list-attempts', 2, ({ reader: as }) => ({ as })),
  eventsOf(1),
  eventsOf(100),
  onCourse('lms-create-event', 2, ({ author: as, course: { id: course_id } }) => ({
    as,
    params: {},
    body: { title: 'Meeting', start_at: soon(1), course_id },
  })),
  onEvent('lms-read-event', 2),
  onEvent('lms-update-event', 3, { location: 'Room 1' }),
  onEvent('lms-delete-event', 3, undefined, true),
  onFeed('lms-create-event-feed'),
  onFeed('lms-delete-event-feed'),
  {
    endpoint: 'lms-read-event-feed',
    trips: 2,
    given: async () => {
      const as = await signedIn()
      await givenCourse(as, { start_at: soon(1) })
      const { url } = await made(createEventFeed, { as })
      return () => ({ query: { token: new URL(url!).searchParams.get('token') as string } })
    },
  },
]
