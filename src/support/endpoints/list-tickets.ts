import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listQuery, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import { TicketCounts } from '../ticket/counts.ts'
import { ticketFilters, TicketSort } from '../ticket/filters.ts'
import { Ticket } from '../ticket/ticket.ts'
import { queryTickets } from '../ticket/list.ts'
import { agentsOnly } from '../ticket/access.ts'

export const listTickets = endpoint('GET /support/tickets', {
  summary: 'List tickets, newest first',
  isFunction: true,
  description: 'The caller’s own; for agents with `all=true`, everyone’s.',
  query: listQuery({
    q: words
      .optional()
      .meta(docs('Words in the subject, category or messages, or the number; best matches first.')),
    ...ticketFilters,
    sort: TicketSort.optional().meta(
      docs(
        'By creation, last message or priority, with `-` from the newest or highest. Default `-created`; with `q` ' +
          'the order of the best 1 000 matches. Other orders than `created` are of the newest 1 000 of each status.',
      ),
    ),
  }),
  response: searchableListOf(Ticket).extend({
    counts: TicketCounts.meta(
      docs(
        'Numbers of tickets that pass all filters but `status`: of the newest 1 000 of each status with ' +
          '`assignee_id`, `priority` or `category`, of the best 1 000 matches with `q`; `truncated` if there are more.',
      ),
    ),
  }),
  problems: [
    agentsOnly.as({
      when: 'A filter other than `status` and `q` from a caller who is not an agent.',
      example: ['use "all"'],
    }),
  ],
  handle: ({ actor, query }) => queryTickets(actor, query),
})
