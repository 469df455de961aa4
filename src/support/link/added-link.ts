import { problem } from '../../platform/runtime/problem.ts'
import { maxLinks, type StoredTicketLink } from './link.ts'

export const tooManyTicketLinks = problem(
  'support.too_many_ticket_links',
  409,
  `A ticket can have at most ${maxLinks} links.`,
)

/** Returns the links of a ticket with another one; throws 409 if there are too many. */
export const linkedWith = ({ linked }: { linked: StoredTicketLink[] }, link: StoredTicketLink) => {
  const others = linked.filter(({ type, id }) => type !== link.type || id !== link.id)
  if (others.length >= maxLinks) throw tooManyTicketLinks()
  return [...others, link]
}
