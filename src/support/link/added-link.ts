import { problem } from '../../platform/runtime/problem.ts'
import { leadsToPage, maxLinks, type StoredTicketLink } from './link.ts'

export const tooManyTicketLinks = problem(
  'support.too_many_ticket_links',
  409,
  `A ticket can have at most ${maxLinks} links.`,
)

/** Returns the links without those to deleted pages. Loaded on demand, since few tickets have all links. */
const withoutDeletedPages = async (links: StoredTicketLink[]) => {
  const { pages } = await import('../../wiki/page/page.ts')
  const found = await pages.findMany(links)
  return links.filter((link, index) => !leadsToPage(link) || found[index] !== undefined)
}

/** Returns the links of a ticket with another one; throws 409 if there are too many, not counting deleted pages. */
export const linkedWith = async ({ linked }: { linked: StoredTicketLink[] }, link: StoredTicketLink) => {
  const others = linked.filter(({ type, id }) => type !== link.type || id !== link.id)
  const kept = others.length < maxLinks ? others : await withoutDeletedPages(others)
  if (kept.length >= maxLinks) throw tooManyTicketLinks()
  return [...kept, link]
}
