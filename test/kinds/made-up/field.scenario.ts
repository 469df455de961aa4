import { describe, expect, test } from 'vitest'
import { raw } from '../../support/call.ts'
import { readAssistant } from '../../../src/assistants/endpoints/read-assistant.ts'
import { updateAssistant } from '../../../src/assistants/endpoints/update-assistant.ts'
import { readFile } from '../../../src/files/endpoints/read-file.ts'
import { updateFile } from '../../../src/files/endpoints/update-file.ts'
import { listCategories } from '../../../src/lms/endpoints/list-categories.ts'
import { readCourse } from '../../../src/lms/endpoints/read-course.ts'
import { readLesson } from '../../../src/lms/endpoints/read-lesson.ts'
import { updateCategory } from '../../../src/lms/endpoints/update-category.ts'
import { updateCourse } from '../../../src/lms/endpoints/update-course.ts'
import { updateLesson } from '../../../src/lms/endpoints/update-lesson.ts'
import { createEvent } from '../../../src/lms/event/endpoints/create-event.ts'
import { readEvent } from '../../../src/lms/event/endpoints/read-event.ts'
import { updateEvent } from '../../../src/lms/event/endpoints/update-event.ts'
import type { EndpointHandler } from '../../../src/platform/http/endpoint.ts'
import { listMessages } from '../../../src/support/endpoints/list-messages.ts'
import { readTicket } from '../../../src/support/endpoints/read-ticket.ts'
import { updateTicket } from '../../../src/support/endpoints/update-ticket.ts'
import { listComments as listTaskComments } from '../../../src/task/endpoints/list-comments.ts'
import { readProject } from '../../../src/task/endpoints/read-project.ts'
import { readTask } from '../../../src/task/endpoints/read-task.ts'
import { updateProject } from '../../../src/task/endpoints/update-project.ts'
import { updateTask } from '../../../src/task/endpoints/update-task.ts'
import { createComment } from '../../../src/wiki/endpoints/create-comment.ts'
import { listComments } from '../../../src/wiki/endpoints/list-comments.ts'
import { readPage } from '../../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../../src/wiki/endpoints/read-space.ts'
import { updateComment } from '../../../src/wiki/endpoints/update-comment.ts'
import { updatePage } from '../../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../../src/wiki/endpoints/update-space.ts'
import { givenAssistant } from '../../assistants/given.ts'
import { activityOf, type ResourceType } from '../../history/given.ts'
import { givenCategory, givenCourse } from '../../support/given-course.ts'
import { givenUpload } from '../../support/given-file.ts'
import { givenMessage, givenTicket } from '../../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../../support/given.ts'
import { signedIn, type SignedIn } from '../../support/people.ts'
import { settle } from '../../support/world.ts'
import { givenComment, givenProject, givenTask } from '../../task/given.ts'
import { changeOf, undo } from '../../undo/given.ts'

interface Thing {
  id: string
  color?: string
}

/** Reads a resource from a list. */
const among =
  (list: EndpointHandler<unknown, unknown, { items: Thing[] }>) =>
  async (as: SignedIn, { id }: Thing, params = {}): Promise<Thing> =>
    (await made(list, { as, params })).items.find((one) => one.id === id)!

/** Reads a resource by its ID. */
const by =
  (read: EndpointHandler<unknown, unknown, Thing>) =>
  (as: SignedIn, { id }: Thing, params = {}): Promise<Thing> =>
    made(read, { as, params: { id, ...params } })

interface Noun {
  type: ResourceType
  make: (as: SignedIn, fields: object) => Promise<Thing>
  read: ReturnType<typeof by>
  update: EndpointHandler<unknown, unknown, Thing>
}

const nouns: Noun[] = [
  {
    type: 'wiki_page',
    make: async (as, fields) => givenPage(as, await givenSpace(as), { ...fields }),
    read: by(readPage),
    update: updatePage,
  },
  {
    type: 'wiki_space',
    make: (as, fields) => givenSpace(as, { ...fields }),
    read: by(readSpace),
    update: updateSpace,
  },
  {
    type: 'project',
    make: (as, fields) => givenProject(as, { ...fields }),
    read: by(readProject),
    update: updateProject,
  },
  {
    type: 'task',
    make: async (as, fields) => givenTask(as, await givenProject(as), { ...fields }),
    read: by(readTask),
    update: updateTask,
  },
  { type: 'course', make: givenCourse, read: by(readCourse), update: updateCourse },
  {
    type: 'assistant',
    make: (as, fields) => givenAssistant(as, { ...fields }),
    read: by(readAssistant),
    update: updateAssistant,
  },
  {
    type: 'event',
    make: (as, fields) =>
      made(createEvent, { as, body: { title: 'Event', start_at: '2030-01-01T09:00:00Z', ...fields } }),
    read: by(readEvent),
    update: updateEvent,
  },
  {
    type: 'ticket',
    make: (as, fields) => givenTicket(as, { ...fields }),
    read: by(readTicket),
    update: updateTicket,
  },
  {
    type: 'file',
    make: async (as, fields) => (await givenUpload(as, { ...fields })).file,
    read: by(readFile),
    update: updateFile,
  },
  {
    type: 'category',
    make: (_, fields) => givenCategory(fields),
    read: among(listCategories),
    update: updateCategory,
  },
]

