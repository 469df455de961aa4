import { newId } from '../../src/platform/runtime/id.ts'
import { listTickets } from '../../src/support/endpoints/list-tickets.ts'
import { tickets, ticketSearchScope, ticketType, type TicketStatus } from '../../src/support/ticket/ticket.ts'
import { signedIn } from '../support/people.ts'
import { index, inThousands, store, titleOf } from './filling.ts'
import { newest, pagesOf } from './list-populations.ts'
import type { Population } from './populations.ts'

/** Number of open tickets, regardless of the total. */
const openTickets = 100

/** Tickets of a desk; all are closed except the first 100. */
export const desk = async (): Promise<Population> => {
  const [agent, { id, name }] = await Promise.all([signedIn({ role: 'support_agent' }), signedIn()])
  const all = { all: true, limit: 100 }
  const counted = newest + openTickets
  return {
    title: 'GET /support/tickets',
    handler: listTickets,
    request: { as: agent },
    queries: {
      ...pagesOf({ all: true }),
      'one status, page of 100': { ...all, status: 'open' },
      'one priority, page of 100': { ...all, priority: 'high' },
      'by priority, page of 100': { ...all, sort: '-priority' },
      'search, common word, by priority': { all: true, q: 'often', sort: '-priority', limit: 50 },
    },
    maxRows: {
      'page of 1': counted + 10,
      'page of 100': counted + 2 * 100 + 10,
      'one status, page of 100': counted + 100 + 10,
      'one priority, page of 100': 2 * counted + 10,
      'by priority, page of 100': 2 * counted + 10,
      'search, common word, by priority': 3 * newest + 150,
    },
    fill: (from, to) =>
      inThousands(from, to, async (indexes) => {
        const made = indexes.map((n) =>
          tickets.make({
            subject: titleOf(n),
            number: n + 1,
            requester: { id, name },
            created_by: { id, name },
            status: n < openTickets ? 'open' : 'closed',
            priority: n % 4 === 0 ? 'high' : 'normal',
          }),
        )
        await store(made.map((ticket) => tickets.toCreate(ticket)))
        await index(
          ticketSearchScope,
          made.map((ticket) => ({ type: ticketType.type, id: ticket.id, title: ticket.subject })),
        )
      }),
  }
}

/** Numbers of tickets that are not closed, in the brief form and otherwise. */
const queued = { brief: 300, full: 2_000 }

/** Queues of a desk: the same number of tickets that are not closed, however many are closed. */
export const queues = async (): Promise<Population> => {
  const [agent, { id, name }] = await Promise.all([signedIn({ role: 'support_agent' }), signedIn()])
  const group = { id: newId(), name: 'Network' }
  const all = { all: true, limit: 100 }
  const status = 'open,in_progress,pending,resolved'
  // in the brief form, the tickets of the desk are in the same table
  const counted = queued.brief + openTickets + newest
  const storeTickets = (from: number, to: number, statusOf: (n: number) => TicketStatus) =>
    inThousands(from, to, (indexes) =>
      store(
        indexes.map((n) =>
          tickets.toCreate(
            tickets.make({
              subject: titleOf(n),
              number: n + 1,
              requester: { id, name },
              created_by: { id, name },
              status: statusOf(n),
              priority: n % 4 === 0 ? 'high' : 'normal',
              ...(n % 10 === 0 && { group, group_id: group.id }),
            }),
          ),
        ),
      ),
    )
  return {
    title: 'GET /support/tickets, not closed',
    handler: listTickets,
    request: { as: agent },
    queries: {
      'one group, page of 100': { ...all, status, group_id: group.id },
      'by priority, page of 100': { ...all, status, sort: '-priority' },
      'one group and by last message, page of 100': {
        ...all,
        status,
        group_id: group.id,
        sort: '-last_message',
      },
    },
    maxRows: {
      'one group, page of 100': counted + 10,
      'by priority, page of 100': counted + 10,
      'one group and by last message, page of 100': counted + 10,
    },
    fill: async (from, to) => {
      const open = to < newest ? queued.brief : queued.full
      if (from === 0) await storeTickets(0, open, (n) => (n % 2 === 0 ? 'open' : 'resolved'))
      await storeTickets(from, to, () => 'closed')
    },
  }
}
