import { notify } from '../../notifications/notify.ts'
import { worker } from '../../platform/events/worker.ts'
import { findPrincipals } from '../../platform/identity/principals.ts'
import { linkTo } from '../../platform/resource.ts'
import { mailSolution } from '../correspondence/contact-events.ts'
import { mergedInto } from '../link/link.ts'
import { ticketPolicy } from '../ticket/access.ts'
import { ticketSolutions } from '../queues.ts'
import { tickets, ticketType, type StoredTicket } from '../ticket/ticket.ts'

/** Returns those of the tickets that are merged into a ticket. */
const findMerged = async ({ id }: StoredTicket, ids: string[]): Promise<StoredTicket[]> => {
  const found = await tickets.findMany(ids.map((merged_id) => ({ id: merged_id })))
  return found.filter((one) => one?.merged?.into === id) as StoredTicket[]
}

/**
 * Notifies the other requesters of the tickets that were merged into a solved one, each about their own ticket. The
 * notification does not name the person who solved it, who may be another requester.
 */
export const notifyMerged = worker(ticketSolutions, {}, async ({ ticket_id, merged_ids, at, cause }) => {
  const ticket = await tickets.find({ id: ticket_id })
  const merged = ticket ? await findMerged(ticket, merged_ids ?? mergedInto(ticket.linked)) : []
  const others = merged.filter(({ requester }) => requester.id !== ticket?.requester.id)
  const people = await findPrincipals(others.map(({ requester }) => requester.id))
  for (const [index, one] of others.entries()) {
    const event = { at, cause: `${cause}#${one.id}` }
    await mailSolution(one, event)
    const person = people[index]
    if (!person || !ticketPolicy.decide(one, person)) continue
    const resource = linkTo(ticketType, { id: one.id, title: one.subject })
    await notify([person.id], {
      type: 'ticket_solved',
      actor: null,
      resource,
      ...event,
    })
  }
  return merged.map(({ id }) => ticketSolutions.message({ ticket_id: id, at, cause: `${cause}#${id}` }))
})
