import { notify } from '../../notifications/notify.ts'
import { logOutcome, type Outcome } from '../../notifications/outcome.ts'
import { linkTo } from '../../platform/resource.ts'
import { worker } from '../../platform/events/worker.ts'
import { findPrincipal } from '../../platform/identity/principals.ts'
import { isAssignable, ticketPolicy } from '../ticket/access.ts'
import { deskEvents, ticketEvents, type TicketEvent } from '../queues.ts'
import { loadDescriptionExcerpt } from '../message/description-excerpt.ts'
import { tickets, ticketType, type StoredTicket } from '../ticket/ticket.ts'

const ticketNotification = async ({ what }: TicketEvent, ticket: StoredTicket) => {
  switch (what.type) {
    case 'ticket_assigned':
      return { type: what.type }
    case 'ticket_created':
      return { type: what.type, params: { excerpt: await loadDescriptionExcerpt(ticket) } }
    case 'ticket_reply':
      return { type: what.type, params: { excerpt: what.excerpt } }
    default:
      return { type: what.type, params: { status: what.status } }
  }
}

/**
 * Returns a message that notifies all agents of a reply or a reopening if the assignee has left; nothing if the ticket
 * was reassigned.
 */
const toDeskEvent = (
  { what, user_id, ticket_id, by, at, cause }: TicketEvent,
  { assignee_id }: StoredTicket,
) => {
  const isForAll = what.type === 'ticket_reply' || what.type === 'ticket_status_changed'
  if (!isForAll || (assignee_id ?? user_id) !== user_id) return
  const event = { ticket_id, by, at, cause, excerpt: null, ...what }
  return { ...deskEvents.message(event), queue: 'fan-outs' as const }
}

/**
 * Notifies a person of an event on a ticket if they may still see it. If the assignee has left, a reply or a reopening
 * goes to all agents.
 */
export const notifyOfTicket = worker(ticketEvents, {}, async (event) => {
  const { ticket_id, user_id, by, at, cause } = event
  const [ticket, person] = await Promise.all([tickets.find({ id: ticket_id }), findPrincipal(user_id)])
  const leaveOut = (outcome: Outcome) =>
    logOutcome({ type: event.what.type, id: ticket_id }, outcome, [user_id])
  if (!ticket) return leaveOut('obsolete')
  const isForAgent = user_id !== ticket.requester.id
  if (isForAgent && !(person && isAssignable(person))) {
    leaveOut('inactive')
    return toDeskEvent(event, ticket)
  }
  if (!person || !ticketPolicy.decide(ticket, person)) return leaveOut('no_access')

  const resource = linkTo(ticketType, { id: ticket_id, title: ticket.subject })
  await notify([user_id], { ...(await ticketNotification(event, ticket)), actor: by, resource, cause, at })
})
