import { resourceUrl } from '../../platform/http/app-urls.ts'
import type { Principal } from '../../platform/identity/policy.ts'
import type { StoredTicketLink } from '../link/link.ts'
import { ticketSide } from './access.ts'
import { tickets, ticketType, type StoredTicket } from './ticket.ts'

export type MergeableTicket = Pick<StoredTicket, 'id' | 'linked' | 'merged'>

/** Returns true unless the merge behind a link has ended because the merged ticket was reopened. */
const isCurrent = (ticket: MergeableTicket, { type, id }: StoredTicketLink, other: StoredTicket) =>
  type === 'merged_into' ? ticket.merged?.into === id : other.merged?.into === ticket.id

/** Returns a function that gives the links of these tickets to tickets that the reader may see; one round trip. */
export const linkResolver = async (reader: Principal, listed: MergeableTicket[]) => {
  const ids = [...new Set(listed.flatMap(({ linked }) => linked.map(({ id }) => id)))]
  const found = await tickets.findMany(ids.map((id) => ({ id })))
  const visible = new Map(
    found.flatMap((ticket) => (ticket && ticketSide(reader, ticket) ? [[ticket.id, ticket] as const] : [])),
  )
  return (ticket: MergeableTicket) =>
    ticket.linked.flatMap((link) => {
      const other = visible.get(link.id)
      if (!other || !isCurrent(ticket, link, other)) return []
      const { id, number, subject: title } = other
      return [{ type: link.type, id, number, title, url: resourceUrl({ type: ticketType.type, id }) }]
    })
}
