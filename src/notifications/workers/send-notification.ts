import pMap from 'p-map'
import { findRecipient, sendOnce } from '../../mail/send-once.ts'
import { replyAddressFor } from '../../mail/reply-address.ts'
import { sendEmail } from '../../platform/aws/email.ts'
import { worker } from '../../platform/events/worker.ts'
import type { StoredUser } from '../../platform/identity/user.ts'
import { refKey } from '../../platform/resource-ref.ts'
import { hashSecret, newSecret } from '../../platform/runtime/secret.ts'
import { now } from '../../platform/runtime/time.ts'
import { readAll } from '../../platform/table/list/list.ts'
import { digestEmail, notificationEmail, type VisibleNotification } from '../mail/catalogue.ts'
import { notificationMailHeaders } from '../mail/headers.ts'
import { notificationMails, type NotificationMail } from '../mail/notification-mail.ts'
import { readDigestNotifications, readMailNotification } from '../mail/unread-notifications.ts'
import { unsubscribeUrl } from '../mail/unsubscribe-link.ts'
import { visibleResources } from '../mail/visible-things.ts'
import type { StoredNotification } from '../notification.ts'
import { markdownExcerpt } from '../markdown-excerpt.ts'
import { logOutcome, type Outcome } from '../outcome.ts'
import { outgoingNotifications } from '../queues.ts'

/** Maximum number of concurrent writes. */
const concurrency = 25

/**
 * Returns the resources that must be readable for a notification to be mailed: its resource and the source of its
 * quote.
 */
const requiredResources = ({ resource, quoted }: StoredNotification) =>
  resource ? [resource, ...(quoted ? [{ ...resource, ...quoted }] : [])] : []

/** Returns a notification with the current text of its quote, which may have been edited while the mail waited. */
const quotingToday = (notification: StoredNotification, text: string | undefined): StoredNotification =>
  text === undefined
    ? notification
    : { ...notification, params: { ...notification.params, excerpt: markdownExcerpt(text) } }

/** Returns the notifications whose resources the person may see now, with these resources. */
const visibleNotifications = async (
  user: StoredUser,
  notifications: StoredNotification[],
): Promise<VisibleNotification[]> => {
  const things = await visibleResources(user, notifications.flatMap(requiredResources))
  return notifications.flatMap((notification) => {
    const seen = requiredResources(notification).map((link) => things.get(refKey(link)))
    if (seen.includes(undefined)) return []
    const [resource = null, quoted] = seen
    return [{ notification: quotingToday(notification, quoted?.text), resource }]
  })
}

/** Sends a mail with the notifications that its recipient may still see; sends nothing if there are none. */
const deliverNotification = async (mail: NotificationMail, secret: string): Promise<Outcome> => {
  const user = await findRecipient(mail.user_id)
  if (!user) return 'inactive'
  const link = mail.of ? null : mail.notice?.resource
  const loading = mail.of ? readDigestNotifications(mail) : readMailNotification(mail)
  const [visible, replyTo] = await Promise.all([
    loading.then((notifications) => visibleNotifications(user, notifications)),
    link ? replyAddressFor(user.id, link) : undefined,
  ])
  const [first] = visible
  if (!first) return (await loading).length > 0 ? 'no_access' : 'obsolete'
  const unsubscribe = unsubscribeUrl(mail, secret)
  const email = mail.of
    ? await digestEmail(user, visible, unsubscribe)
    : await notificationEmail(user, first, unsubscribe)
  const headers = notificationMailHeaders(mail, mail.of ? null : first.resource, unsubscribe)
  await sendEmail({ user_id: user.id, to: user.email, replyTo, headers, ...email })
  return 'sent'
}

/** Removes the content of mails that waited for a digest, so that texts are not stored twice. */
const endWaiting = async ({ id }: NotificationMail): Promise<void> => {
  const waiting = await readAll(notificationMails.in('ofDigest', { digest_id: id }))
  const end = { notice: null, digest_id: null, done_at: now() }
  await pMap(waiting, (mail) => notificationMails.updateIfThere(mail, () => end), { concurrency })
}

/** Sends the mail of a notification or a digest once. */
export const sendNotification = worker(outgoingNotifications, {}, async (key) => {
  const secret = newSecret()
  const deliverAndLog = async (mail: NotificationMail) => {
    const outcome = await deliverNotification(mail, secret)
    logOutcome({ type: mail.type, id: mail.notice?.resource?.id, channel: 'mail' }, outcome, [mail.user_id])
  }
  const mail = await sendOnce(notificationMails, key, deliverAndLog, {
    claimed: ({ hashes }) => ({ hashes: [...hashes, hashSecret(secret)] }),
    ended: { notice: null },
  })
  if (mail?.of) await endWaiting(mail)
})
