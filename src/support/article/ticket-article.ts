import { withoutFiles } from '../../files/attachment/file-references.ts'
import type { Principal } from '../../platform/identity/policy.ts'
import { isAgent } from '../../platform/identity/user.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { maxContentBytes } from '../../wiki/page/content.ts'
import { allMessages, type StoredTicketMessage } from '../ticket/ticket-message.ts'
import { isOpen, ticketOpener, tickets, type StoredTicket } from '../ticket/ticket.ts'
import { nameRemover, withoutFraming } from './anonymous-text.ts'

const asQuote = (text: string) => text.replaceAll(/^/gm, '> ')

/** Returns the names of all people on a ticket, including the authors of internal messages. */
const namesOn = (ticket: StoredTicket, messages: StoredTicketMessage[]) => {
  const { requester, assignee, moved, given } = ticket
  const people = [requester, ticketOpener(ticket), assignee, moved?.by, given?.by]
  return [...people, ...messages.map(({ author }) => author)].flatMap((person) => person?.name ?? [])
}

/** Returns texts as one, without those that exceed the size of a page. */
const joinTexts = (texts: string[]): string => {
  let bytes = 0
  const fitting = texts.filter((text) => (bytes += Buffer.byteLength(text) + 2) <= maxContentBytes)
  return fitting.join('\n\n')
}

/** Loads a ticket, its public messages and the names of all people on it. */
export const findConversation = async (id: string) => {
  const [ticket, all] = await Promise.all([tickets.find({ id }), readAll(allMessages(id))])
  const messages = all.filter(({ is_internal }) => !is_internal)
  return ticket && { ticket, messages, names: namesOn(ticket, all) }
}

type Conversation = NonNullable<Awaited<ReturnType<typeof findConversation>>>

/**
 * Returns a ticket as an article in Markdown: its public messages, those of the requester as quotes, without greetings,
 * signatures, files, email addresses and the names of people on the ticket.
 */
export const toArticle = ({ ticket, messages, names }: Conversation): { title: string; content: string } => {
  const removeNames = nameRemover(names)
  const texts = messages.flatMap(({ author, text }) => {
    const words = withoutFraming(removeNames(withoutFiles(text)))
    if (words === '') return []
    return author.type === 'requester' ? asQuote(words) : words
  })
  return { title: removeNames(ticket.subject), content: joinTexts(texts) }
}

/**
 * Returns a solved ticket as an article; undefined if the ticket is not solved or is merged, or the reader is not an
 * agent.
 */
export const findTicketArticle = async (reader: Principal, id: string) => {
  const found = isAgent(reader) ? await findConversation(id) : undefined
  return found && !isOpen(found.ticket) && !found.ticket.merged ? toArticle(found) : undefined
}
