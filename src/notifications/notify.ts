import pMap from 'p-map'
import { derivedId } from '../platform/runtime/id.ts'
import { notifications, type StoredNotification } from './notification.ts'

type News = Pick<StoredNotification, 'type' | 'title' | 'body' | 'actor' | 'resource'> & {
  /** Ids of those whom the body mentions by name. */
  mentions?: string[]
  /** What caused it, the same whenever it is told again. */
  cause: string
  /** When it happened, RFC 3339. */
  at: string
}

/** So many characters are shown of a longer text. */
export const excerptLength = 200

/** What a notification shows of a text. */
export const excerptOf = (text: string): string => Array.from(text).slice(0, excerptLength).join('')

/** How many writes are under way at once. */
const concurrency = 25

const notificationId = ({ cause, at }: Pick<News, 'cause' | 'at'>, user_id: string) =>
  derivedId(Date.parse(at), `${cause}#${user_id}`)

/** Tells people something, each of them exactly once however often it is told: one that was read stays read. */
export const notify = async (user_ids: string[], { cause, at, ...news }: News): Promise<void> => {
  const tell = (user_id: string) => {
    const id = notificationId({ cause, at }, user_id)
    return notifications.ensure(notifications.make({ ...news, id, user_id, created_at: at }))
  }
  await pMap(user_ids, tell, { concurrency })
}

/** Removes what people were told, where it quotes what was taken back. */
export const withdraw = async (user_ids: string[], news: Pick<News, 'cause' | 'at'>): Promise<void> => {
  const remove = (user_id: string) => notifications.remove({ user_id, id: notificationId(news, user_id) })
  await pMap(user_ids, remove, { concurrency })
}
