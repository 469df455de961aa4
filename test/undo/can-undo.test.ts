import { beforeEach, describe, expect, test } from 'vitest'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { activityOf } from '../history/given.ts'
import { call } from '../support/call.ts'
import { changedTicket, givenTicket } from '../support/given-ticket.ts'
import { givenSpace, made } from '../support/given.ts'
import { adaAndBob, signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

let ada: SignedIn
let bob: SignedIn

beforeEach(async () => {
  ;[ada, bob] = await adaAndBob()
})

const undo = (as: SignedIn, { id }: { id: string }) => call(undoChange, { as, params: { id } })

const canUndo = async (as: SignedIn, type: string, thing: { id: string }) => {
  await settle()
  return (await activityOf(as, type, thing)).map(({ action, can_undo }) => [action, can_undo])
}

const givenTask = async () => {
  const { id } = await made(createProject, { as: ada, body: { name: 'Move' } })
  return made(createTask, { as: ada, params: { id }, body: { title: 'Pack' } })
}

describe('can_undo', () => {
  test('is false once a change was taken back, which itself can be', async () => {
    const task = await givenTask()
    await made(updateTask, { as: ada, params: { id: task.id }, body: { title: 'Unpack' } })
    await settle()
    const [change] = await activityOf(ada, 'task', task)
    await undo(ada, change!)

    expect(await canUndo(ada, 'task', task)).toEqual([
      ['task.updated', true],
      ['task.updated', false],
      ['task.created', true],
    ])
  })

  test('is false for a requester on what agents alone change', async () => {
    const agent = await signedIn({ role: 'support_agent' })
    const ticket = await givenTicket(ada)
    await changedTicket(agent, ticket, { priority: 'high' })

    const [ofRequester, ofAgent] = [
      await canUndo(ada, 'ticket', ticket),
      await canUndo(agent, 'ticket', ticket),
    ]

    expect(ofRequester[0]).toEqual(['ticket.updated', false])
    expect(ofAgent[0]).toEqual(['ticket.updated', true])
  })

  test('is false for who only reads a space', async () => {
    const space = await givenSpace(ada)
    await made(updateSpace, { as: ada, params: { id: space.id }, body: { name: 'Other' } })

    const [ofReader, ofOwner] = [
      await canUndo(bob, 'wiki_space', space),
      await canUndo(ada, 'wiki_space', space),
    ]

    expect(ofReader.map(([, can]) => can)).toEqual([false, false])
    expect(ofOwner.map(([, can]) => can)).toEqual([true, true])
  })
})

describe('Undoing what was made', () => {
  test('is a 403 for who may not delete it, also when others have changed it since', async () => {
    const task = await givenTask()
    await settle()
    const [creation] = await activityOf(ada, 'task', task)
    await made(updateTask, { as: bob, params: { id: task.id }, body: { title: 'Mine' } })
    await settle()

    const answers = [await undo(bob, creation!), await undo(ada, creation!)]

    expect(answers.map(({ status }) => status)).toEqual([403, 409])
  })
})
