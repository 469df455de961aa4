import { users, type StoredUser } from '../../platform/identity/user.ts'
import { mailEnvironment } from '../../platform/runtime/environment.ts'
import { digestFor } from './digest.ts'
import { afterQuietHours } from '../../calendar/local-clock.ts'
import type { NotificationMail } from './notification-mail.ts'
import type { Outcome } from '../outcome.ts'
import {
  channelsFor,
  isMuted,
  preferences,
  type Channels,
  type StoredPreferences,
  type ChannelQuery,
} from '../preferences.ts'

export interface Recipient extends Channels {
  user_id: string
  /** Time of sending the mail; null if immediate. */
  send_at: string | null
  /** Digest that includes the notification, if any. */
  digest: NotificationMail | undefined
  /** Returns the digest for a notification sent now; undefined for recipients without mail. */
  nextDigest: (() => NotificationMail) | undefined
  /** Outcome for the recipient if the notification is new. */
  outcome: Outcome
}

const unmailed = { mail: 'none', send_at: null, digest: undefined, nextDigest: undefined } as const

const getsMail = (user: StoredUser | undefined): user is StoredUser =>
  user?.is_active === true && user.email !== null && user.type === 'person'

/** Returns when and how a recipient's mail is sent for an event at `time`. */
const mailSchedule = (
  user: StoredUser,
  chosen: StoredPreferences,
  mail: Channels['mail'],
  time: number,
  isUrgent = false,
) => {
  const end = afterQuietHours(chosen.quiet_hours, user.timezone, time)
  const nextDigest = () => digestFor(user, chosen, time)
  if (isUrgent && mail !== 'none') return { ...unmailed, mail: 'at_once' as const, nextDigest }
  return {
    mail,
    send_at: end > time ? new Date(end).toISOString() : null,
    digest: mail === 'daily' ? nextDigest() : undefined,
    nextDigest,
  }
}

/** Returns why a notification reaches a person through no channel. */
const unsentOutcome = (chosen: StoredPreferences, query: ChannelQuery, mayMail: boolean): Outcome => {
  if (isMuted(chosen, query)) return 'muted'
  if (channelsFor(chosen, query).mail === 'none' || mailEnvironment.from === undefined) return 'channel_off'
  return mayMail ? 'inactive' : 'expired'
}

/**
 * Returns the channels through which a notification reaches each person if it is sent at `time` (ms since 1970). Loads
 * their accounts only if mail may be sent.
 */
export const loadRecipients = async (
  user_ids: string[],
  query: ChannelQuery & { isUrgent?: boolean },
  time: number,
  mayMail: boolean,
): Promise<Recipient[]> => {
  const isMailed = mayMail && mailEnvironment.from !== undefined
  const [found, people] = await Promise.all([
    preferences.findMany(user_ids.map((user_id) => ({ user_id }))),
    isMailed ? users.findMany(user_ids.map((id) => ({ id }))) : [],
  ])
  return user_ids.map((user_id, index) => {
    const chosen = found[index] ?? preferences.make({ user_id })
    const { in_app, mail } = channelsFor(chosen, query)
    const user = people[index]
    const mailed = getsMail(user) ? mailSchedule(user, chosen, mail, time, query.isUrgent) : unmailed
    const isSent = in_app || mailed.mail !== 'none'
    return { user_id, in_app, ...mailed, outcome: isSent ? 'sent' : unsentOutcome(chosen, query, mayMail) }
  })
}
