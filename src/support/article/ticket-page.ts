import { problemDocs } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { now } from '../../platform/runtime/time.ts'
import { addPage } from '../../wiki/page/creation.ts'
import { NewPage, pages } from '../../wiki/page/page.ts'
import { linkedWith } from '../link/added-link.ts'
import { leadsToPage } from '../link/link.ts'
import { agentsOnly, requireTicket } from '../ticket/access.ts'
import { notSolved } from '../ticket/rating.ts'
import { ticketMerged } from '../ticket/status-changes.ts'
import { isOpen, tickets, type StoredTicket } from '../ticket/ticket.ts'
import { findConversation, toArticle } from './ticket-article.ts'

export const ticketPageExists = problem('support.ticket_page_exists', 409, {
  wording: (id: string) =>
    `The page "${id}" was created from this ticket; delete it before creating another.`,
  docs: problemDocs({
    meaning: 'A page that was created from this ticket still exists; the detail has its ID.',
    example: ['01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11'],
  }),
})

/** Throws 409 if the ticket is not solved, is merged, or has another page that has not been deleted. */
const requirePageless = async (ticket: StoredTicket, page_id: string): Promise<void> => {
  if (ticket.merged) throw ticketMerged()
  if (isOpen(ticket)) throw notSolved('a page can be created from it')
  const linked = ticket.linked.filter((link) => leadsToPage(link) && link.id !== page_id)
  const [page] = (await pages.findMany(linked)).filter((one) => one !== undefined)
  if (page) throw ticketPageExists(page.id)
}

/**
 * Creates a draft from a solved ticket and links both, in one transaction. Throws 404 and 403 for a ticket, 422 and 403
 * for a space, and 409 if the ticket is not solved, is merged, or has a page.
 */
export const addTicketPage = async (agent: Actor, id: string, space_id: string) => {
  const found = await findConversation(id)
  const { side } = requireTicket(agent, found?.ticket)
  if (!found || side !== 'agent')
    throw agentsOnly('create pages from tickets, and only from those of other people')
  const article = toArticle(found)

  const toLink = async (page_id: string, attempt: number) => {
    const current = attempt === 0 ? found.ticket : await tickets.get({ id })
    await requirePageless(current, page_id)
    const linked = await linkedWith(current, { type: 'wiki_page', id: page_id })
    return [tickets.toUpdate(current, { linked, handled_at: now() })]
  }
  const page = await addPage(agent, NewPage.parse({ space_id, status: 'draft', ...article }), toLink)
  return { ...page, content: article.content }
}
