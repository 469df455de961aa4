import { keptSeconds, sendingFields } from '../../mail/mail.ts'
import { users } from '../../platform/identity/user.ts'
import { timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, keyWithin, type ThingOf } from '../../platform/table/entity.ts'
import { notifications, retentionMilliseconds, type StoredNotification } from '../notification.ts'

/** How old news may be to be mailed, in milliseconds: four days, as long as a message waits in its queue. */
const mailedMilliseconds = 4 * 86_400_000

/** How long what was not sent keeps its words, in milliseconds: as long as a dead letter of the latest may send it. */
const unsentMilliseconds = mailedMilliseconds + keptSeconds * 1_000

/** What the ids of digests begin with; the time when they are due follows. */
export const digestPrefix = 'digest-'

/**
 * A mail of a notice, with the id of that, which is the key of the deed: it is written with it, and kept as long once
 * it was sent, so that nothing is mailed twice and old links for unsubscribing work (decision 0055). Or the digest of a
 * day, whose id follows from its time.
 */
export const noticeMails = entity({
  name: 'notifications.mail',
  schema: z.object({
    id: z.string(),
    user_id: z.string(),
    type: z.string(),
    /** What it tells; null of a digest, and once it was sent, so that nobody's words are kept twice. */
    notice: notifications.schema.nullable(),
    /** When it is sent, if not at once. */
    send_at: z.orNull(timestamp),
    /** Of a digest: when what it tells became unread. */
    of: z.object({ since: timestamp, until: timestamp }).optional(),
    /** The digest that is to tell it: no other mail does. */
    digest_id: z.orNull(z.string()),
    /** Whether the notice is in the application too, where it may be read meanwhile. */
    in_app: z.boolean(),
    /** The hashes of the secrets in its links for unsubscribing: one of each attempt, since any may have been sent. */
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

export type NoticeMail = ThingOf<typeof noticeMails>

/** Whether something may be mailed if it is told at this time: not what dead letters or `npm run replay` bring back. */
export const isMailable = ({ created_at }: Pick<StoredNotification, 'created_at'>, time: number): boolean =>
  Date.parse(created_at) > time - mailedMilliseconds
