import { environment } from '../../platform/runtime/environment.ts'
import { hashSecret, newSecret } from '../../platform/runtime/secret.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import { contacts, type StoredContact } from '../contact/contact.ts'
import { followMerges } from '../ticket/merge-target.ts'
import { tickets, type StoredTicket } from '../ticket/ticket.ts'

/**
 * Hash of the secret of a link to one ticket. Each mail has a secret of its own, and earlier links stay valid. They end
 * with the contact, also in the trash, and with the contact's email address.
 */
export const ticketLinks = entity({
  name: 'support.ticket_link',
  isInternal: true,
  schema: z.object({ ticket_id: z.string(), contact_id: z.string(), hash: z.string() }),
  key: keyWithin(
    'contact_id',
    contacts,
    ({ ticket_id, hash }: { ticket_id: string; hash: string }) => `link#${ticket_id}#${hash}`,
  ),
})

/** Returns the hash of a secret, bound to the address to which it is sent. */
const hashLink = (secret: string, { email }: Pick<StoredContact, 'email'>) =>
  hashSecret([secret, email].join(' '))

/** Returns a link with a new secret to a contact's ticket. The fragment is sent to no server. */
export const makeTicketLink = async (
  contact: Pick<StoredContact, 'id' | 'email'>,
  ticket_id: string,
): Promise<string> => {
  const secret = newSecret()
  await ticketLinks.create({ ticket_id, contact_id: contact.id, hash: hashLink(secret, contact) })
  return `${environment.publicUrl}/account/tickets#token=${ticket_id}.${secret}`
}

/**
 * Returns the ticket of a link and its contact; undefined for a wrong link, and while the contact is deleted. A link to
 * a ticket whose messages a merge moved leads to their new ticket, which has the same contact.
 */
export const findLinkedTicket = async (
  token: string,
): Promise<{ ticket: StoredTicket; contact: StoredContact } | undefined> => {
  const [ticket_id = '', secret = ''] = token.split('.')
  const ticket = await tickets.find({ id: ticket_id })
  const contact_id = ticket?.requester.contact_id
  const contact = contact_id ? await contacts.find({ id: contact_id }) : undefined
  if (!ticket || !contact) return undefined
  const hash = hashLink(secret, contact)
  const link = await ticketLinks.find({ ticket_id, contact_id: contact.id, hash })
  return link && { ticket: await followMerges(ticket), contact }
}
