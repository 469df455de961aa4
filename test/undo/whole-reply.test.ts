import { afterAll, expect, test } from 'vitest'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { readAssistant } from '../../src/assistants/endpoints/read-assistant.ts'
import { confirmMessage } from '../../src/chats/endpoints/confirm-message.ts'
import { answerMessage } from '../../src/chats/workers/answer-message.ts'
import { undoMessage } from '../../src/chats/endpoints/undo-message.ts'
import { createEvent } from '../../src/lms/event/endpoints/create-event.ts'
import { readCourse } from '../../src/lms/endpoints/read-course.ts'
import { readEvent } from '../../src/lms/event/endpoints/read-event.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { readTicket } from '../../src/support/endpoints/read-ticket.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { readProject } from '../../src/task/endpoints/read-project.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { readSpace } from '../../src/wiki/endpoints/read-space.ts'
import { call } from '../support/call.ts'
import { handTo } from '../support/messages.ts'
import { givenChat, messageFor, replyTo } from '../support/given-chat.ts'
import { givenCourse } from '../support/given-course.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { scriptedModelId, type ScriptedCall, type WireRequest } from '../support/scripted-provider.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()

// only calls that share or remove something require confirmation
process.env['ASSISTANT_CAUTION'] = 'no'
afterAll(() => void delete process.env['ASSISTANT_CAUTION'])

interface Call {
  id: string
  name: string
  status: string
  error: string | null
}

interface MadeCall {
  name: string
  result: { id: string }
}

type Thing = { id: string; [field: string]: unknown }

/** Creates resources of all areas, before an assistant changes them. */
const givenThings = async (as: SignedIn) => {
  const make = <Body>(handler: EndpointHandler<Body, unknown, Thing>, body: Body, id = '') =>
    made(handler, { as, body, params: { id } })
  const space = await givenSpace(as, { description: 'Wide' })
  const project = await make(createProject, { name: 'Move', description: 'Soon' })
  const assistant = (name: string) => make(createAssistant, { name, instructions: 'Be kind.' })
  return {
    space,
    page: await givenPage(as, space, { title: 'Plan', content: 'One', tags: ['a'] }),
    moved: await givenPage(as, space),
    doomedPage: await givenPage(as, space, { content: 'Words' }),
    doomedSpace: await givenSpace(as),
    project,
    task: await make(createTask, { title: 'Pack', labels: ['a'] }, project.id),
    doomedTask: await make(createTask, { title: 'Sell', description: 'All of it' }, project.id),
    doomedProject: await make(createProject, { name: 'Stay' }),
    course: await givenCourse(as, { tags: ['a'] }),
    doomedCourse: await givenCourse(as),
    event: await make(createEvent, { title: 'Party', start_at: '2030-01-01T10:00:00Z' }),
    ticket: await givenTicket(await signedIn()),
    assistant: await assistant('Clerk'),
    doomedAssistant: await assistant('Porter'),
  }
}

type Things = Awaited<ReturnType<typeof givenThings>>

/** Endpoint that reads a resource, by a pattern of its name here. */
const readers: [RegExp, EndpointHandler<unknown, unknown, Thing>][] = [
  [/space/i, readSpace],
  [/page|moved/i, readPage],
  [/project/i, readProject],
  [/task/i, readTask],
  [/course/i, readCourse],
  [/event/i, readEvent],
  [/ticket/i, readTicket],
  [/assistant/i, readAssistant],
]

/** Returns the resources as read, without fields that count or date changes. */
const stateOf = async (as: SignedIn, things: Things) => {
  const states: Record<string, object> = {}
  for (const [name, { id }] of Object.entries(things)) {
    const [, reader] = readers.find(([pattern]) => pattern.test(name))!
    const {
      version: _version,
      updated_at: _at,
      revision: _number,
      ...state
    } = await made(reader, { as, params: { id } })
    states[name] = state
  }
  return states
}

/**
 * Returns true if a created resource exists for the caller; always false for resources that cannot be read by their own
 * ID.
 */
const isThere = async (as: SignedIn, name: string, id: string) => {
  const [, reader] = readers.find(([pattern]) => pattern.test(name) && !/comment|category/.test(name)) ?? []
  return reader !== undefined && (await call(reader, { as, params: { id } })).status !== 404
}

const one = (name: string, args: object): ScriptedCall => ({ name, arguments: args })

