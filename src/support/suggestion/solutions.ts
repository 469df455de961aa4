import { fold } from '../../language/fold.ts'
import { extractTerms } from '../../language/terms.ts'
import { splitWords } from '../../language/tokens.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import type { Hit } from '../../platform/search/query/page.ts'
import { findEverywhere } from '../../search/everywhere.ts'
import { isOpen, ownTicketSearchScope, tickets, ticketType, type StoredTicket } from '../ticket/ticket.ts'

export const maxSolutions = 5

/** Maximum number of characters of a description that are searched. */
const maxCharacters = 4_000

/** Maximum number of words to search for, and their length together: each word costs a read in each scope. */
const maxWords = 8
const maxWordCharacters = 200

/** Returns the significant words of a text, as written. */
const significantWords = (text: string): string[] => {
  const terms = new Set(extractTerms(text).map(({ word }) => word))
  const runs = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return runs.filter((run) => splitWords(run).some((word) => terms.has(word)))
}

/** Returns the words to search for: those of the subject first. */
const searchWords = (subject: string, description: string): string => {
  const words = [subject, description.slice(0, maxCharacters)].flatMap(significantWords)
  const distinct = new Map(words.map((word) => [fold(word), word]))
  return [...distinct.values()].slice(0, maxWords).join(' ').slice(0, maxWordCharacters)
}

/**
 * Returns, for each hit, true if it is a page, a lesson, or a solved ticket of the person as its requester. A merged
 * ticket is closed before its problem is solved.
 */
const acceptSolutions = async ({ id }: Actor, hits: Hit[]): Promise<boolean[]> => {
  const found = await tickets.findMany(hits.filter(({ type }) => type === ticketType.type))
  const isOwnSolved = (ticket: StoredTicket) =>
    ticket.requester.id === id && !isOpen(ticket) && !ticket.merged
  const solved = new Set(found.flatMap((ticket) => (ticket && isOwnSolved(ticket) ? [ticket.id] : [])))
  return hits.map((hit) => hit.type !== ticketType.type || solved.has(hit.id))
}

/**
 * Returns the pages, lessons and solved tickets of the caller that may help with a request, best first. The search
 * decides what the caller may read; an agent's own tickets are those that the agent requested.
 */
export const findSolutions = async (
  actor: Actor,
  { subject, description }: { subject: string; description: string | null },
) => {
  const q = searchWords(subject, description ?? '')
  const { items } = await findEverywhere(
    actor,
    {
      q,
      types: ['wiki_page', 'lesson', 'ticket'],
      restriction: {
        scopes: { ticket: [ownTicketSearchScope(actor.id)] },
        accept: (hits) => acceptSolutions(actor, hits),
      },
      isBrief: true,
    },
    { limit: maxSolutions },
  )
  if (items.length === 0) await (await import('../../search/gap/notes.ts')).noteGap(actor, q)
  return { items }
}
