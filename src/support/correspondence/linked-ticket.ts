import { docs, problemDocs } from '#docs'
import { withPresentAttachments } from '../../files/attachment/present-attachments.ts'
import { throttledNetwork } from '../../platform/http/request/network.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { setOrigin } from '../../platform/runtime/origin.ts'
import { epochSeconds } from '../../platform/runtime/time.ts'
import {
  answeredArray,
  answeredId,
  answeredName,
  answeredText,
  timestamp,
} from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { newestFirst, readList } from '../../platform/table/list/list.ts'
import { ticketAnswerLimit, ticketLinkLimit } from '../../users/attempt-limits.ts'
import { countFailure, failureCounts, windowWording, type Limit } from '../../users/failure-count.ts'
import { publicMessages, TicketMessage } from '../ticket/ticket-message.ts'
import { Ticket, type StoredTicket } from '../ticket/ticket.ts'
import { contactActor } from './contact-actor.ts'
import { findLinkedTicket } from './ticket-link.ts'

/** Maximum number of messages shown on the page of a ticket. */
const maxMessages = 100

export const LinkedMessage = z.described(docs('A message of a linked ticket.', { id: 'LinkedMessage' }), {
  id: answeredId.meta(docs('ID of the message.')),
  author: z.enum(['requester', 'agent']).meta(docs('Side of the author: requester or agent.')),
  author_name: answeredName.meta(docs('Name of the author.')),
  text: answeredText(50_000).meta(docs('Text, in Markdown.')),
  attachments: TicketMessage.shape.attachments,
  created_at: timestamp.meta(docs('Time of creation.')),
})

export const LinkedTicket = z.described(docs('A ticket as its link shows it.', { id: 'LinkedTicket' }), {
  number: Ticket.shape.number,
  subject: Ticket.shape.subject,
  status: Ticket.shape.status,
  messages: answeredArray(LinkedMessage, maxMessages).meta(
    docs(`The newest ${maxMessages} public messages, oldest first.`),
  ),
  truncated: z.boolean().meta(docs('True if there are older messages.')),
})

export const linkToken = z
  .string()
  .max(200)
  .meta(
    docs('The part of the link after `#token=`.', {
      examples: ['01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11.Bz3qKx7mWvT1'],
    }),
  )

export const ticketLinkInvalid = problem('support.ticket_link_invalid', 422, {
  wording: 'The "token" is invalid or no longer works; use the link of the newest email.',
  docs: problemDocs({
    meaning: 'The token is wrong, or its contact has been deleted or has another address.',
  }),
})

export const tooManyLinks = problem('support.too_many_links', 429, {
  wording: windowWording('Too many requests; please try again later.'),
  docs: problemDocs({
    meaning:
      'Within an hour, more than 20 wrong links to tickets were used from this network address, or more than 20 ' +
      'messages were sent by the links to this ticket.',
    example: [0],
  }),
})

/** Counts a request; throws 429 if the limit is reached. */
const requireWithinLimit = async (limit: Limit): Promise<void> => {
  // without reading the count first: most windows begin with this request
  if (await countFailure(limit, undefined)) return
  throw tooManyLinks((await failureCounts.find(limit))?.until ?? epochSeconds())
}

/** Returns the ticket and the contact of a link; throws 422, and 429 after many wrong links. */
export const requireLinkedTicket = async (token: string, address: string) => {
  const found = await findLinkedTicket(token)
  if (found) return found
  await requireWithinLimit(ticketLinkLimit(throttledNetwork(address)))
  throw ticketLinkInvalid()
}

/** Returns the contact of a link as the actor of a message, and counts the message; throws 429. */
export const requireAnswerer = async ({ id }: StoredTicket, contact: Pick<Actor, 'id' | 'name'>) => {
  await requireWithinLimit(ticketAnswerLimit(id))
  setOrigin({ actor_id: contact.id })
  return contactActor(contact)
}

export const presentLinkedMessage = <T extends Pick<z.output<typeof TicketMessage>, 'author'>>({
  author,
  ...message
}: T) => ({
  ...message,
  author: author.type,
  author_name: author.name,
})

/** Returns a ticket with its public messages. */
export const presentLinkedTicket = async ({ id, number, subject, status }: StoredTicket) => {
  const { items, next_cursor } = await readList(newestFirst(publicMessages(id)), { limit: maxMessages })
  const messages = (await withPresentAttachments(items)).map(presentLinkedMessage).reverse()
  return { number, subject, status, messages, truncated: next_cursor !== null }
}
