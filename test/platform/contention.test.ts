import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { givenAssistant } from '../assistants/given.ts'
import { givenDesk, givenTicket } from '../support/given-ticket.ts'
import { call, type CallOptions } from '../support/call.ts'
import { chatFor, givenChat } from '../support/given-chat.ts'
import { givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { loadWith } from '../support/given-proxy.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { world } from '../support/world.ts'
import { givenProject } from '../task/given.ts'
import { startConflictingTable } from './conflicting-table.ts'

/** The service on a table with conflicts between transactions, which DynamoDB has and the emulator does not. */

let table: Awaited<ReturnType<typeof startConflictingTable>>
let handlers: Awaited<ReturnType<typeof load>>
/** Writes to a chat like another process; within one process, such writes run serially. */
let writeToChatElsewhere: typeof handlers.writeToChat
let people: SignedIn[]
let as: SignedIn

const load = async () => ({
  createTask: (await import('../../src/task/endpoints/create-task.ts')).createTask,
  readProject: (await import('../../src/task/endpoints/read-project.ts')).readProject,
  updateProject: (await import('../../src/task/endpoints/update-project.ts')).updateProject,
  updateAssistant: (await import('../../src/assistants/endpoints/update-assistant.ts')).updateAssistant,
  updateFile: (await import('../../src/files/endpoints/update-file.ts')).updateFile,
  createPage: (await import('../../src/wiki/endpoints/create-page.ts')).createPage,
  readSpace: (await import('../../src/wiki/endpoints/read-space.ts')).readSpace,
  updateSpace: (await import('../../src/wiki/endpoints/update-space.ts')).updateSpace,
  revise: (await import('../../src/wiki/endpoints/create-revision.ts')).createRevision,
  createTicket: (await import('../../src/support/endpoints/create-ticket.ts')).createTicket,
  writeToTicket: (await import('../../src/support/endpoints/create-message.ts')).createMessage,
  writeToChat: (await import('../../src/chats/endpoints/create-message.ts')).createMessage,
  enroll: (await import('../../src/lms/endpoints/enroll-course.ts')).enrollCourse,
  readCourse: (await import('../../src/lms/endpoints/read-course.ts')).readCourse,
})

beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 12 }, () => signedIn()))
  as = people[0] as SignedIn
  table = await startConflictingTable(world().endpoints.dynamodb)
  const variables = { AWS_ENDPOINT_URL_DYNAMODB: table.url }
  const { loaded, restore } = await loadWith(variables, load)
  const elsewhere = await loadWith(variables, () => import('../../src/chats/endpoints/create-message.ts'))
  handlers = loaded
  writeToChatElsewhere = elsewhere.loaded.createMessage
  return restore
})

afterAll(() => table.stop())

/**
 * Returns the responses to twelve people who send the same request concurrently, every other one to the second handler;
 * requires conflicts between transactions among them, or writes overtaken by others.
 */
const together = async <Body, Query, Success>(
  handler: EndpointHandler<Body, Query, Success>,
  options: (index: number) => CallOptions<Body, Query>,
  second = handler,
  rejected: 'conflicts' | 'overtaken' = 'conflicts',
) => {
  table[rejected] = 0
  const answers = await Promise.all(
    people.map((person, index) =>
      call(index % 2 === 0 ? handler : second, { as: person, ...options(index) }),
    ),
  )
  expect(table[rejected]).toBeGreaterThan(0)
  return answers
}

const statusesOf = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))]

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

const numbersIn = (answers: { body: { number: number } }[]) =>
  answers.map(({ body }) => body.number).toSorted((a, b) => a - b)

