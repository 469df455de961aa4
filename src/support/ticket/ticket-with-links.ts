import type { Principal } from '../../platform/identity/policy.ts'
import { leadsToPage, maxLinks } from '../link/link.ts'
import { presentTicket, requireTicket } from './access.ts'
import { withLinks } from './resolved-links.ts'
import type { StoredTicket } from './ticket.ts'

/** Returns the links of a ticket to pages that the reader may read; loads no code if there are none. */
const findPageLinks = async (reader: Principal, { linked }: StoredTicket) => {
  const links = linked.filter(leadsToPage)
  if (links.length === 0) return []
  const { resolvePageLinks } = await import('./page-links.ts')
  return resolvePageLinks(reader, links)
}

/** Returns a ticket as a reader sees it; throws 404 if it does not exist or they may not see it. */
export const presentWithLinks = async (reader: Principal, found: StoredTicket | undefined) => {
  const seen = requireTicket(reader, found)
  const [[presented], pages] = await Promise.all([
    withLinks(reader, [presentTicket(seen)], maxLinks),
    findPageLinks(reader, seen.ticket),
  ])
  const ticket = presented as NonNullable<typeof presented>
  return { ...ticket, links: [...ticket.links, ...pages] }
}
