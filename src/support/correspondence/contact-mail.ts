import { keptSeconds, sendingFields, mails, type MailParams } from '../../mail/mail.ts'
import { optionalText, timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { contacts } from '../contact/contact.ts'

const { params, type, quote } = mails.schema.shape

/**
 * A mail to a contact. The text is loaded at sending time, from the message or the ticket's description. The ID is
 * derived from the cause of the mail, so that no event is mailed twice.
 */
export const contactMails = entity({
  name: 'support.contact_mail',
  schema: z.object({
    id: z.string(),
    contact_id: z.string(),
    /** Ticket to which the mail links; null for an answer to a mail that belongs to no ticket. */
    ticket_id: optionalText,
    message_id: optionalText,
    type,
    params,
    quote,
    created_at: timestamp,
    ...sendingFields,
  }),
  key: keyWithin('contact_id', contacts, ({ id }: { id: string }) => `mail#${id}`),
  expires: ({ created_at }) => Math.floor(Date.parse(created_at) / 1_000) + keptSeconds,
})

export type ContactMail = ThingOf<typeof contactMails>

type ReplyType = 'reply_refused' | 'reply_without_files'

/** A mail in answer to a received mail. */
export type ReplyMail = {
  [Type in ReplyType]: Pick<ContactMail, 'id' | 'quote'> & { type: Type; params: MailParams[Type] }
}[ReplyType]

/** Stores a mail that answers a contact's mail, unless one with this ID is stored already. */
export const answerContact = async (contact_id: string, reply: ReplyMail): Promise<void> => {
  await contactMails.ensure(contactMails.make({ contact_id, ...reply, params: { ...reply.params } }))
}
