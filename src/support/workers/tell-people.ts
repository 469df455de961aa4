import { notify } from '../../notifications/notify.ts'
import { linkTo } from '../../platform/resource.ts'
import { worker } from '../../platform/events/worker.ts'
import { users } from '../../platform/identity/user.ts'
import { sideOf } from '../access.ts'
import { ticketNews, type TicketNews } from '../queues.ts'
import { tickets, ticketType } from '../ticket.ts'

const told = ({ by, what }: TicketNews, subject: string) => {
  if (what.type === 'ticket_reply') return { title: `${by.name} replied to “${subject}”`, body: what.excerpt }
  return { title: `${by.name} set “${subject}” to ${what.status.replace('_', ' ')}`, body: null }
}

/** Tells somebody what is new on a ticket, if they may still see it. */
export const tellPeople = worker(ticketNews, {}, async (news) => {
  const { ticket_id, user_id, by, at, cause, what } = news
  const [ticket, person] = await Promise.all([tickets.find({ id: ticket_id }), users.find({ id: user_id })])
  if (!ticket || !person || !sideOf(person, ticket)) return

  const { subject } = ticket
  const resource = linkTo(ticketType, { id: ticket_id, title: subject })
  await notify([user_id], { type: what.type, ...told(news, subject), actor: by, resource, cause, at })
})
