import pMap from 'p-map'
import { users } from '../platform/identity/user.ts'
import { derivedId } from '../platform/runtime/id.ts'
import { now } from '../platform/runtime/time.ts'
import { timestamp } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { ignoreConflict } from '../platform/table/conflict.ts'
import { entity } from '../platform/table/entity.ts'
import { transact } from '../platform/table/table.ts'
import { channelsFor, preferences } from './preferences.ts'
import { notifications, type NoticeParams, type NoticeType, type StoredNotification } from './notification.ts'

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
  /** Ids of those whom the excerpt mentions by name. */
  mentions?: string[]
  /** What caused it, the same whenever it is told again. */
  cause: string
}

type News = Told & {
  /** When it happened, RFC 3339. */
  at: string
}

/** How many characters are shown of a longer text. */
export const excerptLength = 200

/** What a notification shows of a text. */
export const excerptOf = (text: string): string => Array.from(text).slice(0, excerptLength).join('')

/** How long it stays known that somebody was reminded: far longer than a message may come again. */
const reminderSeconds = 30 * 86_400

/** How many writes are under way at once. */
const concurrency = 25

const notificationId = ({ cause, at }: Pick<News, 'cause' | 'at'>, user_id: string) =>
  derivedId(Date.parse(at), `${cause}#${user_id}`)

/** Those of these people who want something in their list. */
const wantedBy = async (user_ids: string[], news: Pick<Told, 'type' | 'resource' | 'within'>) => {
  const found = await preferences.findMany(user_ids.map((user_id) => ({ user_id })))
  return user_ids.filter((user_id, index) => {
    const chosen = found[index] ?? preferences.make({ user_id })
    return channelsFor(chosen, news).in_app
  })
}

/**
 * Tells people something as they have chosen, each of them exactly once however often it is told: one that was read
 * stays read.
 */
export const notify = async (user_ids: string[], { cause, at, within, ...news }: News): Promise<void> => {
  const tell = (user_id: string) => {
    const id = notificationId({ cause, at }, user_id)
    return notifications.ensure(notifications.make({ ...news, id, user_id, created_at: at }))
  }
  await pMap(await wantedBy(user_ids, { ...news, within }), tell, { concurrency })
}

/** That a person was reminded of something: the reminder itself has an id of the time when it came. */
const reminders = entity({
  name: 'notifications.reminder',
  isInternal: true,
  schema: z.object({ user_id: z.string(), cause: z.string(), created_at: timestamp }),
  key: ({ user_id, cause }: { user_id: string; cause: string }) => ({
    pk: users.keyOf({ id: user_id }).pk,
    sk: `reminder#${cause}`,
  }),
  expires: ({ created_at }) => Math.floor(Date.parse(created_at) / 1000) + reminderSeconds,
})

/**
 * Tells a person exactly once of what is due. It is a notification of now, however late that is, so that anyone who has
 * read the newest ones finds it among those that are newer still.
 */
export const remind = async (user_id: string, { cause, within, ...news }: Told): Promise<void> => {
  const created_at = now()
  const wanted = await wantedBy([user_id], { ...news, within })
  await ignoreConflict(() =>
    transact([
      reminders.toCreate(reminders.make({ user_id, cause, created_at })),
      ...wanted.map(() => notifications.toCreate(notifications.make({ ...news, user_id, created_at }))),
    ]),
  )
}

/** Removes what people were told, where it quotes what was taken back. */
export const withdraw = async (user_ids: string[], news: Pick<News, 'cause' | 'at'>): Promise<void> => {
  const remove = (user_id: string) => notifications.remove({ user_id, id: notificationId(news, user_id) })
  await pMap(user_ids, remove, { concurrency })
}
