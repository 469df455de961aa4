import pMap from 'p-map'
import { users } from '../platform/identity/user.ts'
import { mailEnvironment } from '../platform/runtime/environment.ts'
import type { ResourceRef } from '../platform/resource-ref.ts'
import { derivedId, newId, timeOf } from '../platform/runtime/id.ts'
import { now } from '../platform/runtime/time.ts'
import { timestamp } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { ignoreConflict } from '../platform/table/conflict.ts'
import { entity, keyWithin } from '../platform/table/entity.ts'
import type { Operation } from '../platform/table/operation.ts'
import { transact, writeItem } from '../platform/table/table.ts'
import type { NoticeType } from './delivery.ts'
import { ensureDigests } from './mail/digest.ts'
import { withinBounds } from './mail/mail-count.ts'
import { toMailNotice } from './mail/mail-writes.ts'
import { isMailable, noticeMails, type NoticeMail } from './mail/notice-mail.ts'
import { recipientsOf, type Recipient } from './recipients.ts'
import { readMarks, withReadMark } from './read-mark.ts'
import { isExpired, notifications, type NoticeParams, type StoredNotification } from './notification.ts'

/** What happened, as data: a type, and what the words of that type need (`NoticeParams`). */
type Notice = {
  [T in NoticeType]: { type: T } & (object extends NoticeParams<T> ? object : { params: NoticeParams<T> })
}[NoticeType]

type Told = Notice & {
  /** Who did it. */
  actor: StoredNotification['actor']
  /** What it is about. */
  resource: StoredNotification['resource']
  /** The id of the space, project or category that it is in, which people may have muted. */
  within?: string | undefined
  /** The comment or message that it shows the beginning of: mails show it as it is then, and none once it is gone. */
  quoted?: ResourceRef
  /** Ids of those whom the excerpt mentions by name. */
  mentions?: string[]
  /** What caused it, the same whenever it is told again. */
  cause: string
}

type News = Told & {
  /** When it happened, RFC 3339. */
  at: string
}

/** How long it stays known that somebody was reminded: far longer than a message may come again. */
const reminderSeconds = 30 * 86_400

/** How many writes are under way at once. */
const concurrency = 25

const notificationId = ({ cause, at }: Pick<News, 'cause' | 'at'>, user_id: string) =>
  derivedId(Date.parse(at), `${cause}#${user_id}`)

/** The writes that tell somebody something as they have chosen; each once, and the mail with the notice. */
const toTell = (recipient: Recipient, notice: StoredNotification): Operation[] => [
  ...(recipient.in_app ? [notifications.toCreate(notice)] : []),
  ...toMailNotice(recipient, notice),
]

/** Who is told something, and how, with the id of now; their digests are there from now on. */
const prepare = async (
  user_ids: string[],
  told: Parameters<typeof recipientsOf>[1] & Pick<Told, 'actor'>,
  mayMail = true,
) => {
  const unread_since = newId()
  const chosen = await recipientsOf(user_ids, told, timeOf(unread_since), mayMail)
  const recipients = await withinBounds(chosen, told.actor)
  await ensureDigests(recipients.flatMap(({ digest }) => digest ?? []))
  return { recipients, unread_since }
}

/** Makes these writes together, unless that was done before. */
const tell = async (operations: Operation[]): Promise<void> => {
  const [first, ...more] = operations
  if (first) await ignoreConflict(() => (more.length > 0 ? transact(operations) : writeItem(first)))
}

/**
 * Tells people something as they have chosen, each of them exactly once however often it is told: one that was read
 * stays read. What is old by now is mailed to nobody, and is no notice where that would have ended.
 */
export const notify = async (user_ids: string[], { cause, at, ...news }: News): Promise<void> => {
  if (isExpired({ created_at: at })) return
  const mayMail = isMailable({ created_at: at }, Date.now())
  const { recipients, unread_since } = await prepare(user_ids, news, mayMail)
  const tellOne = (recipient: Recipient) => {
    const { user_id } = recipient
    const id = notificationId({ cause, at }, user_id)
    return tell(toTell(recipient, notifications.make({ ...news, id, user_id, unread_since, created_at: at })))
  }
  await pMap(recipients, tellOne, { concurrency })
}

/** That a person was reminded of something: the reminder itself has an id of the time when it came. */
const reminders = entity({
  name: 'notifications.reminder',
  isInternal: true,
  schema: z.object({ user_id: z.string(), cause: z.string(), created_at: timestamp }),
  key: keyWithin('user_id', users, ({ cause }: { cause: string }) => `reminder#${cause}`),
  expires: ({ created_at }) => Math.floor(Date.parse(created_at) / 1000) + reminderSeconds,
})

/**
 * Tells a person exactly once of what is due. It is a notification of now, however late that is, so that anyone who has
 * read the newest ones finds it among those that are newer still.
 */
export const remind = async (user_id: string, { cause, ...news }: Told): Promise<void> => {
  const created_at = now()
  const { recipients, unread_since } = await prepare([user_id], news)
  const notice = notifications.make({ ...news, user_id, unread_since, created_at })
  await tell([
    reminders.toCreate(reminders.make({ user_id, cause, created_at })),
    ...recipients.flatMap((recipient) => toTell(recipient, notice)),
  ])
}

/** Whether somebody has read what they were told; undefined where there is no such notice. */
export const findIsRead = async (
  user_id: string,
  news: Pick<News, 'cause' | 'at'>,
): Promise<boolean | undefined> => {
  const id = notificationId(news, user_id)
  const [found, mark] = await Promise.all([notifications.find({ user_id, id }), readMarks.find({ user_id })])
  return found && withReadMark(found, mark).read_at !== null
}

/** Marks what somebody was told as read, where they have read the thing itself. */
export const markAsRead = async (user_id: string, news: Pick<News, 'cause' | 'at'>): Promise<void> => {
  const found = await notifications.find({ user_id, id: notificationId(news, user_id) })
  if (found)
    await notifications.updateIfThere(found, ({ read_at }) => (read_at === null ? { read_at: now() } : {}))
}

/** Removes what people were told, and their mails that were not sent yet, where it quotes what was taken back. */
export const withdraw = async (user_ids: string[], news: Pick<News, 'cause' | 'at'>): Promise<void> => {
  const keys = user_ids.map((user_id) => ({ user_id, id: notificationId(news, user_id) }))
  const mailed = mailEnvironment.from === undefined ? [] : await noticeMails.findMany(keys)
  await pMap(keys, (key) => notifications.remove(key), { concurrency })
  const waiting = mailed.filter((mail) => mail !== undefined && mail.notice !== null)
  await pMap(waiting, (mail) => noticeMails.remove(mail as NoticeMail), { concurrency })
}
