import { newId } from '../platform/runtime/id.ts'
import type { Operation } from '../platform/table/operation.ts'
import { timestamp, optionalTime } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../platform/table/entity.ts'
import { users } from '../platform/identity/user.ts'

/**
 * Retention time of a mail (s): longer than its message may wait among the dead letters, from where it can be sent
 * again.
 */
export const keptSeconds = 15 * 86_400

/** Parameters of the texts by mail type; the link of some types is not among them. */
export interface MailParams {
  invitation: { until: string }
  password_reset: { until: string }
  password_changed: { at: string }
  email_changed: { at: string; until: string }
  token_created: { name: string; account: string; scopes: string; at: string }
  identity_linked: { provider: string; at: string }
  token_expiring: { name: string; until: string }
  sign_in_new: { client: string; address: string; at: string }
  reply_refused: { subject: string; reason: RefusalReason; in_reply_to: string | undefined }
  /** Names of the files of a mail; `max` is the number of files accepted at its destination, or `none`. */
  reply_without_files: { subject: string; files: string; max: string; in_reply_to: string | undefined }
  /**
   * Mails to a contact; `channel` is `email` if the contact can also reply by email, `closed` if the ticket accepts no
   * replies, else `none`.
   */
  contact_ticket_opened: { subject: string; channel: string }
  /** `files` are the names of the attached files, or `none`. */
  contact_message: { subject: string; name: string; files: string; channel: string }
  contact_ticket_merged: { subject: string; channel: string }
  /** `name` is the person who solved the ticket, or `none` for a merged ticket. */
  contact_ticket_resolved: { subject: string; name: string; channel: string }
}

/** Reason why a received mail was rejected. Missing and hidden resources have the same reason. */
export type RefusalReason = 'unavailable' | 'closed' | 'too_large' | 'unreadable' | 'other'

const MailType = z.enum([
  'invitation',
  'password_reset',
  'password_changed',
  'email_changed',
  'token_created',
  'identity_linked',
  'token_expiring',
  'sign_in_new',
  'reply_refused',
  'reply_without_files',
  'contact_ticket_opened',
  'contact_message',
  'contact_ticket_merged',
  'contact_ticket_resolved',
])
export type MailType = keyof MailParams

const text = z.string().optional()

/** Fields of every mail row by which a mail is sent only once. */
export const sendingFields = {
  version: z.int(),
  /** End of the claim of a run that is sending the mail, in seconds since 1970. */
  claimed_until: z.int().default(0),
  /** Time when the mail was sent, or found not to be sent. */
  done_at: optionalTime,
}

/**
 * A mail to a user, stored as data: address and text are resolved when it is sent. Its row is written in the
 * transaction of the event and kept until long after sending, so that no event is mailed twice (decision 0054).
 */
export const mails = entity({
  name: 'mail.mail',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    /** Address of a mail that does not go to the user's current address. */
    to: text,
    type: MailType,
    // not z.record, whose schema signing in would load for this field only
    params: z.object({
      at: text,
      until: text,
      provider: text,
      name: text,
      account: text,
      /** Number of access tokens that stay valid; counted when the mail is sent. */
      tokens: text,
      scopes: text,
      client: text,
      address: text,
      subject: text,
      reason: text,
      files: text,
      max: text,
      channel: text,
      in_reply_to: text,
    }),
    /** Text of the reader's own mail, which this mail quotes; null after sending. */
    quote: z.orNull(z.string()),
    created_at: timestamp,
    ...sendingFields,
  }),
  key: keyWithin('user_id', users, ({ id }: { id: string }) => `mail#${id}`),
  expires: ({ created_at }) => Math.floor(Date.parse(created_at) / 1_000) + keptSeconds,
})

export type StoredMail = ThingOf<typeof mails>

/** Returns a mail to store; `id` must be derived from the event if the event may be retried. */
export const newMail = <T extends MailType>(
  user_id: string,
  type: T,
  params: MailParams[T],
  id = newId(),
): StoredMail => mails.make({ id, user_id, type, params: { ...params } })

/** Returns the write that mails a user about an event, for the transaction of the event. */
export const toMail = <T extends MailType>(user_id: string, type: T, params: MailParams[T]): Operation =>
  mails.toCreate(newMail(user_id, type, params))
