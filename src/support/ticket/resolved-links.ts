import type { Principal } from '../../platform/identity/policy.ts'
import { presentTicket, requireTicket } from './access.ts'
import type { MergeableTicket } from './link-resolution.ts'
import type { StoredTicket } from './ticket.ts'

/**
 * Returns tickets with their links to tickets that the reader may see. Takes one round trip; without links, takes none
 * and loads no code for them.
 */
export const withLinks = async <T extends MergeableTicket>(reader: Principal, listed: T[]) => {
  if (listed.every(({ linked }) => linked.length === 0))
    return listed.map((ticket) => ({ ...ticket, links: [] }))
  const { linkResolver } = await import('./link-resolution.ts')
  const linksOf = await linkResolver(reader, listed)
  return listed.map((ticket) => ({ ...ticket, links: linksOf(ticket) }))
}

/** Returns a ticket as a reader sees it; throws 404 if it does not exist or they may not see it. */
export const presentWithLinks = async (reader: Principal, ticket: StoredTicket | undefined) => {
  const [presented] = await withLinks(reader, [presentTicket(requireTicket(reader, ticket))])
  return presented as NonNullable<typeof presented>
}
