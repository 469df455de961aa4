import { users } from '../../platform/identity/user.ts'
import * as z from '../../platform/schema/schema.ts'
import { anyOf, compare, isAbsent } from '../../platform/table/condition.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { entity, keyWithin } from '../../platform/table/entity.ts'
import { transact } from '../../platform/table/table.ts'
import type { StoredNotification } from '../notification.ts'
import type { Recipient } from '../recipients.ts'

/** How many mails at once a person may cause within an hour. */
const maxMails = 200

/** How many mails at once a person has caused in an hour of UTC: the version is the number. */
const mailCounts = entity({
  name: 'notifications.mail_count',
  isInternal: true,
  schema: z.object({ user_id: z.string(), hour: z.string(), version: z.int() }),
  key: keyWithin('user_id', users, ({ hour }: { hour: string }) => `mail-count#${hour}`),
})

/** Counts mails that a person causes now; false, and they are not counted, where they are too many for an hour. */
const countMails = async (user_id: string, count: number): Promise<boolean> => {
  const time = new Date()
  const hour = time.toISOString().slice(0, 13)
  const { key, change } = mailCounts.toAdd({ user_id, hour }, 'version', count)
  const set = [
    ['summary', { user_id, hour }],
    ['ttl', Math.ceil(time.setUTCMinutes(60, 0, 0) / 1_000)],
  ] as const
  const hasRoom = anyOf(isAbsent('version'), compare('version', '<=', maxMails - count))
  const write = { key, change: { ...change, set: [...set] }, require: [hasRoom] }
  const done = await ignoreConflict(async () => {
    await transact([write])
    return true
  })
  return done === true
}

const isAtOnce = ({ mail }: Recipient) => mail === 'at_once'

/**
 * The same recipients; where who did it has caused too many mails at once, digests tell them instead (decision 0055). A
 * run that is repeated counts its mails again.
 */
export const withinBounds = async (
  recipients: Recipient[],
  actor: StoredNotification['actor'],
): Promise<Recipient[]> => {
  const count = recipients.filter(isAtOnce).length
  if (actor === null || count === 0 || (await countMails(actor.id, count))) return recipients
  return recipients.map((one) =>
    isAtOnce(one) ? { ...one, send_at: null, digest: one.nextDigest?.() } : one,
  )
}
