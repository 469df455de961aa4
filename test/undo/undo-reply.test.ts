import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { confirmMessage } from '../../src/chats/endpoints/confirm-message.ts'
import { undoMessage } from '../../src/chats/endpoints/undo-message.ts'
import { loadMessage } from '../../src/chats/message/feed.ts'
import type { StoredCall } from '../../src/chats/message/function-call.ts'
import { messages } from '../../src/chats/message/message.ts'
import { acknowledgements } from '../../src/platform/history/entry.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { call } from '../support/call.ts'
import { givenTalk, messageFor, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { made } from '../support/given.ts'
import { adaAndBob, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const provider = await givenProvider()
let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

afterEach(() => void vi.useRealTimers())

interface Reply {
  id: string
  chat_id: string
  function_calls: { id: string; name: string; status: string }[]
}

const undo = (as: SignedIn, { id, chat_id }: Reply, body?: object) =>
  call(undoMessage, { as, params: { id: chat_id, message_id: id }, body })

const statusesOf = ({ function_calls }: Reply) => function_calls.map(({ status }) => status)

const functions = ['task_create_task', 'task_update_task', 'task_create_comment', 'wiki_create_space']

const givenProject = async () => {
  const project = await made(createProject, { as: ada, body: { name: 'Move' } })
  const task = await made(createTask, { as: ada, params: { id: project.id }, body: { title: 'Pack' } })
  return { project, task }
}

/** Creates a reply that has changed a task and created a comment on it and a space. */
const givenChanges = async () => {
  const { task } = await givenProject()
  const { chat } = await givenTalk(ada, { functions })
  provider.step({
    calls: [
      { name: 'task_update_task', arguments: { id: task.id, title: 'Unpack', labels: ['x'] } },
      { name: 'task_create_comment', arguments: { id: task.id, text: 'Changed.' } },
      { name: 'wiki_create_space', arguments: { name: 'New' } },
    ],
  })
  provider.say('Done.')
  const reply: Reply = await replyTo(ada, chat, 'Do it')
  expect(statusesOf(reply)).toEqual(['completed', 'completed', 'completed'])
  expect(JSON.stringify(reply)).not.toContain('"writes"')
  return { reply, task, params: { id: task.id } }
}

/** Adds an expected write to the first call of a reply. */
const expectWrite = async ({ id, chat_id }: Reply, item: string) => {
  const { message } = await loadMessage(ada, chat_id, id)
  const [first, ...others] = JSON.parse(message.calls) as StoredCall[]
  expect(first?.writes).toHaveLength(1)
  const calls = [{ ...first, writes: [...(first?.writes ?? []), item] }, ...others]
  await messages.update(message, { calls: JSON.stringify(calls) })
}

describe('POST /chats/{id}/messages/{message_id}/undo', () => {
  test('undoes the changes by the calls of a reply, newest first, and shows that in the reply', async () => {
    const { reply, task, params } = await givenChanges()

    const dry = await undo(ada, reply, { dry_run: true })
    const unchanged = await messageFor(ada, reply)
    const first = await undo(ada, reply)
    const second = await undo(ada, reply)

    expect(first.body.undone).toHaveLength(3)
    expect(first.body.left).toEqual([])
    expect(
      first.body.changes.map(({ action, type }: { action: string; type: string }) => [action, type]),
    ).toEqual([
      ['deleted', 'wiki_space'],
      ['deleted', 'task_comment'],
      ['updated', 'task'],
    ])
    expect({ ...dry.body, audience: null }).toEqual(first.body)
    expect(statusesOf(unchanged)).toEqual(['completed', 'completed', 'completed'])
    expect(second.body).toEqual({ ...first.body, changes: [] })
    expect(statusesOf(await messageFor(ada, reply))).toEqual(['undone', 'undone', 'undone'])
    expect(await made(readTask, { as: ada, params })).toMatchObject({ title: task.title, labels: [] })
  })

  test('leaves a field that another person has changed since, with a reason', async () => {
    const { reply, params } = await givenChanges()
    await made(updateTask, { as: ada, params, body: { title: 'Repack' } })

    const { body } = await undo(ada, reply)

    expect(body.undone).toHaveLength(2)
    expect(body.left).toEqual([
      { id: expect.any(String), reason: '"title" has been changed since and stays as it is.' },
    ])
    expect(statusesOf(await messageFor(ada, reply))).toEqual(['completed', 'undone', 'undone'])
    expect(await made(readTask, { as: ada, params })).toMatchObject({ title: 'Repack', labels: [] })
  })

  test('waits for the history, and undoes nothing while it is incomplete', async () => {
    const { reply, task, params } = await givenChanges()
    await expectWrite(reply, 'unknown')

    vi.useFakeTimers({ toFake: ['Date'] })
    const clock = setInterval(() => vi.advanceTimersByTime(1_000), 20)
    const early = await undo(ada, reply)
    clearInterval(clock)
    vi.useRealTimers()
    const untouched = await made(readTask, { as: ada, params })
    const waiting = undo(ada, reply)
    const at = Date.now()
    const acknowledgement = { message_id: reply.id, id: randomUUID(), call_id: '0.0', item: 'unknown', at }
    await acknowledgements.ensure(acknowledgement)

    expect([early.status, early.headers['x-error-code']]).toEqual([409, 'undo.history_incomplete'])
    expect(early.headers['retry-after']).toBe('5')
    expect(untouched).toMatchObject({ title: 'Unpack' })
    expect((await waiting).body.undone).toHaveLength(3)
    expect(await made(readTask, { as: ada, params })).toMatchObject({ title: task.title })
  })

  test('accepts only the person who asked, and only after the reply has ended', async () => {
    const { reply } = await givenChanges()
    const { project } = await givenProject()
    const { chat } = await givenTalk(ada, { functions: ['task_update_project'] })
    provider.call('task_update_project', { id: project.id, visibility: 'private' }).say('Shared.')
    const waiting: Reply = await replyTo(ada, chat, 'Share it')
    const message = { ...reply, id: reply.id.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) }

    const answers = await Promise.all([undo(bob, reply), undo(ada, waiting), undo(ada, message)])

    expect(answers.map(({ status }) => status)).toEqual([404, 409, 404])
    await call(confirmMessage, {
      as: ada,
      params: { id: waiting.chat_id, message_id: waiting.id },
      body: { approve: false },
    })
    await settle()
    expect((await undo(ada, waiting)).body).toMatchObject({ undone: [], left: [], changes: [] })
    expect((await undo(ada, waiting, { dry_run: 1 })).status).toBe(422)
  })
})
