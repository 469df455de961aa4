import { keptSeconds } from '../../mail/mail.ts'
import { derivedId } from '../../platform/runtime/id.ts'
import type { StoredTicketMessage } from '../ticket/ticket-message.ts'
import { isOpen, type StoredTicket } from '../ticket/ticket.ts'
import { contactMails } from './contact-mail.ts'

type Fields = Parameters<typeof contactMails.make>[0]

/**
 * Maximum age of an event that is mailed (ms): below the retention time of mails, so that a replay of old changes
 * cannot send a mail again whose row has expired.
 */
const maxAgeMilliseconds = (keptSeconds - 86_400) * 1_000

/** Stores the mail of an event, once however often the event is delivered. */
const storeMail = async (cause: string, at: string, fields: Fields): Promise<void> => {
  if (Date.parse(at) + maxAgeMilliseconds < Date.now()) return
  await contactMails.ensure(
    contactMails.make({ id: derivedId(Date.parse(at), cause), params: {}, ...fields }),
  )
}

/** Mails a public message of an agent to the contact whose ticket it belongs to. */
export const mailMessage = async (message: StoredTicketMessage): Promise<void> => {
  const { id: message_id, ticket_id, requester_id: contact_id, author, tells, created_at: at } = message
  if (tells !== 'contact' || message.is_internal) return
  const about = { contact_id, ticket_id, message_id, type: 'contact_message' as const }
  await storeMail(`contact-message#${message_id}`, at, { ...about, params: { name: author.name } })
}

/**
 * Mails the opening and the end of a ticket to its contact: its solution, or its merge into the open ticket of another
 * requester. `mailSolution` mails the solution of a merged ticket.
 */
export const mailTicket = async (before: StoredTicket | undefined, after: StoredTicket): Promise<void> => {
  const { id: ticket_id, requester, moved, merged, description_id: message_id, created_at } = after
  const { contact_id } = requester
  if (contact_id === null) return
  const about = { contact_id, ticket_id }
  const cause = `contact-ticket#${ticket_id}`
  if (!before) return storeMail(cause, created_at, { ...about, message_id, type: 'contact_ticket_opened' })
  const isEnd = moved && moved.version !== before.moved?.version && !isOpen(after)
  if (!isEnd || (merged ? merged.is_moved || merged.is_solved : !isOpen(before))) return
  const { type, params } = merged
    ? { type: 'contact_ticket_merged' as const, params: {} }
    : { type: 'contact_ticket_resolved' as const, params: { name: moved.by.name } }
  await storeMail(`${cause}#${moved.version}`, moved.at, { ...about, type, params })
}

/** Mails the contact of a merged ticket that its problem is solved; the mail does not name the person who solved it. */
export const mailSolution = async (
  { id: ticket_id, requester: { contact_id } }: StoredTicket,
  { at, cause }: { at: string; cause: string },
): Promise<void> => {
  if (contact_id === null) return
  const about = { contact_id, ticket_id, type: 'contact_ticket_resolved' as const }
  await storeMail(`contact-ticket#${cause}`, at, { ...about, params: { name: 'none' } })
}
