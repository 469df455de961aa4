import type { Principal } from '../../platform/identity/policy.ts'
import type { MergeableTicket } from './link-resolution.ts'
import type { StoredTicketLink } from '../link/link.ts'

/** Returns true for the link to a page. */
export const leadsToPage = ({ type }: StoredTicketLink) => type === 'wiki_page'

/**
 * Returns tickets with their links to tickets that the reader may see. Takes one round trip; without links, takes none
 * and loads no code for them. Links to pages are left out: lists would need further round trips for them.
 */
export const withLinks = async <T extends MergeableTicket>(reader: Principal, listed: T[]) => {
  if (listed.every(({ linked }) => linked.every(leadsToPage)))
    return listed.map((ticket) => ({ ...ticket, links: [] }))
  const { linkResolver } = await import('./link-resolution.ts')
  const linksOf = await linkResolver(reader, listed)
  return listed.map((ticket) => ({ ...ticket, links: linksOf(ticket) }))
}
