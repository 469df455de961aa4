import { keptSeconds, sendingFields } from '../../mail/mail.ts'
import { users } from '../../platform/identity/user.ts'
import { timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { notifications, retentionMilliseconds, type StoredNotification } from '../notification.ts'

/** Maximum age of a notification that is mailed (ms): four days, the retention period of the queue. */
const mailedMilliseconds = 4 * 86_400_000

/** Time for which an unsent mail keeps its content (ms): until the latest dead letter that could send it expires. */
const unsentMilliseconds = mailedMilliseconds + keptSeconds * 1_000

/** Prefix of digest IDs; the due time follows. */
export const digestPrefix = 'digest-'

/**
 * Mail of a notification, or the digest of a day. A mail has the ID of its notification, which is derived from the
 * event. It is created in the transaction of the notification, and after sending it is kept as long as the
 * notification, so that nothing is mailed twice and old unsubscribe links work (decision 0055). The ID of a digest is
 * derived from its time.
 */
export const notificationMails = entity({
  name: 'notifications.mail',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    type: z.string(),
    /** The notification; null for a digest and after sending, so that texts are not stored twice. */
    notice: notifications.schema.nullable(),
    /** Time of sending; null if immediate. */
    send_at: z.orNull(timestamp),
    /** Period of a digest: it covers what became unread in this time. */
    of: z.object({ since: timestamp, until: timestamp }).optional(),
    /** ID of the digest that contains this notification instead of a mail of its own. */
    digest_id: z.orNull(z.string()),
    /** True if the notification is in the application too, where it may be read meanwhile. */
    in_app: z.boolean(),
    /** Hashes of the secrets in the unsubscribe links, one per attempt, because any attempt may have sent the mail. */
    hashes: z.array(z.string()).default([]),
    created_at: timestamp,
    ...sendingFields,
  }),
  key: keyWithin('user_id', users, ({ id }: { id: string }) => `notice-mail#${id}`),
  lists: {
    digests: {
      partition: ({ user_id }: { user_id: string }) => users.keyOf({ id: user_id }).pk,
      prefix: `notice-mail#${digestPrefix}`,
      order: 'descending',
    },
    ofDigest: {
      index: 'gsi2',
      partition: ({ digest_id }: { digest_id: string | null }) =>
        digest_id === null ? null : `notice-digest#${digest_id}`,
      sort: ({ id }) => id,
    },
  },
  expires: ({ created_at, send_at, notice }) =>
    Math.floor(
      (notice === null
        ? Date.parse(created_at) + retentionMilliseconds
        : Date.parse(send_at ?? created_at) + unsentMilliseconds) / 1_000,
    ),
})

export type NotificationMail = ThingOf<typeof notificationMails>

/**
 * Returns true if a notification sent at `time` may be mailed; false for old ones that come from dead letters or `npm
 * run replay`.
 */
export const isMailable = ({ created_at }: Pick<StoredNotification, 'created_at'>, time: number): boolean =>
  Date.parse(created_at) > time - mailedMilliseconds
