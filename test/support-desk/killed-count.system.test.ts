import { expect, test } from 'vitest'
import { queueFile } from '../../infra/generation/endpoints.ts'
import { ticketFacts } from '../../src/support/queues.ts'
import { changedTicket, givenDesk, givenTicket } from '../support/given-ticket.ts'
import { isKilledAt, killAtEachCall, startKillingProxy } from '../support/killed-process.ts'
import { settle } from '../support/world.ts'
import { reportRows } from './given-reports.ts'

const proxy = await startKillingProxy()
const { requester, agent } = await givenDesk()

const worker = [queueFile('fan-outs')]

/** Returns the delivery of a change of a ticket by SQS. */
const toDelivery = ({ id, updated_at }: { id: string; updated_at: string }) => {
  const { kind, body } = ticketFacts.message({ ticket_id: id, at: updated_at })
  return { Records: [{ messageId: id, body: JSON.stringify({ kind, body }), attributes: {} }] }
}

/** Opens and resolves a ticket with a category and an assignee of its own counts, uncounted so far. */
const givenSolved = async (category: string) => {
  const ticket = await givenTicket(requester, { category })
  return changedTicket(agent, ticket, { status: 'resolved', assignee_id: agent.id })
}

test('counts a ticket once, wherever the worker of reports is killed', async () => {
  const categories: string[] = []
  const calls = await killAtEachCall(async (fatal) => {
    const category = `killed at ${fatal.call} ${fatal.arrives ? 'behind' : 'before'}`
    categories.push(category)
    return isKilledAt(proxy, worker, toDelivery(await givenSolved(category)), fatal)
  })
  await settle({ deliveries: 2 })

  const rows = await reportRows(agent, { by: 'category' })
  const [total] = await reportRows(agent, { by: 'agent' })

  expect(rows).toEqual(categories.toSorted().map((category) => [category, 1, 1, null, 0, null]))
  expect(total).toEqual([agent.name, categories.length, categories.length, null, 0, null])
  expect(calls).toBeGreaterThan(4)
})
