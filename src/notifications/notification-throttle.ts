import pMap from 'p-map'
import { users } from '../platform/identity/user.ts'
import * as z from '../platform/schema/schema.ts'
import { retryOnConflict } from '../platform/table/conflict.ts'
import { entity, keyWithin } from '../platform/table/entity.ts'
import { writeItem } from '../platform/table/table.ts'
import { retentionMilliseconds } from './notification.ts'
import { findIsRead, markNotificationAsRead, withdraw } from './sent-notification.ts'

/**
 * Last notification sent to a person about a resource, for notifications that are sent once until they are read. Kept
 * as long as the notification.
 */
const lastNotifications = entity({
  name: 'notifications.last_told',
  isInternal: true,
  schema: z.object({
    user_id: z.string(),
    thing_id: z.string(),
    cause: z.string(),
    at: z.string(),
    /** Number of the chat message. */
    number: z.int().optional(),
    version: z.int(),
  }),
  key: keyWithin('user_id', users, ({ thing_id }: { thing_id: string }) => `told#${thing_id}`),
  expires: ({ at }) => Math.floor((Date.parse(at) + retentionMilliseconds) / 1000),
})

type ThrottledEvent = { cause: string; at: string; number?: number | undefined }

/** Events after which a person is notified again although they have not read the notification. */
interface ThrottleEnd {
  /** Time when an agent last handled the ticket; earlier notifications are obsolete. */
  handled_at?: string | null
  /** Number of the last chat message that each person has read. */
  read_numbers?: ReadonlyMap<string, number>
}

/** Maximum number of people processed concurrently. */
const concurrency = 25

/** Time limit for storing a notification (ms); an interrupted run is retried within this time. */
const storingMilliseconds = 5 * 60_000

/**
 * Returns true if the last notification no longer holds back the next one: it was handled or read, or does not exist
 * because the person receives no notifications in the application.
 */
const isThrottleOver = async (
  user_id: string,
  last: ThrottledEvent,
  { handled_at }: ThrottleEnd,
): Promise<boolean> =>
  (handled_at ?? '') > last.at ||
  ((await findIsRead(user_id, last)) ?? Date.parse(last.at) < Date.now() - storingMilliseconds)

const isDue = (
  user_id: string,
  thing_id: string,
  event: ThrottledEvent,
  ends: ThrottleEnd,
): Promise<boolean> =>
  retryOnConflict(async () => {
    const last = await lastNotifications.find({ user_id, thing_id })
    // an interrupted run is retried
    if (last?.cause === event.cause) return true
    const hasRead = last?.number !== undefined && last.number <= (ends.read_numbers?.get(user_id) ?? 0)
    if (hasRead) await markNotificationAsRead(user_id, last)
    else if (last && !(await isThrottleOver(user_id, last, ends))) return false
    const write = last
      ? lastNotifications.toUpdate(last, event)
      : lastNotifications.toCreate(lastNotifications.make({ user_id, thing_id, ...event }))
    await writeItem(write)
    return true
  })

/**
 * Returns the people to notify of an event on a resource. Leaves out those who have not read their previous
 * notification of that resource, unless it is obsolete (decision 0056).
 */
export const filterThrottled = async (
  user_ids: string[],
  thing_id: string,
  event: ThrottledEvent,
  ends: ThrottleEnd = {},
): Promise<string[]> => {
  const turns = await pMap(user_ids, (user_id) => isDue(user_id, thing_id, event, ends), { concurrency })
  return user_ids.filter((_, n) => turns[n])
}

/** Returns the time of the unread notification that holds back a person's next one about a resource, if any. */
export const throttledSince = async (user_id: string, thing_id: string): Promise<string | undefined> => {
  const last = await lastNotifications.find({ user_id, thing_id })
  return last && !(await isThrottleOver(user_id, last, {})) ? last.at : undefined
}

/** Releases people after a notification was withdrawn, so that they get the next one. */
export const releaseThrottle = async (user_ids: string[], thing_id: string, cause: string): Promise<void> => {
  const releasePerson = async (user_id: string) => {
    const last = await lastNotifications.find({ user_id, thing_id })
    if (last?.cause === cause) await lastNotifications.remove(last)
  }
  await pMap(user_ids, releasePerson, { concurrency })
}

/** Withdraws the last notification of a resource from people who have lost access to it. */
export const withdrawLast = async (user_ids: string[], thing_id: string): Promise<void> => {
  const withdrawFrom = async (user_id: string) => {
    const last = await lastNotifications.find({ user_id, thing_id })
    if (!last) return
    await withdraw([user_id], last)
    await lastNotifications.remove(last)
  }
  await pMap(user_ids, withdrawFrom, { concurrency })
}
