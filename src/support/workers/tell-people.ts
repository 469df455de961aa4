import { notify } from '../../notifications/notify.ts'
import { linkTo } from '../../platform/resource.ts'
import { worker } from '../../platform/events/worker.ts'
import { findPrincipal } from '../../platform/identity/principals.ts'
import { ticketPolicy } from '../access.ts'
import { ticketNews, type TicketNews } from '../queues.ts'
import { tickets, ticketType } from '../ticket/ticket.ts'

const noticeOf = ({ what }: TicketNews) => {
  if (what.type === 'ticket_assigned') return { type: what.type }
  return what.type === 'ticket_reply'
    ? { type: what.type, params: { excerpt: what.excerpt } }
    : { type: what.type, params: { status: what.status } }
}

/** Tells somebody what is new on a ticket, if they may still see it. */
export const tellPeople = worker(ticketNews, {}, async (news) => {
  const { ticket_id, user_id, by, at, cause } = news
  const [ticket, person] = await Promise.all([tickets.find({ id: ticket_id }), findPrincipal(user_id)])
  if (!ticket || !person || !ticketPolicy.decide(ticket, person)) return

  const resource = linkTo(ticketType, { id: ticket_id, title: ticket.subject })
  await notify([user_id], { ...noticeOf(news), actor: by, resource, cause, at })
})
