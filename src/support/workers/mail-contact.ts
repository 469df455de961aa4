import { emailFor } from '../../mail/catalogue.ts'
import { replyAddressFor } from '../../mail/reply-address.ts'
import { sendOnce } from '../../mail/send-once.ts'
import { outgoingMailHeaders } from '../../mail/headers.ts'
import { sendEmail } from '../../platform/aws/email.ts'
import { worker } from '../../platform/events/worker.ts'
import { mailEnvironment } from '../../platform/runtime/environment.ts'
import { contacts, type StoredContact } from '../contact/contact.ts'
import { contactMails, type ContactMail } from '../correspondence/contact-mail.ts'
import { makeTicketLink } from '../correspondence/ticket-link.ts'
import { findMovedMessage, followMerges } from '../ticket/merge-target.ts'
import { outgoingContactMails } from '../queues.ts'
import { ticketMessages } from '../ticket/ticket-message.ts'
import { tickets, ticketType } from '../ticket/ticket.ts'

/** Maximum length of the list of a message's files in a mail (characters). */
const maxFilesCharacters = 500

/** Returns the ticket-dependent parts of a mail; undefined if the mail belongs to no ticket. */
const loadTicketParts = async (contact: StoredContact, { ticket_id, message_id: id }: ContactMail) => {
  if (ticket_id === null) return undefined
  const key = id === null ? undefined : { id, is_internal: false }
  const [found, unmoved, link, replyTo] = await Promise.all([
    tickets.get({ id: ticket_id }),
    key && ticketMessages.find({ ...key, ticket_id }),
    makeTicketLink(contact, ticket_id),
    replyAddressFor(contact.id, { type: ticketType.type, id: ticket_id }),
  ])
  const message = unmoved ?? (key && (await findMovedMessage(found, key)))
  const ticket = await followMerges(found)
  const isClosed = ticket.status === 'closed'
  const names = (message?.attachments ?? []).map(({ name }) => name).join(', ')
  return {
    link,
    replyTo: isClosed ? undefined : replyTo,
    quote: message?.text ?? null,
    params: {
      subject: `#${ticket.number} ${ticket.subject}`,
      files: names === '' ? 'none' : names.slice(0, maxFilesCharacters).toWellFormed(),
      channel: isClosed ? 'closed' : replyTo === undefined ? 'none' : 'email',
    },
  }
}

/**
 * Sends a mail to its contact, in the language of people without a preference; not to a deleted contact, nor to an
 * address that has refused mail.
 */
const deliverToContact = async (mail: ContactMail): Promise<void> => {
  const contact = await contacts.find({ id: mail.contact_id })
  if (mailEnvironment.from === undefined || contact?.email_status !== 'ok') return
  const parts = await loadTicketParts(contact, mail)
  const reader = { name: contact.name, locale: null, timezone: 'UTC' }
  const content = {
    type: mail.type,
    params: { ...mail.params, ...parts?.params },
    quote: parts ? parts.quote : mail.quote,
  }
  await sendEmail({
    user_id: contact.id,
    to: contact.email,
    replyTo: parts?.replyTo,
    headers: outgoingMailHeaders(mail),
    ...(await emailFor(reader, content, parts?.link)),
  })
}

export const mailContact = worker(outgoingContactMails, {}, async (key) => {
  await sendOnce(contactMails, key, deliverToContact, { ended: { quote: null } })
})
