import { resourceUrl } from '../../platform/http/app-urls.ts'
import type { Principal } from '../../platform/identity/policy.ts'
import { readablePages } from '../../wiki/page/access.ts'
import { pageType } from '../../wiki/page/page.ts'
import type { StoredTicketLink } from '../link/link.ts'
import { ticketSide } from './access.ts'
import { tickets, ticketType, type StoredTicket } from './ticket.ts'

export type MergeableTicket = Pick<StoredTicket, 'id' | 'linked' | 'merged'>

/** Returns true unless the merge behind a link has ended because the merged ticket was reopened. */
const isCurrent = (ticket: MergeableTicket, { type, id }: StoredTicketLink, other: StoredTicket) =>
  type === 'merged_into' ? ticket.merged?.into === id : other.merged?.into === ticket.id

/** Returns true for the link to a page. */
const leadsToPage = ({ type }: StoredTicketLink) => type === 'wiki_page'

const toRefs = (links: StoredTicketLink[]) => [...new Set(links.map(({ id }) => id))].map((id) => ({ id }))

/**
 * Returns a function that gives the links of these tickets to what the reader may see; one round trip, and another one
 * for pages.
 */
export const linkResolver = async (reader: Principal, listed: MergeableTicket[]) => {
  const links = listed.flatMap(({ linked }) => linked)
  const [found, foundPages] = await Promise.all([
    tickets.findMany(toRefs(links.filter((link) => !leadsToPage(link)))),
    readablePages(reader, toRefs(links.filter(leadsToPage))),
  ])
  const visible = new Map(
    found.flatMap((ticket) => (ticket && ticketSide(reader, ticket) ? [[ticket.id, ticket] as const] : [])),
  )
  const pages = new Map(foundPages.flatMap((page) => (page ? [[page.id, page] as const] : [])))

  /** Returns what a link leads to; undefined if the reader may not see it. */
  const resolve = (ticket: MergeableTicket, link: StoredTicketLink) => {
    const page = leadsToPage(link) && pages.get(link.id)
    if (page)
      return { number: null, title: page.title, url: resourceUrl({ type: pageType.type, id: page.id }) }
    const other = visible.get(link.id)
    if (!other || !isCurrent(ticket, link, other)) return undefined
    const { id, number, subject: title } = other
    return { number, title, url: resourceUrl({ type: ticketType.type, id }) }
  }
  return (ticket: MergeableTicket) =>
    ticket.linked.flatMap((link) => {
      const target = resolve(ticket, link)
      return target ? [{ ...link, ...target }] : []
    })
}
