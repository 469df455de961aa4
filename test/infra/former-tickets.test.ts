import { expect, test } from 'vitest'
import { placeTickets } from '../../infra/former-tickets.ts'
import { exists } from '../../src/platform/table/condition.ts'
import { getItems } from '../../src/platform/table/batch/batch-get.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { tickets } from '../../src/support/ticket/ticket.ts'
import { made } from '../support/given.ts'
import { givenTicket } from '../support/given-ticket.ts'
import { signedIn } from '../support/people.ts'

test('A replay moves the tickets of an older version into the range of their status', async () => {
  const as = await signedIn()
  const { id } = await givenTicket(as)
  const key = tickets.keyOf({ id })
  const copy = { ...key, sk: 'unclosed' }
  await writeItem({ put: { ...copy, summary: {} } })
  await writeItem({
    key,
    change: {
      set: [
        ['gsi1pk', `tickets#${as.id}`],
        ['gsi2pk', 'tickets#0'],
      ],
    },
    require: [exists('pk')],
  })
  const { items: before } = await made(listTickets, { as })
  const [item] = await getItems([key])

  await placeTickets([item!])

  const { items, counts } = await made(listTickets, { as })
  const agent = await signedIn({ role: 'support_agent' })
  const all = await made(listTickets, { as: agent, query: { all: true, limit: 1 } })
  expect([before, items.map((ticket: { id: string }) => ticket.id), all.items[0].id]).toEqual([[], [id], id])
  expect(counts.open).toBe(1)
  expect(await getItems([copy])).toEqual([undefined])
})
