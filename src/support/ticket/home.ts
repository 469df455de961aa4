import { docs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { isAgent } from '../../platform/identity/user.ts'
import { answeredArray, countSchema, maxCount } from '../../platform/schema/fields.ts'
import { homeItems } from '../../platform/schema/list-fields.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { presentVisibleTicket } from './access.ts'
import { assignedTickets } from './assigned-ticket.ts'
import { withLinks } from './resolved-links.ts'
import { isOpen, Ticket, tickets, TicketStatus } from './ticket.ts'

export const HomeTickets = z.described(
  docs('Open tickets of the caller, and for agents the open tickets assigned to them.', {
    id: 'HomeTickets',
  }),
  {
    open: countSchema('Number of the caller’s own or assigned tickets that are neither resolved nor closed'),
    waiting_for_me: countSchema(
      'Number of these tickets that wait for the caller: the caller’s own tickets that are `pending`, and ' +
        'assigned tickets that are not',
    ),
    items: answeredArray(Ticket, homeItems).meta(docs(`The ${homeItems} newest tickets.`)),
  },
)

/** Maximum number of tickets of each kind that are counted. */
const all = { limit: 1_000 }

const listOwnTickets = async (actor: Actor) => {
  const open = TicketStatus.options.filter((status) => isOpen({ status }))
  const sources = open.flatMap((status) => tickets.in('own', { requester: actor, status }))
  return (await readList(sources, all)).items
}

/** Returns the rows of all open tickets assigned to the agent, for counting, and loads the `newest` of them. */
const listAssigned = async (actor: Actor, newest: number) => {
  if (!isAgent(actor)) return { rows: [], found: [] }
  const { items: rows } = await readList(assignedTickets.in('ofAgent', { user_id: actor.id }), all)
  const found = await tickets.findMany(rows.slice(0, newest).map(({ ticket_id: id }) => ({ id })))
  return {
    rows,
    found: found.filter((ticket) => ticket?.assignee_id === actor.id && isOpen(ticket)),
  }
}

/** Returns the caller's tickets for the home screen; two round trips for agents, one for others. */
export const readHomeTickets = async (actor: Actor, { limit }: PageRequest) => {
  const [own, { rows, found }] = await Promise.all([listOwnTickets(actor), listAssigned(actor, 2 * limit)])
  const ownIds = new Set(own.map(({ id }) => id))
  const assigned = rows.filter(({ ticket_id }) => !ownIds.has(ticket_id))
  const waiting = [
    ...own.filter((ticket) => isPendingTicket(ticket) || ticket.assignee_id === actor.id),
    ...assigned.filter((row) => !isPendingTicket(row)),
  ]
  const items = [...own, ...found.filter((ticket) => ticket !== undefined && !ownIds.has(ticket.id))]
    .flatMap((ticket) => presentVisibleTicket(actor, ticket) ?? [])
    .sort((a, b) => (a.id < b.id ? 1 : -1))
  return {
    open: Math.min(own.length + assigned.length, maxCount),
    waiting_for_me: Math.min(waiting.length, maxCount),
    items: await withLinks(actor, items.slice(0, limit)),
  }
}

const isPendingTicket = ({ status }: { status: string }) => status === 'pending'
