import { resourceUrl } from '../../platform/http/app-urls.ts'
import type { Principal } from '../../platform/identity/policy.ts'
import { presentTicket, requireTicket, ticketSide } from './access.ts'
import type { StoredTicketLink } from '../link/link.ts'
import { tickets, ticketType, type StoredTicket } from './ticket.ts'

type Linked = Pick<StoredTicket, 'id' | 'linked' | 'merged'>

/** Returns true unless the merge behind a link has ended because the merged ticket was reopened. */
const isCurrent = (ticket: Linked, { type, id }: StoredTicketLink, other: StoredTicket) =>
  type === 'merged_into' ? ticket.merged?.into === id : other.merged?.into === ticket.id

/**
 * Returns tickets with their links to tickets that the reader may see. Takes one round trip, none if there are no
 * links.
 */
export const withLinks = async <T extends Linked>(reader: Principal, listed: T[]) => {
  const ids = [...new Set(listed.flatMap(({ linked }) => linked.map(({ id }) => id)))]
  const found = ids.length === 0 ? [] : await tickets.findMany(ids.map((id) => ({ id })))
  const visible = new Map(
    found.flatMap((ticket) => (ticket && ticketSide(reader, ticket) ? [[ticket.id, ticket] as const] : [])),
  )
  return listed.map((ticket) => ({
    ...ticket,
    links: ticket.linked.flatMap((link) => {
      const other = visible.get(link.id)
      if (!other || !isCurrent(ticket, link, other)) return []
      const { id, number, subject: title } = other
      return [{ type: link.type, id, number, title, url: resourceUrl({ type: ticketType.type, id }) }]
    }),
  }))
}

/** Returns a ticket as a reader sees it; throws 404 if it does not exist or they may not see it. */
export const presentWithLinks = async (reader: Principal, ticket: StoredTicket | undefined) => {
  const [presented] = await withLinks(reader, [presentTicket(requireTicket(reader, ticket))])
  return presented as NonNullable<typeof presented>
}