describe('Concurrent writes to one resource', () => {
  test('create tasks with consecutive numbers', async () => {
    const project = await givenProject(as)
    const params = { id: project.id }

    const answers = await together(handlers.createTask, (n) => ({ params, body: { title: `Task ${n}` } }))

    expect(statusesOf(answers)).toEqual([201])
    expect(numbersIn(answers)).toEqual(upTo(12))
    expect((await call(handlers.readProject, { as, params })).body.task_count).toBe(12)
  })

  test('change a private project and its members, each with a version', async () => {
    const project = await givenProject(as, { visibility: 'private' })
    const params = { id: project.id }
    const member = (n: number) => ({ user_id: people[n]!.id, role: 'member' as const })

    const answers = await together(handlers.updateProject, (n) => ({
      as,
      params,
      body: n % 2 === 0 ? { name: `Name ${n}` } : { members: [member(n)] },
    }))

    expect(statusesOf(answers)).toEqual([200])
    expect((await call(handlers.readProject, { as, params })).body.version).toBe(13)
  })

  test.each<[string, () => Promise<{ id: string }>, () => EndpointHandler]>([
    ['a project', () => givenProject(as), () => handlers.updateProject],
    ['a space', () => givenSpace(as), () => handlers.updateSpace],
    ['an assistant', () => givenAssistant(as), () => handlers.updateAssistant],
    ['a file', () => givenFile(as), () => handlers.updateFile],
  ])('change the name of %s without a transaction, each with a version', async (_, given, handler) => {
    const params = { id: (await given()).id }
    table.transactions = []

    const rename = (n: number) => ({ as, params, body: { name: `Name ${n}` } })
    const answers = await together(handler(), rename, handler(), 'overtaken')

    expect(statusesOf(answers)).toEqual([200])
    expect(new Set(answers.map(({ body }) => (body as { version: number }).version)).size).toBe(12)
    expect(table.transactions).toEqual([])
  })

  test('create pages, and revisions of one page', async () => {
    const space = await givenSpace(as)
    const page = await givenPage(as, space)

    const pages = await together(handlers.createPage, (n) => ({
      body: { space_id: space.id, title: `Page ${n}`, content: '' },
    }))
    const revisions = await together(handlers.revise, (n) => ({
      params: { id: page.id },
      body: { content: `Text ${n}` },
    }))

    expect(statusesOf([...pages, ...revisions])).toEqual([201])
    expect(numbersIn(revisions)).toEqual(upTo(13).slice(1))
    expect((await call(handlers.readSpace, { as, params: { id: space.id } })).body.page_count).toBe(13)
  })

  test('create tickets, and messages in one ticket', async () => {
    const { requester } = await givenDesk()
    const ticket = await givenTicket(requester)

    const tickets = await together(handlers.createTicket, (n) => ({
      body: { subject: `Ticket ${n}`, description: 'x' },
    }))
    const messages = await together(handlers.writeToTicket, (n) => ({
      as: requester,
      body: { ticket_id: ticket.id, text: `Text ${n}` },
    }))

    expect(statusesOf([...tickets, ...messages])).toEqual([201])
    expect(new Set(numbersIn(tickets)).size).toBe(12)
  })

  test('create messages in a chat', async () => {
    const chat = await givenChat(as, people.slice(1))

    const write = (n: number) => ({ params: { id: chat.id }, body: { text: `Text ${n}` } })
    const answers = await together(handlers.writeToChat, write, writeToChatElsewhere)

    expect(statusesOf(answers)).toEqual([201])
    expect((await chatFor(as, chat, { limit: 100 })).items).toHaveLength(12)
  })

  test('create enrollments, each counted once', async () => {
    const params = { id: (await givenCourse(as)).id }

    const answers = await together(handlers.enroll, () => ({ params }))

    expect(statusesOf(answers)).toEqual([201])
    expect((await call(handlers.readCourse, { as, params })).body.enrollment_count).toBe(12)
  })
})

test('retries a write that conflicts for longer than one call may take', async () => {
  const space = await givenSpace(as)
  table.refusesUntil = performance.now() + 2_900

  const answer = await call(handlers.createPage, {
    as,
    body: { space_id: space.id, title: 'Page', content: '' },
  })

  expect(answer.status).toBe(201)
})
