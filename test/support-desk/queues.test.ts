import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { toFilter } from '../../src/platform/table/expression.ts'
import { putItems } from '../../src/platform/table/operation.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { toRowFilter } from '../../src/support/ticket/lists/row-filters.ts'
import { tickets, type StoredTicket } from '../../src/support/ticket/ticket.ts'
import type { QueryOf } from '../support/call.ts'
import { givenDesk } from '../support/given-ticket.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

const desk = await givenDesk()

const list = (as: SignedIn, query: QueryOf<typeof listTickets>) => made(listTickets, { as, query })

const idsOf = (items: { id: string }[]) => items.map(({ id }) => id)

/** Stores this many tickets, oldest first. */
const givenTickets = async (
  { id, name }: SignedIn,
  count: number,
  fieldsOf: (n: number) => Partial<StoredTicket>,
) => {
  const all = Array.from({ length: count }, (_, n) =>
    tickets.make({
      subject: 'x'.repeat(255),
      number: n + 1,
      requester: { id, name },
      created_by: { id, name },
      category: 'y'.repeat(100),
      ...fieldsOf(n),
    }),
  )
  await writeBatch(putItems(all.map((ticket) => tickets.toCreate(ticket))), [])
  return all
}

const notClosed = 'open,in_progress,pending,resolved'

test('Filters of tickets by 50 values each fit into an expression, which may have 4 KB', async () => {
  const ids = Array.from({ length: 50 }, () => randomUUID())
  const filters = {
    assignee_id: ids,
    group_id: ids,
    category: ids,
    tag: ids,
    requester_id: ids,
    overdue: true,
  }

  const { where } = (await toRowFilter({ ...filters, priority: ['low', 'normal', 'high'] }))!

  expect(toFilter(where).FilterExpression.length).toBeLessThan(4_096)
  expect((await list(desk.agent, { all: true, ...filters })).items).toEqual([])
})

describe('GET /support/tickets of a large desk', () => {
  const group = { id: randomUUID(), name: 'Network' }
  let open: StoredTicket[]
  let requester: SignedIn

  beforeAll(async () => {
    requester = await signedIn()
    open = await givenTickets(requester, 2_000, (n) => ({
      status: n % 500 === 1 ? 'pending' : 'open',
      priority: n === 0 ? 'urgent' : n % 2 === 0 ? 'high' : 'normal',
      ...(n % 100 === 0 && { group, group_id: group.id }),
    }))
    await givenTickets(requester, 1_200, (n) => ({
      status: 'closed',
      ...(n === 0 && { group, group_id: group.id }),
    }))
  })

  test.each(['all', 'own'])('sorts 2,000 open tickets of %s ranges exactly', async (range) => {
    const as = range === 'all' ? desk.agent : requester
    const all = range === 'all' ? { all: true } : {}

    const first = await list(as, { ...all, status: notClosed, sort: '-priority', limit: 2 })
    const last = await list(as, { ...all, status: notClosed, sort: 'priority', limit: 1 })

    expect(idsOf(first.items)).toEqual([open[0]!.id, open[1_998]!.id])
    expect(idsOf(last.items)).toEqual([open[1_999]!.id])
    expect([first.truncated, last.truncated]).toEqual([false, false])
    expect(first.counts).toMatchObject({ open: 1_000, pending: 4, in_progress: 0, closed: 1_000 })
  })

  test('filters 2,000 open tickets exactly, in full pages, and counts all of them', async () => {
    const query = { all: true, status: notClosed, group_id: group.id, limit: 15 }

    const first = await list(desk.agent, query)
    const second = await list(desk.agent, { ...query, cursor: first.next_cursor as string })

    const wanted = open.filter(({ group_id }) => group_id === group.id).toReversed()
    expect(idsOf([...first.items, ...second.items])).toEqual(idsOf(wanted))
    expect([first.items.length, second.next_cursor]).toEqual([15, null])
    expect(first.counts).toMatchObject({ open: 20, pending: 0, closed: 0 })
  })

  test('considers the newest 1,000 closed tickets for orders and counts, and says so', async () => {
    const sorted = await list(desk.agent, { all: true, status: 'closed', sort: 'priority', limit: 1 })
    const counted = await list(desk.agent, { all: true, group_id: group.id, limit: 100 })

    expect(sorted.truncated).toBe(true)
    expect([counted.counts.closed, counted.truncated]).toEqual([0, true])
  })

  test('finds a filtered ticket behind 1,000 closed ones by creation', async () => {
    const query = { all: true, status: 'closed', group_id: group.id }

    const first = await list(desk.agent, query)
    const second = await list(desk.agent, { ...query, cursor: first.next_cursor as string })

    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([0, 1, null])
  })
})
