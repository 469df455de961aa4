import { docs } from '#docs'
import * as z from '../platform/schema/schema.ts'
import { entity, keyBelow, type ThingOf } from '../platform/table/entity.ts'
import { ResourceLink, StoredLink } from '../platform/resource.ts'
import {
  answeredText,
  answeredId,
  Person,
  timestamp,
  versioned,
  answeredSentence,
  optionalTime,
} from '../platform/schema/fields.ts'
import { derivedId, newId } from '../platform/runtime/id.ts'
import { users } from '../platform/identity/user.ts'
import { notificationTypes, type NotificationTypeName } from './notification-types.ts'

/** Retention time of notifications (ms): 180 days. */
export const retentionMilliseconds = 180 * 86_400_000

export const NotificationType = z
  .enum(notificationTypes)
  .meta(docs('Type of notification; more may be added.', { examples: ['page_updated'] }))

type Quote = {
  /** Beginning of the quoted text. */
  excerpt: string
}

/** Due time of a ticket, and the clock that it is about: `first_response` or `resolution`. */
type TicketDue = {
  at: string
  clock: string
}

/** Time until which a deleted resource can be restored. */
type Deletion = {
  until: string
}

/**
 * Parameters of the texts by type, besides the actor and the resource; a type that is missing here has none (decision
 * 0024).
 */
interface Params {
  course_published: { about: string | null }
  /** A code. */
  course_generation_failed: { reason: string | null }
  course_outdated: { file: string }
  /** Title of the course, end of the validity, and `assigned` if the course must be completed again. */
  certificate_expiring: { course: string; until: string; renewal: 'assigned' | 'none' }
  /** Start of the event: a time, or a date for an event of whole days (`kind` is `day`). */
  event_soon: { at: string; kind: 'session' | 'deadline' | 'day' }
  course_assigned: { due_date: string | null; note: string | null }
  course_due_soon: { due_date: string }
  /** People who are late: the recipient, or others to whom the recipient assigned the course. */
  course_overdue: { due_date: string; people: 'self' | 'others' }
  page_updated: { comment: string | null }
  page_comment: Quote
  page_mention: Quote
  page_deleted: Deletion
  /** Event that moved the draft's parent page. */
  space_deleted: Deletion
  course_deleted: Deletion
  project_deleted: Deletion
  task_deleted: Deletion
  file_deleted: Deletion
  assistant_deleted: Deletion
  task_due_changed: { due_date: string | null }
  task_comment: Quote
  task_mention: Quote
  ticket_reply: Quote
  ticket_created: Quote
  ticket_status_changed: { status: string }
  ticket_due_soon: TicketDue
  ticket_overdue: TicketDue
  chat_mention: Quote
  sign_in_attempts: { until: string }
  /** Name of an access token, and its expiry time. */
  token_expiring: { name: string; until: string }
  /** Name of an access token, its account, its scopes, and its creation time. */
  token_created: { name: string; account: string; scopes: string; at: string }
  /** Reason why no mail is sent to an address any longer: `bounced` or `complained`. */
  mail_bounced: { status: string }
  /** Reason why the service turned a webhook off: `gone` or `failing`. */
  webhook_off: { reason: string }
  sign_in_new: { client: string; address: string; at: string }
  task_due_soon: { due_date: string }
  task_overdue: { due_date: string }
  chat_message: Quote
}

export type NotificationParams<T extends NotificationTypeName> = T extends keyof Params ? Params[T] : object

export const Notification = z.described(docs('A notification.', { id: 'Notification' }), {
  id: answeredId.meta(docs('ID of the notification.')),
  type: NotificationType,
  title: answeredText(1_000).meta(
    docs('Summary of the event, in one line.', { examples: ['Ada Lovelace updated “Welcome”'] }),
  ),
  body: z.orNull(answeredSentence).meta(docs('Further text, if any.')),
  actor: z.orNull(Person).meta(docs('The person who caused the notification; null if the service did.')),
  resource: z.orNull(ResourceLink).meta(docs('The resource of the notification.')),
  read_at: optionalTime.meta(docs('Time at which the notification was read; null if unread.')),
  created_at: timestamp.meta(
    docs('Time of the event; for a reminder, the time of sending. Kept for 180 days.'),
  ),
  version: versioned.version,
})

const owned = keyBelow('user_id', users, 'notification', ({ id }: { id: string }) => id, 'descending')

/**
 * Notifications in the partition of their recipient, stored as data: catalogue.ts words them for each reader.
 * `unread_since` is an ID of the time at which a notification arrived or was marked as unread; it counts as read if the
 * recipient's read mark is later, whatever `read_at` says. `mentions` lists the people whom the body names by `@name`;
 * `within` is the ID of the space, project or category, which people may mute; `quoted` names the resource whose
 * beginning the body shows if that resource, such as a comment, can be edited or removed alone.
 */
export const notifications = entity({
  name: 'notifications.notification',
  schema: Notification.omit({ title: true, body: true }).extend({
    resource: z.orNull(StoredLink),
    user_id: z.string(),
    params: z.record(z.string(), z.string().nullable()).default({}),
    unread_since: z.string().default(newId),
    mentions: z.array(z.string()).optional(),
    within: z.string().optional(),
    quoted: z.object({ type: z.string(), id: z.string() }).optional(),
  }),
  key: owned.key,
  lists: {
    ...owned.lists,
    unread: {
      index: 'gsi2',
      partition: ({ user_id, read_at }: { user_id: string; read_at: string | null }) =>
        read_at === null ? `user#${user_id}#unread` : null,
      sort: ({ unread_since }) => unread_since,
      order: 'descending',
    },
  },
  expires: ({ created_at }) => Math.floor((Date.parse(created_at) + retentionMilliseconds) / 1000),
})

export type StoredNotification = ThingOf<typeof notifications>

export const isExpiredNotification = ({ created_at }: Pick<StoredNotification, 'created_at'>): boolean =>
  Date.parse(created_at) + retentionMilliseconds <= Date.now()

/** The event that a notification is about: its idempotency key, and its time (RFC 3339). */
export interface NotifiedEvent {
  cause: string
  at: string
}

/** Returns the ID of a person's notification of an event. */
export const notificationId = ({ cause, at }: NotifiedEvent, user_id: string): string =>
  derivedId(Date.parse(at), `${cause}#${user_id}`)
