import { afterAll, expect, test } from 'vitest'
import { queueFile } from '../../infra/generation/endpoints.ts'
import { ticketFacts } from '../../src/support/queues.ts'
import { changedTicket, givenDesk, givenTicket } from '../support/given-ticket.ts'
import { isKilledAt, startKillingProxy } from '../support/killed-process.ts'
import { settle } from '../support/world.ts'
import { reportRows } from './given-reports.ts'

const proxy = await startKillingProxy()
const { requester, agent } = await givenDesk()

afterAll(() => proxy.stop())

/** Maximum number of calls of the worker to the table, far more than it makes. */
const maxCalls = 25

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
  let [calls, isKilled] = [0, true]
  while (isKilled && calls < maxCalls) {
    calls += 1
    isKilled = false
    for (const arrives of [false, true]) {
      const category = `killed at ${calls} ${arrives ? 'behind' : 'before'}`
      const ticket = await givenSolved(category)
      if (await isKilledAt(proxy, worker, toDelivery(ticket), { call: calls, arrives })) isKilled = true
      categories.push(category)
    }
  }
  await settle({ deliveries: 2 })

  const rows = await reportRows(agent, { by: 'category' })
  const [total] = await reportRows(agent, { by: 'agent' })

  expect(rows).toEqual(categories.toSorted().map((category) => [category, 1, 1, null, 0, null]))
  expect(total).toEqual([agent.name, categories.length, categories.length, null, 0, null])
  expect(calls).toBeGreaterThan(4)
  expect(calls).toBeLessThan(maxCalls)
})