/** Returns the calls of the assistant for each step; `made` are the results of all previous calls, in order. */
const stepsOf = (things: Things, { id: friend }: SignedIn): ((made: Thing[]) => ScriptedCall[])[] => {
  const members = [{ user_id: friend, permission: 'write' }]
  const colleagues = [{ user_id: friend, role: 'member' }]
  const { space, page, project, task, course, assistant } = things
  return [
    () => [
      one('wiki_create_space', { name: 'New' }),
      one('wiki_create_page', { space_id: space.id, title: 'New', content: 'Words' }),
      one('task_create_project', { name: 'New' }),
      one('task_create_task', { id: project.id, title: 'New', assignee_ids: [friend] }),
      one('lms_create_course', { title: 'New' }),
      one('lms_create_event', { title: 'New', start_at: '2030-02-01T10:00:00Z' }),
      one('lms_create_category', { name: 'New' }),
      one('assistants_create_assistant', { name: 'New' }),
    ],
    (made) => [
      one('wiki_create_page', { space_id: made[0]!.id, title: 'Newer', content: 'Words' }),
      one('wiki_create_comment', { id: page.id, text: 'Well' }),
      one('task_create_task', { id: made[2]!.id, title: 'Newer' }),
      one('task_create_comment', { id: task.id, text: 'Well' }),
      one('lms_enroll_course', { id: course.id }),
      one('wiki_update_page', { id: made[1]!.id, title: 'Renamed' }),
      one('task_update_task', { id: made[3]!.id, status: 'done' }),
      one('assistants_update_assistant', { id: made[7]!.id, visibility: 'public' }),
    ],
    (made) => [
      one('wiki_update_page', { id: page.id, title: 'Plot', content: 'Two', tags: ['b'] }),
      one('wiki_update_page', { id: things.moved.id, parent_id: page.id, position: 4 }),
      one('wiki_update_space', { id: space.id, name: 'Other', visibility: 'private', members }),
      one('task_update_task', { id: task.id, title: 'Unpack', labels: [], assignee_ids: [friend] }),
      one('task_update_project', { id: project.id, description: 'Now', members: colleagues }),
      one('lms_update_course', { id: course.id, title: 'Other', tags: [], status: 'archived' }),
      one('lms_update_event', { id: things.event.id, location: 'Hall', title: 'Feast' }),
      one('wiki_update_page', { id: made[8]!.id, content: 'Other words' }),
    ],
    () => [
      one('support_update_ticket', { id: things.ticket.id, priority: 'high', category: 'Fire' }),
      one('assistants_update_assistant', { id: assistant.id, name: 'Boss', instructions: 'Be short.' }),
      one('task_delete_task', { id: things.doomedTask.id }),
      one('task_delete_project', { id: things.doomedProject.id }),
      one('lms_delete_course', { id: things.doomedCourse.id }),
      one('assistants_delete_assistant', { id: things.doomedAssistant.id }),
      one('wiki_delete_page', { id: things.doomedPage.id }),
      one('wiki_delete_space', { id: things.doomedSpace.id }),
    ],
  ]
}

/** Scripts a model that takes these steps, each with the results of all previous ones. */
const follow = (steps: ((made: Thing[]) => ScriptedCall[])[]) => {
  const results: Thing[] = []
  const left = [...steps]
  provider.answer = ({ body: { messages } }: WireRequest) => {
    const last = messages.slice(messages.findLastIndex(({ tool_calls }) => tool_calls) + 1)
    const latest = last.filter(({ role }) => role === 'tool')
    results.push(...latest.map(({ content }) => JSON.parse(content ?? 'null') as Thing))
    const step = left.shift()
    return step ? { calls: step(results) } : { pieces: ['Done.'] }
  }
}

/** Confirms every waiting call, and returns the reply. */
const confirmed = async (as: SignedIn, first: { id: string; chat_id: string }) => {
  for (let reply = await messageFor(as, first); ; reply = await messageFor(as, first)) {
    if (reply.status !== 'requires_action') return reply
    const { id: call_id } = (reply.function_calls as Call[]).find(({ status }) => status === 'waiting')!
    const params = { id: reply.chat_id, message_id: reply.id }
    await made(confirmMessage, { as, params, body: { approve: true, call_id } })
    // other consequences can wait: the chat has a question and the reply
    await handTo(answerMessage, { chat_id: reply.chat_id, number: 2 })
  }
}

test('one undo reverts all changes of a reply across all areas', async () => {
  const [ada, friend] = await Promise.all([signedIn({ role: 'admin' }), signedIn()])
  const things = await givenThings(ada)
  const before = await stateOf(ada, things)
  const steps = stepsOf(things, friend)
  const functions = steps.flatMap((step) => step(Array.from({ length: 9 }, () => ({ id: '' }))))
  const body = {
    name: 'Hand',
    model_id: scriptedModelId,
    functions: [...new Set(functions.map(({ name }) => name))],
  }
  const hand = await made(createAssistant, { as: ada, body })
  follow(steps)
  const reply = await confirmed(ada, await replyTo(ada, await givenChat(ada, [hand]), 'Do everything'))
  const calls = reply.function_calls as Call[]
  expect(calls.filter(({ status }) => status !== 'completed')).toEqual([])
  expect(calls).toHaveLength(32)
  await settle()

  const params = { id: reply.chat_id, message_id: reply.id }
  const undone = await made(undoMessage, { as: ada, params })

  expect(undone.left).toEqual([])
  expect(await stateOf(ada, things)).toEqual(before)
  for (const { name, result } of reply.function_calls as MadeCall[])
    if (name.includes('_create_')) expect(await isThere(ada, name, result.id), name).toBe(false)
  const shown = await messageFor(ada, reply)
  expect(new Set((shown.function_calls as Call[]).map(({ status }) => status))).toEqual(new Set(['undone']))
}, 60_000)
