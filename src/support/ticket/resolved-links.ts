import type { Principal } from '../../platform/identity/policy.ts'
import { leadsToPage, maxListedLinks } from '../link/link.ts'
import type { MergeableTicket } from './link-resolution.ts'

/**
 * Returns tickets with their newest links, at most `most`, to tickets that the reader may see. Takes one round trip;
 * without links, takes none and loads no code for them. Links to pages are left out: lists would need further round
 * trips for them.
 */
export const withLinks = async <T extends MergeableTicket>(
  reader: Principal,
  listed: T[],
  most = maxListedLinks,
) =>
  listed.every(({ linked }) => linked.every(leadsToPage))
    ? listed.map((ticket) => ({ ...ticket, links: [] }))
    : (await import('./link-resolution.ts')).resolveTicketLinks(reader, listed, most)
