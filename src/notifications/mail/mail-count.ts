import { users } from '../../platform/identity/user.ts'
import * as z from '../../platform/schema/schema.ts'
import { tryWrite } from '../../platform/table/conflict.ts'
import { toAddToCount } from '../../platform/table/count.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import { transact } from '../../platform/table/table.ts'
import type { StoredNotification } from '../notification.ts'
import type { Recipient } from './recipients.ts'

/** Maximum number of immediate mails that one person may cause per hour. */
const maxMails = 200

/** Number of immediate mails that a person has caused in an hour of UTC; the version is the number. */
const mailCounts = entity({
  name: 'notifications.mail_count',
  isInternal: true,
  schema: z.object({ user_id: z.string(), hour: z.string(), version: z.int() }),
  key: keyWithin('user_id', users, ({ hour }: { hour: string }) => `mail-count#${hour}`),
})

/**
 * Counts mails that a person causes now. Returns false, without counting them, if they exceed the limit of the hour.
 */
const countMails = async (user_id: string, count: number): Promise<boolean> => {
  const time = new Date()
  const hour = time.toISOString().slice(0, 13)
  const ttl = Math.ceil(time.setUTCMinutes(60, 0, 0) / 1_000)
  const counting = toAddToCount(mailCounts, { user_id, hour }, count, { limit: maxMails, ttl })
  return tryWrite(() => transact([counting]))
}

const isAtOnce = ({ mail }: Recipient) => mail === 'at_once'

/**
 * Moves immediate mails to digests if the actor has caused too many (decision 0055). A retried run counts its mails
 * again.
 */
export const limitImmediateMails = async (
  recipients: Recipient[],
  actor: StoredNotification['actor'],
): Promise<Recipient[]> => {
  const count = recipients.filter(isAtOnce).length
  if (actor === null || count === 0 || (await countMails(actor.id, count))) return recipients
  return recipients.map((one) =>
    isAtOnce(one) ? { ...one, send_at: null, digest: one.nextDigest?.() } : one,
  )
}
