import { derivedId } from '../../platform/runtime/id.ts'
import { scheduledMessages, scheduledRow } from '../../platform/events/schedule.ts'
import type { StoredUser } from '../../platform/identity/user.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { outgoingNotifications } from '../queues.ts'
import type { StoredPreferences } from '../preferences.ts'
import { afterQuietHours, nextTimeAt } from '../../calendar/local-clock.ts'
import { digestPrefix, notificationMails, type NotificationMail } from './notification-mail.ts'

const morning = '08:00'

/** Time before the morning from which on a notification goes into the digest of the following day (ms). */
const closingMilliseconds = 5 * 60_000

/** Duration longer than a day of 25 hours and shorter than two days (ms). */
const aDayBefore = 30 * 3_600_000

/** Returns the write that schedules a mail. */
export const toSchedule = ({ user_id, id }: NotificationMail, send_at: string): Operation =>
  scheduledMessages.toPut(scheduledRow(id, send_at, outgoingNotifications.message({ user_id, id })))

/**
 * Returns the digest for a notification sent at `time` (ms since 1970). It is mailed the next morning in the person's
 * time zone, or when their quiet hours end, and covers what became unread between two mornings.
 */
export const digestFor = (
  { id: user_id, timezone }: StoredUser,
  { quiet_hours }: StoredPreferences,
  time: number,
) => {
  const due = nextTimeAt(morning, timezone, time + closingMilliseconds)
  const [since, until] = [nextTimeAt(morning, timezone, due - aDayBefore), due].map((end) =>
    new Date(end - closingMilliseconds).toISOString(),
  )
  return notificationMails.make({
    id: digestPrefix + derivedId(due, `digest#${user_id}`),
    user_id,
    type: 'digest',
    notice: null,
    in_app: false,
    send_at: new Date(afterQuietHours(quiet_hours, timezone, due)).toISOString(),
    of: { since, until } as { since: string; until: string },
  })
}

/** Creates the digests that do not exist yet; only the first notification of a day needs one. */
export const ensureDigests = async (digests: NotificationMail[]): Promise<void> => {
  const found = await notificationMails.findMany(digests)
  const missing = digests.filter((_, index) => !found[index])
  for (const digest of missing)
    await ignoreConflict(() =>
      transact([notificationMails.toCreate(digest), toSchedule(digest, digest.send_at as string)]),
    )
}
