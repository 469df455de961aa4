import { describe, expect, test } from 'vitest'
import { updateAssistant } from '../../src/assistants/endpoints/update-assistant.ts'
import { updateChat } from '../../src/chats/endpoints/update-chat.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { readLesson } from '../../src/lms/endpoints/read-lesson.ts'
import { updateCategory } from '../../src/lms/endpoints/update-category.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { updateEvent } from '../../src/lms/event/endpoints/update-event.ts'
import { updateLesson } from '../../src/lms/endpoints/update-lesson.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { updateTicket } from '../../src/support/endpoints/update-ticket.ts'
import { updateProject } from '../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { readUser } from '../../src/users/endpoints/read-user.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { call } from '../support/call.ts'
import { givenAssistant } from '../assistants/given.ts'
import { givenChat } from '../support/given-chat.ts'
import { chapterOf, givenCategory, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { givenTicket } from '../support/given-ticket.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'

type Updated = { version: number; updated_at?: string }
type Thing = Updated & { id: string }
type Given = (as: SignedIn) => Promise<{ thing: Thing; params?: { [name: string]: string } }>

const date = '2030-01-01T10:00:00.000Z'

const givenCourseOf = (as: SignedIn, ...contents: string[]) =>
  givenCourse(as, { description: 'About', chapters: [chapterOf(...contents)] })

/** A course with more text than is read together with it, sent back with all of its texts. */
const givenLongCourse: Given = async (as) => {
  const contents = Array.from({ length: 13 }, (_, n) => `${n} `.repeat(100_000).slice(0, 100_000))
  const course = await givenCourseOf(as, ...contents)
  const { lessons, ...chapter } = course.chapters[0]!
  const whole = lessons.map((lesson, n) => ({ ...lesson, content: contents[n] }))
  return { thing: { ...course, chapters: [{ ...chapter, lessons: whole }] } }
}

const things: [string, EndpointHandler<unknown, unknown, Updated>, Given][] = [
  [
    'a space',
    updateSpace,
    async (as) => ({ thing: await givenSpace(as, { members: [[await signedIn(), 'read']] }) }),
  ],
  [
    'a page',
    updatePage,
    async (as) => {
      const { id } = await givenPage(as, await givenSpace(as), { content: 'Some words', tags: ['a'] })
      return { thing: await made(readPage, { as, params: { id } }) }
    },
  ],
  ['a course', updateCourse, async (as) => ({ thing: await givenCourseOf(as, 'One', 'Two') })],
  ['a course of more than a megabyte', updateCourse, givenLongCourse],
  [
    'a lesson',
    updateLesson,
    async (as) => {
      const course = await givenCourseOf(as, 'One')
      const params = { id: course.id, lesson_id: course.chapters[0]!.lessons[0]!.id }
      return { thing: await made(readLesson, { as, params }), params }
    },
  ],
  ['a category', updateCategory, async () => ({ thing: await givenCategory() })],
  [
    'an event',
    updateEvent,
    async (as) => {
      const body = { title: 'A meeting', start_at: date, end_at: null, course_id: (await givenCourse(as)).id }
      return { thing: await made(createEvent, { as, body }) }
    },
  ],
  ['a project', updateProject, async (as) => ({ thing: await givenProject(as, { key: 'SAME' }) })],
  [
    'a task',
    updateTask,
    async (as) => {
      const fields = {
        assignee_ids: [as.id],
        due_date: '2030-01-01',
        attachments: [(await givenFile(as)).id],
      }
      const task = await givenTask(as, await givenProject(as), fields)
      return { thing: { ...task, attachments: fields.attachments } }
    },
  ],
  ['a ticket', updateTicket, async (as) => ({ thing: await givenTicket(as) })],
  [
    'a chat',
    updateChat,
    async (as) => {
      const other = await signedIn()
      const chat = await givenChat(as, [other])
      return { thing: { id: chat.id, version: chat.version, topic: chat.topic, participants: [other.id] } }
    },
  ],
  ['an assistant', updateAssistant, async (as) => ({ thing: await givenAssistant(as) })],
  [
    'a file',
    updateFile,
    async (as) => ({ thing: await givenFile(as, { grants: [[await signedIn(), 'read']] }) }),
  ],
  ['a user', updateUser, async (as) => ({ thing: await made(readUser, { as, params: { id: as.id } }) })],
]

describe('An update', () => {
  test.each(things)('returns 200 and writes nothing if %s does not change', async (_, handler, given) => {
    const as = await signedIn({ role: 'admin' })
    const { thing, params = { id: thing.id } } = await given(as)
    await settle()

    const whole = await call(handler, { as, params, body: thing })
    const empty = await call(handler, { as, params, body: {} })
    const outdated = await call(handler, { as, params, body: thing, headers: { 'If-Match': '"99"' } })
    const { changes } = await settle()

    expect([whole.status, empty.status, outdated.status], whole.text).toEqual([200, 200, 412])
    expect(whole.headers['etag']).toMatch(new RegExp(`^"${thing.version}[."]`))
    expect(whole.body.version).toBe(thing.version)
    if (thing.updated_at) expect(whole.body.updated_at).toBe(thing.updated_at)
    expect(whole.body).toEqual(empty.body)
    expect(changes).toBe(0)
  })
})
