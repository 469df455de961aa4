import { resourceUrl } from '../../platform/http/app-urls.ts'
import type { Principal } from '../../platform/identity/policy.ts'
import { leadsToPage, type StoredTicketLink } from '../link/link.ts'
import { ticketSide } from './access.ts'
import { tickets, ticketType, type StoredTicket } from './ticket.ts'

export type MergeableTicket = Pick<StoredTicket, 'id' | 'linked' | 'merged'>

/** Returns true unless the merge behind a link has ended because the merged ticket was reopened. */
const isCurrent = (ticket: MergeableTicket, { type, id }: StoredTicketLink, other: StoredTicket) =>
  type === 'merged_into' ? ticket.merged?.into === id : other.merged?.into === ticket.id

/** Returns tickets with their newest links, at most `most`, to tickets that the reader may see; one round trip. */
export const resolveTicketLinks = async <T extends MergeableTicket>(
  reader: Principal,
  listed: T[],
  most: number,
) => {
  const newestLinks = ({ linked }: T) => linked.filter((link) => !leadsToPage(link)).slice(-most)
  const ids = new Set(listed.flatMap(newestLinks).map(({ id }) => id))
  const found = await tickets.findMany([...ids].map((id) => ({ id })))
  const visible = new Map(
    found.flatMap((ticket) => (ticket && ticketSide(reader, ticket) ? [[ticket.id, ticket] as const] : [])),
  )
  return listed.map((ticket) => ({
    ...ticket,
    links: newestLinks(ticket).flatMap((link) => {
      const other = visible.get(link.id)
      if (!other || !isCurrent(ticket, link, other)) return []
      const { id, number, subject: title } = other
      return [{ type: link.type, id, number, title, url: resourceUrl({ type: ticketType.type, id }) }]
    }),
  }))
}
