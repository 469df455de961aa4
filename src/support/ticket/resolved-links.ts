import type { Principal } from '../../platform/identity/policy.ts'
import type { MergeableTicket } from './link-resolution.ts'
import { maxListedLinks, type StoredTicketLink } from '../link/link.ts'

/** Returns true for the link to a page. */
export const leadsToPage = ({ type }: StoredTicketLink) => type === 'wiki_page'

/**
 * Returns tickets with their newest links, at most `most`, to tickets that the reader may see. Takes one round trip;
 * without links, takes none and loads no code for them. Links to pages are left out: lists would need further round
 * trips for them.
 */
export const withLinks = async <T extends MergeableTicket>(
  reader: Principal,
  listed: T[],
  most = maxListedLinks,
) => {
  if (listed.every(({ linked }) => linked.every(leadsToPage)))
    return listed.map((ticket) => ({ ...ticket, links: [] }))
  const { linkResolver } = await import('./link-resolution.ts')
  const newest = listed.map(({ id, merged, linked }) => ({
    id,
    merged,
    linked: linked.filter((link) => !leadsToPage(link)).slice(-most),
  }))
  const linksOf = await linkResolver(reader, newest)
  return listed.map((ticket, index) => ({ ...ticket, links: linksOf(newest[index] ?? ticket) }))
}
