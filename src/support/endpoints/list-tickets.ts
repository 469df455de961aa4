import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { TicketCounts } from '../ticket/lists/counts.ts'
import { ticketFilters, TicketSort } from '../ticket/lists/filters.ts'
import { Ticket } from '../ticket/ticket.ts'
import { queryTickets } from '../ticket/lists/list.ts'
import { withLinks } from '../ticket/resolved-links.ts'
import { agentsOnly } from '../ticket/access.ts'

export const listTickets = endpoint('GET /support/tickets', {
  summary: 'List tickets, newest first',
  isFunction: true,
  description: 'Lists the caller’s own tickets; for agents with `all=true`, all tickets.',
  query: listQuery({
    q: words.optional().meta(docs('Words in the subject, category, number or messages; best matches first.')),
    ...ticketFilters,
    sort: TicketSort.optional().meta(
      docs(
        'Sort by creation, last message, priority or next due time (`sla`, soonest first, none last); with `-`, ' +
          'newest, highest or latest first. Default `-created`; with `q`, the order of the best 1,000 matches. ' +
          'Orders other than `created` consider up to 5,000 tickets of each status, and the newest 1,000 ' +
          'closed ones; `truncated` is true if there are more.',
      ),
    ),
  }),
  response: searchableListOf(Ticket).extend({
    counts: TicketCounts.meta(
      docs(
        'Numbers of tickets that match all filters except `status`. Filters for agents consider up to 5,000 ' +
          'tickets of each status, and the newest 1,000 closed ones; `q` considers the best 1,000 matches. ' +
          '`truncated` is true if there are more.',
      ),
    ),
  }),
  problems: [
    agentsOnly.as({
      when: 'A caller who is not an agent uses a filter other than `status` and `q`.',
      example: ['use "all"'],
    }),
  ],
  handle: async ({ actor, query }) => {
    const found = await queryTickets(actor, query)
    return { ...found, items: await withLinks(actor, found.items) }
  },
})
