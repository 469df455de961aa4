import { derivedId } from '../../platform/runtime/id.ts'
import { scheduledMessages, scheduledRow } from '../../platform/events/schedule.ts'
import type { StoredUser } from '../../platform/identity/user.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { outgoingNotices } from '../queues.ts'
import type { StoredPreferences } from '../preferences.ts'
import { afterQuietHours, nextTimeAt } from '../../calendar/local-clock.ts'
import { digestPrefix, noticeMails, type NoticeMail } from './notice-mail.ts'

const morning = '08:00'

/** What is told within this time before the morning, in milliseconds, is in the digest of the next one. */
const closingMilliseconds = 5 * 60_000

/** Longer than a day with another hour in it, and shorter than two. */
const aDayBefore = 30 * 3_600_000

/** The write that has a mail sent at a time. */
export const toSchedule = ({ user_id, id }: NoticeMail, send_at: string): Operation =>
  scheduledMessages.toPut(scheduledRow(id, send_at, outgoingNotices.message({ user_id, id })))

/**
 * The digest for what is told at a time, in milliseconds since 1970: the mail of the next morning where the person is,
 * or of the end of their quiet hours, about what has become unread between two such times.
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
  return noticeMails.make({
    id: digestPrefix + derivedId(due, `digest#${user_id}`),
    user_id,
    type: 'digest',
    notice: null,
    in_app: false,
    send_at: new Date(afterQuietHours(quiet_hours, timezone, due)).toISOString(),
    of: { since, until } as { since: string; until: string },
  })
}

/** Makes these digests unless they are there, as for all but the first notice of a day. */
export const ensureDigests = async (digests: NoticeMail[]): Promise<void> => {
  const found = await noticeMails.findMany(digests)
  const missing = digests.filter((_, index) => !found[index])
  for (const digest of missing)
    await ignoreConflict(() =>
      transact([noticeMails.toCreate(digest), toSchedule(digest, digest.send_at as string)]),
    )
}