const blue = { color: 'blue' }
const fromRedToBlue = { field: 'color', before: 'red', after: 'blue' }

describe('New field', () => {
  test.each(nouns)('creates, returns, changes, records and undoes the field of a $type', async (noun) => {
    const as = await signedIn({ role: 'admin' })
    const thing = await noun.make(as, { color: 'red' })
    const first = await noun.read(as, thing)
    const changed = await made(noun.update, { as, params: { id: thing.id }, body: blue })
    const second = await noun.read(as, thing)
    const change = await changeOf(as, `${noun.type}.updated`)
    const [entry] = await activityOf(as, noun.type, thing)
    const undone = await undo(as, change)
    const third = await noun.read(as, thing)

    expect([thing.color, first.color, changed.color, second.color]).toEqual(['red', 'red', 'blue', 'blue'])
    expect(entry).toMatchObject({ can_undo: true, changes: [fromRedToBlue] })
    expect(undone.status, undone.text).toBe(200)
    expect(third.color).toBe('red')
  })

  test('creates, returns, changes, records and undoes the field of a wiki_comment', async () => {
    const as = await signedIn()
    const page = await givenPage(as, await givenSpace(as))
    const own = { as, params: { id: page.id } }
    const body = raw({ text: 'A comment', color: 'red' })
    const comment: Thing = await made(createComment, { ...own, body })
    const params = { ...own.params, comment_id: comment.id }
    const changed: Thing = await made(updateComment, { as, params, body: raw(blue) })
    const change = await changeOf(as, 'wiki_comment.updated')
    const [entry] = await activityOf(as, 'wiki_page', page)
    const undone = await undo(as, change)
    const read = await among(listComments)(as, comment, own.params)

    expect([comment.color, changed.color, read.color]).toEqual(['red', 'blue', 'red'])
    expect(entry).toMatchObject({ can_undo: true, changes: [fromRedToBlue] })
    expect(undone.status, undone.text).toBe(200)
  })

  test('creates, returns, changes and undoes the field of a lesson', async () => {
    const as = await signedIn()
    const lessons = [{ title: 'One', color: 'red' }]
    const course = await givenCourse(as, { chapters: [{ title: 'First', lessons }] })
    const [lesson] = course.chapters[0]!.lessons
    const params = { id: course.id, lesson_id: lesson!.id }
    const first = await made(readLesson, { as, params })
    const changed = await made(updateLesson, { as, params, body: raw(blue) })
    const undone = await undo(as, await changeOf(as, 'course.updated'))
    const second = await made(readLesson, { as, params })

    const colors = [lesson!, first, changed, second].map(({ color }: Thing) => color)
    expect(colors).toEqual(['red', 'red', 'blue', 'red'])
    expect(undone.status, undone.text).toBe(200)
  })

  test('creates, returns and records the field of a task_comment and a ticket_message', async () => {
    const as = await signedIn()
    const task = await givenTask(as, await givenProject(as))
    const comment = await givenComment(as, task, { color: 'red' })
    const ticket = await givenTicket(as)
    const message = await givenMessage(as, ticket, raw({ color: 'red' }))
    const readComment = await among(listTaskComments)(as, comment, { id: task.id })
    const { items } = await made(listMessages, { as, query: { ticket_id: ticket.id } })
    await settle()
    const entries = [await activityOf(as, 'task', task), await activityOf(as, 'ticket', ticket)]

    const things: Thing[] = [comment, message, readComment, items[0]!]
    expect(things.map(({ color }) => color)).toEqual(['red', 'red', 'red', 'red'])
    for (const [entry] of entries)
      expect(entry?.changes).toContainEqual({ field: 'color', before: null, after: 'red' })
  })
})
