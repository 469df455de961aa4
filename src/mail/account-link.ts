import { users, type StoredUser } from '../platform/identity/user.ts'
import { environment } from '../platform/runtime/environment.ts'
import { epochSeconds } from '../platform/runtime/time.ts'
import * as z from '../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../platform/table/entity.ts'
import type { Operation } from '../platform/table/operation.ts'
import { writeItem } from '../platform/table/table.ts'
import { hashSecret, newSecret } from '../platform/runtime/secret.ts'
import { mails, newMail, type StoredMail } from './mail.ts'

/** Purposes of such links, and their lifetimes (s). */
const lifetimes = { invitation: 7 * 86_400, password_reset: 3_600 }

/** Period for which requests for a reset are counted (s). */
const hourSeconds = 3_600

/**
 * The newest link by which a user may choose a password. Only the mail has the secret, which is generated for each
 * attempt to send it. Hashes of all attempts are kept, because no attempt can know if SES has sent the previous one.
 */
export const accountLinks = entity({
  name: 'mail.account_link',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    mail_id: z.string(),
    hashes: z.array(z.string()),
    /** Expiry time, in seconds since 1970. */
    until: z.int(),
    /** Times of the latest requests for a reset, in seconds since 1970. */
    asked: z.array(z.int()),
    version: z.int(),
  }),
  key: keyWithin('user_id', users, () => 'account-link'),
  expires: ({ until }) => until + hourSeconds,
})

type AccountLink = ThingOf<typeof accountLinks>

/** Maximum number of password reset mails per user and hour. */
const maxMails = 3

const toSendLink = (user_id: string, type: keyof typeof lifetimes, asked: number[], last?: AccountLink) => {
  const until = epochSeconds() + lifetimes[type]
  const mail = newMail(user_id, type, { until: new Date(until * 1_000).toISOString() })
  const link = { mail_id: mail.id, hashes: [], until, asked }
  const stored = last
    ? accountLinks.toUpdate(last, link)
    : accountLinks.toCreate(accountLinks.make({ user_id, ...link }))
  return [stored, mails.toCreate(mail)] satisfies Operation[]
}

/** Returns the writes that invite a new user by mail. */
export const toInvite = (user_id: string): Operation[] => toSendLink(user_id, 'invitation', [])

/** Returns the writes that invite a user again; the link of the previous invitation becomes invalid. */
export const toInviteAgain = async (user_id: string): Promise<Operation[]> =>
  toSendLink(user_id, 'invitation', [], await accountLinks.find({ user_id }))

/** Returns the writes that send a user a link for a new password; none if they got three within the last hour. */
export const toSendReset = async (user_id: string): Promise<Operation[]> => {
  const last = await accountLinks.find({ user_id })
  const now = epochSeconds()
  const asked = (last?.asked ?? []).filter((time) => time > now - hourSeconds)
  if (asked.length >= maxMails) return []
  return toSendLink(user_id, 'password_reset', [...asked, now], last)
}

/**
 * Returns the hash of a secret, bound to the email address and the epoch of the user, so that a change of either
 * invalidates the link. A former mailbox, or one named by mistake, then has no link to the account.
 */
const hashLinkSecret = (secret: string, { email, epoch }: StoredUser): string =>
  hashSecret([secret, epoch, email].join(' '))

/**
 * Returns the URL of a link for this user, with a new secret; undefined if the link has been replaced or has expired.
 */
export const makeLink = async ({ id, type }: StoredMail, user: StoredUser): Promise<string | undefined> => {
  const user_id = user.id
  const secret = newSecret()
  const last = await accountLinks.find({ user_id })
  if (last?.mail_id !== id || last.until <= epochSeconds()) return undefined
  await writeItem(accountLinks.toUpdate(last, { hashes: [...last.hashes, hashLinkSecret(secret, user)] }))
  // the fragment is sent to no server
  const page = type === 'invitation' ? 'invitation' : 'reset'
  return `${environment.publicUrl}/account/${page}#token=${user_id}.${secret}`
}

/**
 * Returns the user of a link, and the write that uses the link up. Returns undefined for a token that is wrong, used,
 * expired or replaced, and for a user who has changed their address or password since, or is inactive.
 */
export const findLink = async (token: string) => {
  const [user_id = '', secret = ''] = token.split('.')
  const [link, user] = await Promise.all([accountLinks.find({ user_id }), users.find({ id: user_id })])
  if (!user || !link || link.until <= epochSeconds() || !link.hashes.includes(hashLinkSecret(secret, user)))
    return undefined
  return { user, toUse: accountLinks.toUpdate(link, { hashes: [], until: epochSeconds() }) }
}
