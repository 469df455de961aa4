import { expect, test } from 'vitest'
import { changedTicket, givenDesk, givenTicket } from '../support/given-ticket.ts'
import { settle } from '../support/world.ts'
import { reportRows } from '../support-desk/given-reports.ts'
import { changeOf, undo } from './given.ts'

const { requester, agent } = await givenDesk()

/** Returns the numbers of tickets opened and solved on the last of the 30 days of a report by default. */
const countsToday = async () => {
  await settle()
  const rows = await reportRows(agent, {})
  expect(rows).toHaveLength(30)
  return rows.at(-1)?.slice(0, 3)
}

test('Undo of a solution subtracts the ticket from the solved ones in reports', async () => {
  const today = new Date().toISOString().slice(0, 10)
  await changedTicket(agent, await givenTicket(requester), { status: 'resolved' })
  const before = await countsToday()

  const { status } = await undo(agent, await changeOf(agent, 'ticket.updated'))

  expect([status, before, await countsToday()]).toEqual([200, [today, 1, 1], [today, 1, 0]])
})
