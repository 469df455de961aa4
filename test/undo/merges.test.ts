import { describe, expect, test } from 'vitest'
import { mergeTicket } from '../../src/support/endpoints/merge-ticket.ts'
import { activityOf } from '../history/given.ts'
import { givenDesk, givenMessage, givenTicket, ticketFor } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { changeOf, undo } from './given.ts'

const desk = await givenDesk()

/** Merges a ticket of one person into a ticket of another. */
const givenMerge = async (of: SignedIn, intoOf: SignedIn) => {
  const { agent } = desk
  const into = await givenTicket(intoOf)
  const from = await givenTicket(of, { description: 'It began this morning.' })
  await givenMessage(agent, from, { text: 'To colleagues.', is_internal: true })
  await made(mergeTicket, { as: agent, params: { id: from.id }, body: { into: into.id } })
  await settle()
  return { into, from }
}

describe('Undo of a merge', () => {
  test('reopens a ticket whose messages stayed, without its links', async () => {
    const { requester, agent } = desk
    const { into, from } = await givenMerge(requester, await signedIn())

    const undone = await undo(agent, await changeOf(agent, 'ticket.updated'))

    expect(undone.status, undone.text).toBe(200)
    expect(await ticketFor(agent, from)).toMatchObject({ status: 'open', links: [], message_count: 2 })
    expect((await ticketFor(agent, into)).links).toEqual([])
  })

  test('refuses with the reason if the messages have moved', async () => {
    const { requester, agent } = desk
    const { from } = await givenMerge(requester, requester)
    const [closing] = await activityOf(agent, 'ticket', from)

    const refused = await undo(agent, closing!)

    expect(closing!.can_undo).toBe(false)
    expect(refused.status).toBe(409)
    expect(refused.detail).toContain('merged')
    expect((await ticketFor(agent, from)).status).toBe('closed')
  })

  test('shows the closing alone: messages that move are neither new nor deleted', async () => {
    const { requester, agent } = desk
    const { into, from } = await givenMerge(requester, requester)

    const [forFrom, forInto] = [
      await activityOf(agent, 'ticket', from),
      await activityOf(agent, 'ticket', into),
    ]

    expect(forInto.map(({ action }) => action)).toEqual(['ticket.created'])
    expect(forFrom.map(({ action }) => action)).not.toContain('ticket_message.deleted')
    expect(forFrom[0]).toMatchObject({
      action: 'ticket.updated',
      changes: [{ field: 'status', after: 'closed' }],
    })
  })
})
