import { users, type StoredUser } from '../platform/identity/user.ts'
import { environment } from '../platform/runtime/environment.ts'
import { epochSeconds } from '../platform/runtime/time.ts'
import * as z from '../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../platform/table/entity.ts'
import type { Operation } from '../platform/table/operation.ts'
import { writeItem } from '../platform/table/table.ts'
import { hashOf, newSecret } from '../platform/runtime/secret.ts'
import { mails, newMail, type StoredMail } from './mail.ts'

/** What such a link is sent for, and how long it is good, in seconds. */
const lifetimes = { invitation: 7 * 86_400, password_reset: 3_600 }

/** Until when resets that were asked for are counted, in seconds. */
const hourSeconds = 3_600

/**
 * The link by which somebody may choose a password, the newest alone. Nobody but the mail has its secret, which is made
 * when that is sent and kept as a hash: of each attempt, since none can know whether SES has sent the one before.
 */
export const accountLinks = entity({
  name: 'mail.account_link',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    mail_id: z.string(),
    hashes: z.array(z.string()),
    /** When it ends, in seconds since 1970. */
    until: z.int(),
    /** When the latest resets were asked for, in seconds since 1970. */
    asked: z.array(z.int()),
    version: z.int(),
  }),
  key: keyWithin('user_id', users, () => 'account-link'),
  expires: ({ until }) => until + hourSeconds,
})

type AccountLink = ThingOf<typeof accountLinks>

/** How many mails for a new password a person gets in an hour. */
const maxMails = 3

const toSend = (user_id: string, type: keyof typeof lifetimes, asked: number[], last?: AccountLink) => {
  const until = epochSeconds() + lifetimes[type]
  const mail = newMail(user_id, type, { until: new Date(until * 1_000).toISOString() })
  const link = { mail_id: mail.id, hashes: [], until, asked }
  const stored = last
    ? accountLinks.toUpdate(last, link)
    : accountLinks.toCreate(accountLinks.make({ user_id, ...link }))
  return [stored, mails.toCreate(mail)] satisfies Operation[]
}

/** The writes that invite a new person by mail. */
export const toInvite = (user_id: string): Operation[] => toSend(user_id, 'invitation', [])

/** The writes that invite a person once more; the link of the invitation before leads nowhere then. */
export const toInviteAgain = async (user_id: string): Promise<Operation[]> =>
  toSend(user_id, 'invitation', [], await accountLinks.find({ user_id }))

/** The writes that send a person a link for a new password; none where they got three within the last hour. */
export const toSendReset = async (user_id: string): Promise<Operation[]> => {
  const last = await accountLinks.find({ user_id })
  const now = epochSeconds()
  const asked = (last?.asked ?? []).filter((time) => time > now - hourSeconds)
  if (asked.length >= maxMails) return []
  return toSend(user_id, 'password_reset', [...asked, now], last)
}

/**
 * What is kept of a secret: it holds for the address that it was sent to and the epoch, and a link ends with either.
 * Someone else's mailbox that was named by mistake, or a former one, has no link to the account then.
 */
const keptOf = (secret: string, { email, epoch }: StoredUser): string =>
  hashOf([secret, epoch, email].join(' '))

/**
 * The address of a link that goes to this person, with a secret that is new; undefined where it is no longer the
 * newest, or over.
 */
export const makeLink = async ({ id, type }: StoredMail, user: StoredUser): Promise<string | undefined> => {
  const user_id = user.id
  const secret = newSecret()
  const last = await accountLinks.find({ user_id })
  if (last?.mail_id !== id || last.until <= epochSeconds()) return undefined
  await writeItem(accountLinks.toUpdate(last, { hashes: [...last.hashes, keptOf(secret, user)] }))
  // what stands behind the # is sent to no server
  const page = type === 'invitation' ? 'invitation' : 'reset'
  return `${environment.publicUrl}/account/${page}#token=${user_id}.${secret}`
}

/**
 * Whose link has this token, and what uses it up; undefined for one that is wrong, used, over or replaced, and where
 * the person has another address or password since, or was deactivated.
 */
export const findLink = async (token: string) => {
  const [user_id = '', secret = ''] = token.split('.')
  const [link, user] = await Promise.all([accountLinks.find({ user_id }), users.find({ id: user_id })])
  if (!user || !link || link.until <= epochSeconds() || !link.hashes.includes(keptOf(secret, user)))
    return undefined
  return { user, toUse: accountLinks.toUpdate(link, { hashes: [], until: epochSeconds() }) }
}
