import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { runFunction } from '../../src/invocation/invocation.ts'
import type { WrittenThing } from '../../src/platform/runtime/request-context.ts'
import { thingObserver } from '../../src/platform/table/write-observer.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import type { EndpointHandler } from '../../src/platform/http/endpoint.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { made } from '../support/given.ts'
import { interruptRequest } from '../support/interrupted-request.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { changeOf } from './given.ts'

let ada: SignedIn
let project: { id: string }
let task: { id: string }

beforeEach(async () => {
  ada = await signedIn()
  project = await made(createProject, { as: ada, body: { name: 'Move' } })
  task = await made(createTask, { as: ada, params: { id: project.id }, body: { title: 'Pack' } })
})

/**
 * Returns a call of a reply that can be repeated, as by another worker; `notes` are the writes noted by each attempt.
 */
const givenCall = (name: string, args: () => object) => {
  const [message_id, notes] = [randomUUID(), [] as WrittenThing[][]]
  const key = `reply#${message_id}#0.0`
  const reply = { chat_id: randomUUID(), message_id, assistant_id: randomUUID(), call_id: '0.0' }
  const run = async () => {
    const observer = thingObserver()
    const origin = { via: 'assistant', reply } as const
    const caller = { headers: { 'idempotency-key': key }, address: '', actor: ada, origin, observer }
    const outcome = await runFunction(name, args() as never, caller).then(
      () => 'done',
      ({ status }: { status: number }) => status,
    )
    notes.push(observer.things)
    return outcome
  }
  return { key, run, notes }
}

const cases: [string, EndpointHandler, string, () => { id: string }, object, string | number][] = [
  ['an update', updateTask, 'task_update_task', () => task, { title: 'Unpack' }, 'done'],
  ['a deletion', deleteTask, 'task_delete_task', () => task, {}, 404],
  ['a creation', createTask, 'task_create_task', () => project, { title: 'New' }, 'done'],
]

describe('A call whose worker was killed after its last write', () => {
  test.each(cases)('%s reports the writes in the next attempt', async (_, endpoint, name, ...rest) => {
    const [subject, fields, again] = rest
    const { key, run, notes } = givenCall(name, () => ({ id: subject().id, ...fields }))

    const first = await run()
    await interruptRequest(ada, endpoint, { key, params: { id: subject().id } })
    const second = await run()

    expect([first, second]).toEqual(['done', again])
    expect(notes[0]?.length).toBeGreaterThan(0)
    expect(notes[1]).toEqual(notes[0])
  })

  test('reports the writes of a stored response by their names in history', async () => {
    const { run, notes } = givenCall('task_update_task', () => ({ id: task.id, title: 'Unpack' }))

    await run()
    await run()

    const change = await changeOf(ada, 'task.updated')
    expect(notes[1]).toEqual(notes[0])
    expect(notes[1]?.map(({ item }) => item)).toContain((change as unknown as { item: string }).item)
  })
})
