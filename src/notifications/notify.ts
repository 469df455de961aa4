import pMap from 'p-map'
import { users } from '../platform/identity/user.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import { newId, idTime } from '../platform/runtime/id.ts'
import { now } from '../platform/runtime/time.ts'
import { timestamp } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { tryWrite } from '../platform/table/conflict.ts'
import { entity, keyWithin } from '../platform/table/entity.ts'
import type { Operation } from '../platform/table/operation.ts'
import { writeTogether } from '../platform/table/table.ts'
import type { NotificationTypeName } from './notification-types.ts'
import { ensureDigests } from './mail/digest.ts'
import { limitImmediateMails } from './mail/mail-count.ts'
import { toMailNotification } from './mail/mail-writes.ts'
import { isMailable } from './mail/notification-mail.ts'
import { loadRecipients, type Recipient } from './mail/recipients.ts'
import { logOutcomes, omittedOutcomes, type Considered, type Outcome, type Outcomes } from './outcome.ts'
import {
  isExpiredNotification,
  notificationId,
  notifications,
  type NotificationParams,
  type StoredNotification,
} from './notification.ts'

/** Type of an event and the parameters of its text (`NotificationParams`). */
type TypedParams = {
  [T in NotificationTypeName]: { type: T } & (object extends NotificationParams<T>
    ? object
    : { params: NotificationParams<T> })
}[NotificationTypeName]

type NotifiedResource = TypedParams & {
  actor: StoredNotification['actor']
  resource: StoredNotification['resource']
  /** ID of the enclosing space, project or category, which people may have muted. */
  within?: string | undefined
  /**
   * Comment or message that the excerpt quotes; a mail quotes its current text, and is not sent if it no longer exists.
   */
  quoted?: ResourceRef
  /** True if mails are sent immediately, neither in a digest nor after quiet hours. */
  isUrgent?: boolean
  /** IDs of the people whom the excerpt mentions by name. */
  mentions?: string[]
  /** Idempotency key of the event, the same for every retry. */
  cause: string
}

type NotificationEvent = NotifiedResource & {
  /** Time of the event, RFC 3339. */
  at: string
}

/** Time for which a sent reminder is recorded: far longer than a message can be redelivered. */
const reminderSeconds = 30 * 86_400

/** Maximum number of concurrent writes. */
const concurrency = 25

/** Returns the writes that notify a recipient, with the mail in the same transaction. */
const toNotifyRecipient = (recipient: Recipient, notification: StoredNotification): Operation[] => [
  ...(recipient.in_app ? [notifications.toCreate(notification)] : []),
  ...toMailNotification(recipient, notification),
]

/**
 * Returns the recipients with their channels, and the time as an ID; creates their digests if they do not exist yet.
 */
const prepareRecipients = async (
  user_ids: string[],
  event: Parameters<typeof loadRecipients>[1] & Pick<NotifiedResource, 'actor'>,
  mayMail = true,
) => {
  const unread_since = newId()
  const chosen = await loadRecipients(user_ids, event, idTime(unread_since), mayMail)
  const recipients = await limitImmediateMails(chosen, event.actor)
  await ensureDigests(recipients.flatMap(({ digest }) => digest ?? []))
  return { recipients, unread_since }
}

/** Runs the writes in one transaction. Returns false if they were done before. */
const writeNotificationOnce = async (operations: Operation[]): Promise<boolean> =>
  operations.length === 0 || tryWrite(() => writeTogether(operations))

/** Notifies people, and returns the outcomes; all are `expired` if the event is. */
const notifyAll = async (
  user_ids: string[],
  { cause, at, ...event }: NotificationEvent,
): Promise<[string, Outcome][]> => {
  if (isExpiredNotification({ created_at: at })) return user_ids.map((user_id) => [user_id, 'expired'])
  const mayMail = isMailable({ created_at: at }, Date.now())
  const { recipients, unread_since } = await prepareRecipients(user_ids, event, mayMail)
  const notifyOne = async (recipient: Recipient): Promise<[string, Outcome]> => {
    const { user_id, outcome } = recipient
    const id = notificationId({ cause, at }, user_id)
    const notification = notifications.make({ ...event, id, user_id, unread_since, created_at: at })
    return [
      user_id,
      (await writeNotificationOnce(toNotifyRecipient(recipient, notification))) ? outcome : 'duplicate',
    ]
  }
  return pMap(recipients, notifyOne, { concurrency })
}

/**
 * Notifies people through the channels they have chosen. Idempotent: each person gets one notification, which stays
 * read once it was read. Does nothing for an expired event, and mails nothing for an old one. Returns and logs the
 * outcome for each person, including those in `considered` who were left out before.
 */
export const notify = async (
  user_ids: string[],
  event: NotificationEvent,
  considered: Considered = {},
): Promise<Outcomes> => {
  const outcomes = omittedOutcomes(considered)
  for (const [user_id, outcome] of await notifyAll(user_ids, event)) outcomes.set(user_id, outcome)
  logOutcomes({ type: event.type, id: event.resource?.id }, outcomes)
  return outcomes
}

/** Record that a person was reminded. The notification itself has an ID of the time of the reminder. */
const reminders = entity({
  name: 'notifications.reminder',
  isInternal: true,
  schema: z.object({ user_id: z.string(), cause: z.string(), created_at: timestamp }),
  key: keyWithin('user_id', users, ({ cause }: { cause: string }) => `reminder#${cause}`),
  expires: ({ created_at }) => Math.floor(Date.parse(created_at) / 1000) + reminderSeconds,
})

/**
 * Reminds people, each exactly once. The notification is dated now, however late the reminder is, so that a client that
 * has read all notifications up to the newest one does not miss it.
 */
export const remind = async (user_ids: string[], { cause, ...event }: NotifiedResource): Promise<void> => {
  const created_at = now()
  const { recipients, unread_since } = await prepareRecipients(user_ids, event)
  const remindOne = async (recipient: Recipient): Promise<[string, Outcome]> => {
    const { user_id, outcome } = recipient
    const notification = notifications.make({ ...event, user_id, unread_since, created_at })
    const isNew = await writeNotificationOnce([
      reminders.toCreate(reminders.make({ user_id, cause, created_at })),
      ...toNotifyRecipient(recipient, notification),
    ])
    return [user_id, isNew ? outcome : 'duplicate']
  }
  const outcomes = await pMap(recipients, remindOne, { concurrency })
  logOutcomes({ type: event.type, id: event.resource?.id }, new Map(outcomes))
}
