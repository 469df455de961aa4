import { describe, expect, test } from 'vitest'
import { undoChange } from '../../src/undo/endpoints/undo-change.ts'
import { givenPolicies, minutesAfter } from '../support-desk/given-policies.ts'
import { activityOf } from '../history/given.ts'
import { atTime } from '../support/clock.ts'
import { givenGroup } from '../support/given-group.ts'
import { changedTicket, givenCategory, givenDesk, givenTicket, ticketFor } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { undo } from './given.ts'

const desk = await givenDesk()

const newestChange = async (as: SignedIn, ticket: { id: string }) => {
  await settle()
  const [change] = await activityOf(as, 'ticket', ticket)
  return change!
}

/** Undoes the newest change of a ticket; returns its fields. */
const undoNewest = async (as: SignedIn, ticket: { id: string }) => {
  const change = await newestChange(as, ticket)
  await made(undoChange, { as, params: { id: change.id } })
  return change.changes.map(({ field }) => field)
}

const canUndo = async (as: SignedIn, ticket: { id: string }) =>
  (await activityOf(as, 'ticket', ticket))[0]!.can_undo

describe('POST /activity/{id}/undo of a ticket', () => {
  test('restores the group together with the category that changed it', async () => {
    const [network, printers] = [await givenGroup(), await givenGroup()]
    const [cable, toner] = [await givenCategory(network.id), await givenCategory(printers.id)]
    const ticket = await givenTicket(desk.requester, { category: cable })
    await changedTicket(desk.agent, ticket, { category: toner })

    const fields = await undoNewest(desk.agent, ticket)

    expect(fields).toEqual(['category', 'group_id'])
    expect(await ticketFor(desk.agent, ticket)).toMatchObject({ category: cable, group_id: network.id })
  })

  test('returns 409 if the group has been changed since the category', async () => {
    const [network, printers, phones] = [await givenGroup(), await givenGroup(), await givenGroup()]
    const [cable, toner] = [await givenCategory(network.id), await givenCategory(printers.id)]
    const ticket = await givenTicket(desk.requester, { category: cable })
    await changedTicket(desk.agent, ticket, { category: toner })
    const change = await newestChange(desk.agent, ticket)
    await changedTicket(desk.agent, ticket, { group_id: phones.id })

    const { status, headers } = await undo(desk.agent, change)

    expect([status, headers['x-error-code']]).toEqual([409, 'undo.changed_since'])
    expect(await ticketFor(desk.agent, ticket)).toMatchObject({ category: toner, group_id: phones.id })
  })

  test.each(['with', 'without'])(
    'restores only the category of a ticket %s one if the group did not change with it',
    async (own) => {
      const [network, phones] = [await givenGroup(), await givenGroup()]
      const first = own === 'with' ? await givenCategory(network.id) : null
      const ticket = await givenTicket(desk.requester, { category: first })
      const fields = { category: await givenCategory(network.id), group_id: ticket.group_id }
      await changedTicket(desk.agent, ticket, fields)
      const change = await newestChange(desk.agent, ticket)
      await changedTicket(desk.agent, ticket, { group_id: phones.id })

      await made(undoChange, { as: desk.agent, params: { id: change.id } })

      expect(change.changes.map(({ field }) => field)).toEqual(['category'])
      expect(await ticketFor(desk.agent, ticket)).toMatchObject({ category: first, group_id: phones.id })
    },
  )

  test('restores a group that an agent has set', async () => {
    const [network, printers] = [await givenGroup(), await givenGroup()]
    const ticket = await givenTicket(desk.requester, { category: await givenCategory(network.id) })
    await changedTicket(desk.agent, ticket, { group_id: printers.id })

    const fields = await undoNewest(desk.agent, ticket)

    expect(fields).toEqual(['group_id'])
    expect(await ticketFor(desk.agent, ticket)).toMatchObject({ group_id: network.id })
  })

  test('restores the due times of a priority, and resumes stopped clocks', async () => {
    await givenPolicies()
    const ticket = await givenTicket(desk.requester)
    const raised = await changedTicket(desk.agent, ticket, { priority: 'urgent' })

    const fields = await undoNewest(desk.agent, ticket)

    const { sla } = await ticketFor(desk.agent, ticket)
    expect([fields, sla]).toEqual([['priority'], ticket.sla])
    expect(raised.sla).not.toEqual(ticket.sla)
    const at = (minutes: number) => minutesAfter(ticket.created_at, minutes)
    const stop = () => changedTicket(desk.agent, ticket, { status: 'pending' })
    const pending = await atTime(at(10), stop)
    await atTime(at(40), () => undoNewest(desk.agent, ticket))
    const after = await ticketFor(desk.agent, ticket)
    expect([pending.sla?.resolution_due_at, after.status]).toEqual([null, 'open'])
    expect(after.sla?.resolution_due_at).toBe(minutesAfter(sla!.resolution_due_at!, 30))
  })

  test('removes a rating for its requester only, also one that came with a new status', async () => {
    const { requester, agent } = desk
    const ticket = await givenTicket(requester)
    await changedTicket(requester, ticket, { status: 'resolved', rating: 5 })
    await settle()
    const isOffered = [await canUndo(requester, ticket), await canUndo(agent, ticket)]

    const fields = await undoNewest(requester, ticket)

    expect(isOffered).toEqual([true, false])
    expect(fields).toEqual(['status', 'rating'])
    expect(await ticketFor(requester, ticket)).toMatchObject({ status: 'open', rating: null })
  })
})
