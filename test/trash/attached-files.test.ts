import { beforeEach, expect, test } from 'vitest'
import { exportChat } from '../../src/chats/endpoints/export-chat.ts'
import { readMessage } from '../../src/chats/endpoints/read-message.ts'
import { updateMessage } from '../../src/chats/endpoints/update-message.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { updateFile } from '../../src/files/endpoints/update-file.ts'
import { listCourses } from '../../src/lms/endpoints/list-courses.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { listMessages } from '../../src/support/endpoints/list-messages.ts'
import { listMyTasks } from '../../src/task/endpoints/list-my-tasks.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { call } from '../support/call.ts'
import { chatFor, givenChat, givenWords } from '../support/given-chat.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenMessage, givenTicket } from '../support/given-ticket.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { deleted, purge, restore } from './given.ts'

let owner: SignedIn
let friend: SignedIn
let file: { id: string }

beforeEach(async () => {
  ;[owner, friend] = await Promise.all([signedIn(), signedIn()])
  file = await givenFile(owner, { name: 'plan.txt' })
})

type Named = { name: string }

/** Returns the files that a resource shows. */
type Reading = () => Promise<Named[]>

const givenAttachedTask = async () => {
  const project = await givenProject(owner)
  const { id } = await givenTask(owner, project, { attachments: [file.id], assignee_ids: [owner.id] })
  return { project, id }
}

const attachedTask = async (): Promise<Reading> => {
  const { id } = await givenAttachedTask()
  return async () => (await call(readTask, { as: friend, params: { id } })).body.attachments
}

const listedTasks = async (query: object): Promise<Reading> => {
  const { project } = await givenAttachedTask()
  return async () =>
    (await call(listTasks, { as: friend, params: { id: project.id }, query: { ...query } })).body.items[0]!
      .attachments
}

const ownTasks = async (): Promise<Reading> => {
  await givenAttachedTask()
  return async () => (await call(listMyTasks, { as: owner })).body.items[0]!.attachments
}

const givenAttachedMessage = async () => {
  const chat = await givenChat(owner, [friend])
  const { message } = await givenWords(owner, chat, { text: 'Look.', attachments: [file.id] })
  return { as: friend, params: { id: chat.id as string, message_id: message.id as string } }
}

const attachedMessage = async (): Promise<Reading> => {
  const given = await givenAttachedMessage()
  return async () => (await call(readMessage, given)).body.attachments
}

const feed = async (): Promise<Reading> => {
  const { as, params } = await givenAttachedMessage()
  return async () => (await chatFor(as, params)).items[0]!.attachments
}

const exportedFeed = async (): Promise<Reading> => {
  const { as, params } = await givenAttachedMessage()
  return async () => {
    const { text } = await call(exportChat, { as, params: { id: params.id } })
    return [...text.replaceAll('\\', '').matchAll(/^File: \[(?<name>[^\]]+)\]/gm)].map(
      ({ groups }) => groups as Named,
    )
  }
}

const ticketMessages = async (query: (ticket: { id: string }) => object): Promise<Reading> => {
  const ticket = await givenTicket(owner)
  await givenMessage(owner, ticket, { attachments: [file.id] })
  return async () =>
    (await call(listMessages, { as: owner, query: { ...query(ticket) } })).body.items[0]!.attachments
}

const givenShowingCourse = () =>
  givenCourse(owner, { chapters: [chapterOf(`![plan](/api/v1/files/${file.id}/contents)`)] })

const course = async (): Promise<Reading> => {
  const { id } = await givenShowingCourse()
  return async () => (await call(readCourse, { as: friend, params: { id } })).body.files
}

const listedCourses = async (): Promise<Reading> => {
  await givenShowingCourse()
  return async () => (await call(listCourses, { as: owner, query: { mine: true } })).body.items[0]!.files
}

test.each<[string, () => Promise<Reading>]>([
  ['A task', attachedTask],
  ['The list of tasks of a project', () => listedTasks({})],
  ['The list of tasks of somebody in a project', () => listedTasks({ assignee_id: owner.id })],
  ['The list of tasks of the caller', ownTasks],
  ['A message of a chat', attachedMessage],
  ['The feed of a chat', feed],
  ['The export of a chat', exportedFeed],
  ['The list of messages of a ticket', () => ticketMessages(({ id }) => ({ ticket_id: id }))],
  ['The list of messages of all tickets', () => ticketMessages(() => ({}))],
  ['A course', course],
  ['The list of courses', listedCourses],
])('%s shows files by their current names, and trashed ones only after a restore', async (_, given) => {
  const read = await given()
  const names = async () => (await read()).map(({ name }) => name)
  const shown = []

  shown.push(await names())
  await call(updateFile, { as: owner, params: { id: file.id }, body: { name: 'plan2.txt' } })
  shown.push(await names())
  await deleted(deleteFile, owner, file)
  shown.push(await names())
  await restore(owner, file)
  shown.push(await names())
  await deleted(deleteFile, owner, file)
  await purge(owner, file)

  expect(shown).toEqual([['plan.txt'], ['plan2.txt'], [], ['plan2.txt']])
  expect(await names()).toEqual([])
})

test('keeps a trashed file attached to a task that is sent back as shown', async () => {
  const project = await givenProject(owner)
  const other = await givenFile(owner)
  const { id } = await givenTask(owner, project, { attachments: [file.id, other.id] })
  await deleted(deleteFile, owner, file)
  const put = async (body: object) =>
    (await call(updateTask, { as: owner, params: { id }, headers: { 'If-Match': '*' }, body })).body
  const idsOf = ({ attachments }: { attachments: { id: string }[] }) => attachments.map((one) => one.id)
  const read = async () => (await call(readTask, { as: owner, params: { id } })).body

  const { attachments } = await read()
  const sent = await put({ title: 'Renamed', attachments })
  const emptied = await put({ attachments: [] })
  await restore(owner, file)

  expect([idsOf(sent), idsOf(emptied)]).toEqual([[other.id], []])
  expect(idsOf(await read())).toEqual([file.id])
})

test('accepts a message as shown, and as it was before its file went to the trash', async () => {
  const { params } = await givenAttachedMessage()
  await deleted(deleteFile, owner, file)
  const put = (body: object) => call(updateMessage, { as: owner, params, body })

  const shown = (await call(readMessage, { as: owner, params })).body
  const answers = [
    await put({ text: 'Look here.', attachments: shown.attachments }),
    await put({ text: 'Look there.', attachments: [file.id] }),
  ]
  await restore(owner, file)

  expect(answers.map(({ status, body }) => [status, body.text, body.attachments])).toEqual([
    [200, 'Look here.', []],
    [200, 'Look there.', []],
  ])
  expect((await call(readMessage, { as: owner, params })).body.attachments).toMatchObject([{ id: file.id }])
})
