import { replyAddressFor } from '../../src/mail/reply-address.ts'
import { createTicket } from '../../src/support/endpoints/create-ticket.ts'
import type { BodyOf } from './call.ts'
import { rawMail, receive, type MailOptions } from './given-mail.ts'
import { givenContact, givenDesk } from './given-ticket.ts'
import { made } from './given.ts'
import { mailsTo, tokenIn } from './mailbox.ts'
import type { SignedIn } from './people.ts'
import { settle, type SettleOptions } from './world.ts'

type Contact = Awaited<ReturnType<typeof givenContact>>

/** Creates a ticket of a contact by an agent. */
export const givenContactTicket = (
  agent: SignedIn,
  contact: Contact,
  fields: Partial<BodyOf<typeof createTicket>> = {},
) => made(createTicket, { as: agent, body: { subject: 'It leaks', contact_id: contact.id, ...fields } })

/** Creates a desk, a contact, a ticket of the contact, and the token of its first mail. */
export const givenLinkedTicket = async (fields: Partial<BodyOf<typeof createTicket>> = {}) => {
  const desk = await givenDesk()
  const contact = await givenContact(desk.agent)
  const ticket = await givenContactTicket(desk.agent, contact, fields)
  await settle()
  const [mail] = await mailsTo(contact.email)
  return { ...desk, contact, ticket, token: mail ? tokenIn(mail) : '' }
}

export const replyAddressOf = async (contact: { id: string }, ticket: { id: string }) =>
  String(await replyAddressFor(contact.id, { type: 'ticket', id: ticket.id }))

/** Receives a mail written by a contact, and processes all consequences. */
export const mailFromContact = async (
  contact: Pick<Contact, 'name' | 'email'>,
  options: MailOptions,
  settling?: SettleOptions,
) => {
  await receive(Buffer.from(rawMail({ from: `${contact.name} <${contact.email}>`, ...options })))
  return settle(settling)
}
