import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { undoMessage } from '../../src/chats/endpoints/undo-message.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { readTask } from '../../src/task/endpoints/read-task.ts'
import { call } from '../support/call.ts'
import { givenTalk, messageFor, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

const provider = await givenProvider()

// a confirmation would stop the second step
process.env['ASSISTANT_CAUTION'] = 'no'
afterAll(() => void delete process.env['ASSISTANT_CAUTION'])

let ada: SignedIn

beforeEach(async () => {
  ada = await signedIn()
})

interface Reply {
  id: string
  chat_id: string
  function_calls: { status: string }[]
}

const undo = ({ id, chat_id }: Reply, endpoint = undoMessage) =>
  call(endpoint, { as: ada, params: { id: chat_id, message_id: id } })

/** Creates a reply that has renamed a task twice, so that each change builds on the previous one. */
const givenTwoEdits = async () => {
  const { id } = await made(createProject, { as: ada, body: { name: 'Move' } })
  const task = await made(createTask, { as: ada, params: { id }, body: { title: 'Pack' } })
  const { chat } = await givenTalk(ada, { functions: ['task_update_task'] })
  provider
    .call('task_update_task', { id: task.id, title: 'Sort' })
    .call('task_update_task', { id: task.id, title: 'Sell' })
    .say('Done.')
  const reply: Reply = await replyTo(ada, chat, 'Do it')
  return { reply, read: () => made(readTask, { as: ada, params: { id: task.id } }) }
}

/** Creates a reply that has created and renamed a task. */
const givenNewTask = async () => {
  const { id } = await made(createProject, { as: ada, body: { name: 'Move' } })
  const { chat } = await givenTalk(ada, { functions: ['task_create_task', 'task_update_task'] })
  const { answer } = provider
  provider.answer = ({ body: { messages } }) => {
    const [first, second] = messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
    if (!first) return { calls: [{ name: 'task_create_task', arguments: { id, title: 'Pack' } }] }
    const task = JSON.parse(first) as { id: string }
    if (second) return { pieces: ['Done.'] }
    return { calls: [{ name: 'task_update_task', arguments: { id: task.id, title: 'Sell' } }] }
  }
  const reply: Reply = await replyTo(ada, chat, 'Do it')
  provider.answer = answer
  return { reply }
}

describe('Undo of a reply whose changes build on one another', () => {
  // several times: it depends on chance whether the task is deleted between the read and the write of one request
  test.each([1, 2, 3, 4])('succeeds for all concurrent requests, run %i', async () => {
    const { reply } = await givenNewTask()

    const answers = await Promise.all(Array.from({ length: 4 }, () => undo(reply)))

    expect(answers.map(({ status, body }) => [status, body.undone?.length, body.left])).toEqual(
      Array(4).fill([200, 2, []]),
    )
  })

  test('returns the same result again after the changed resource was deleted', async () => {
    const { reply } = await givenNewTask()

    const first = await undo(reply)
    const second = await undo(reply)

    expect(first.body).toMatchObject({ left: [] })
    expect(second.body).toEqual({ ...first.body, changes: [] })
  })

  // last, since modules loaded again differ from those that process changes
  test('completes when a request interrupted after its last change is retried', async () => {
    const { reply, read } = await givenTwoEdits()
    const { proxy, loaded, end } = await givenTableProxy(
      () => import('../../src/chats/endpoints/undo-message.ts'),
    )
    let isCutOff = false
    proxy.drops = (operation, body) => {
      if (isCutOff) return true
      isCutOff = /Write|Put|Update/.test(operation) && body.includes('"Pack"')
      return false
    }

    const first = await undo(reply, loaded.undoMessage)
    const between = await read()
    await end()
    const { undoMessage: again } = await import('../../src/chats/endpoints/undo-message.ts')
    const second = await undo(reply, again)

    expect([first.status, between.title]).toEqual([503, 'Pack'])
    expect(second.body.left).toEqual([])
    expect(second.body.undone).toHaveLength(2)
    expect(await read()).toMatchObject({ title: 'Pack', version: between.version })
    const { function_calls } = (await messageFor(ada, reply)) as Reply
    expect(function_calls.map(({ status }) => status)).toEqual(['undone', 'undone'])
  })
})
