import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deleteMacro } from '../../src/support/macro/endpoints/delete-macro.ts'
import { readMacro } from '../../src/support/macro/endpoints/read-macro.ts'
import { updateMacro } from '../../src/support/macro/endpoints/update-macro.ts'
import { activityOf, activityStatus } from '../history/given.ts'
import { givenDesk, givenMacro } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { settle } from '../support/world.ts'
import { changeOf, undo } from './given.ts'

const desk = await givenDesk()

describe('Undo of macros', () => {
  test('restores a deleted macro, and shows its activity to agents only', async () => {
    const { requester, agent } = desk
    const { id } = await givenMacro(agent, { name: 'Kept', text: 'Secret plan' })
    await made(deleteMacro, { as: agent, params: { id } })
    await settle()
    const hidden = await activityStatus(requester, 'macro', { id })
    const [deletion] = await activityOf(agent, 'macro', { id })

    const undone = await undo(agent, deletion as NonNullable<typeof deletion>)

    expect(hidden).toBe(404)
    expect(await activityStatus(agent, 'macro', { id: randomUUID() })).toBe(404)
    expect(deletion).toMatchObject({ action: 'macro.deleted', can_undo: true })
    expect(undone.status, undone.text).toBe(200)
    expect(await made(readMacro, { as: agent, params: { id } })).toMatchObject({ text: 'Secret plan' })
    expect((await activityOf(agent, 'macro', { id })).length).toBeGreaterThan(1)
  })

  test('reverts the text and the changes of a macro', async () => {
    const { agent, requester } = desk
    const macro = await givenMacro(agent, { text: 'Before', changes: { status: 'pending' } })
    const body = { text: 'After', changes: {} }
    await made(updateMacro, { as: agent, params: { id: macro.id }, body })

    const change = await changeOf(agent, 'macro.updated')
    const refused = await undo(requester, change)
    const undone = await undo(agent, change)

    expect(refused.status).toBe(404)
    expect(undone.status, undone.text).toBe(200)
    expect(await made(readMacro, { as: agent, params: { id: macro.id } })).toMatchObject({
      text: 'Before',
      changes: { status: 'pending' },
    })
  })
})
