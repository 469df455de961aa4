import type { Reader } from '../../platform/resource.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { isAgent, ticketPolicy } from './access.ts'
import { publicMessages } from './ticket-message.ts'
import { tickets, type TicketStatus } from './ticket.ts'

const solvedStatuses: ReadonlySet<TicketStatus> = new Set(['resolved', 'closed'])

/** Minimum length of a part of a name that is removed on its own. */
const minNamePart = 2

/** Returns a text without these names and their parts; each becomes an ellipsis. */
const withoutNames = (text: string, names: Iterable<string>): string => {
  const parts = [...names].flatMap((name) => [name, ...name.split(/\s+/)])
  const longest = [...new Set(parts)]
    .filter(({ length }) => length >= minNamePart)
    .toSorted((a, b) => b.length - a.length)
  if (longest.length === 0) return text
  const anyName = new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${longest.map((name) => RegExp.escape(name)).join('|')})(?![\\p{L}\\p{N}])`,
    'gu',
  )
  return text.replaceAll(anyName, '…')
}

const asQuote = (text: string) => text.replaceAll(/^/gm, '> ')

/**
 * Returns a solved ticket as an article in Markdown: its public messages, those of the requester as quotes, without
 * names of the people who wrote them. Undefined if the ticket is not solved or the reader is not an agent.
 */
export const findTicketArticle = async (
  reader: Reader,
  id: string,
): Promise<{ title: string; content: string } | undefined> => {
  const [ticket, messages] = await Promise.all([tickets.find({ id }), readAll(publicMessages(id))])
  if (!ticket || !isAgent(reader) || !ticketPolicy.decide(ticket, reader)) return undefined
  if (!solvedStatuses.has(ticket.status)) return undefined
  const names = new Set([ticket.requester.name, ...messages.map(({ author }) => author.name)])
  const texts = messages.map(({ author, text }) => (author.type === 'requester' ? asQuote(text) : text))
  return {
    title: withoutNames(ticket.subject, names),
    content: withoutNames(texts.join('\n\n'), names),
  }
}
