import { newId } from '../platform/runtime/id.ts'
import type { Operation } from '../platform/table/operation.ts'
import { timestamp, optionalTime } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../platform/table/entity.ts'
import { users } from '../platform/identity/user.ts'

/** Longer than the message of a mail may wait among the dead letters, from where it can be sent again. */
export const keptSeconds = 15 * 86_400

/** What the words of each type need, beside the link that some have. */
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
  /** Names of files of a mail; `max` is how many are taken where it went, or `none`. */
  reply_without_files: { subject: string; files: string; max: string; in_reply_to: string | undefined }
}

/** Why nothing was made of a mail that somebody has sent here; of what is gone or hidden alike. */
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
])
export type MailType = keyof MailParams

const text = z.string().optional()

/** What the row of each mail has for being sent once. */
export const sendingFields = {
  version: z.int(),
  /** Until when a run that has begun to send it may be at work, in seconds since 1970. */
  claimed_until: z.int().default(0),
  /** When nothing was left to do: it was sent, or is not to be. */
  done_at: optionalTime,
}

/**
 * A mail to a person, as data: address and words are looked up when it is sent. Its row is written with the deed that
 * it tells of, and stays until long after it was sent, so that no deed is told twice (decision 0054).
 */
export const mails = entity({
  name: 'mail.mail',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    /** The address of a mail that does not go to the person's present one. */
    to: text,
    type: MailType,
    // no record, whose schema signing in would load for it alone
    params: z.object({
      at: text,
      until: text,
      provider: text,
      name: text,
      account: text,
      /** How many access tokens stay valid; counted when it is sent. */
      tokens: text,
      scopes: text,
      client: text,
      address: text,
      subject: text,
      reason: text,
      files: text,
      max: text,
      in_reply_to: text,
    }),
    /** What its reader has written, which it gives back; null once it was sent. */
    quote: z.orNull(z.string()),
    created_at: timestamp,
    ...sendingFields,
  }),
  key: keyWithin('user_id', users, ({ id }: { id: string }) => `mail#${id}`),
  expires: ({ created_at }) => Math.floor(Date.parse(created_at) / 1_000) + keptSeconds,
})

export type StoredMail = ThingOf<typeof mails>

/** A mail to be stored; `id` is that of the deed, if it may be told again. */
export const newMail = <T extends MailType>(
  user_id: string,
  type: T,
  params: MailParams[T],
  id = newId(),
): StoredMail => mails.make({ id, user_id, type, params: { ...params } })

/** The write that has a person told of something by mail: it goes into the transaction of the deed. */
export const toMail = <T extends MailType>(user_id: string, type: T, params: MailParams[T]): Operation =>
  mails.toCreate(newMail(user_id, type, params))
