import pMap from 'p-map'
import { derivedId } from '../platform/runtime/id.ts'
import { notifications, type StoredNotification } from './notification.ts'

type News = Pick<StoredNotification, 'type' | 'title' | 'body' | 'actor' | 'resource'> & {
  /** What caused it, the same whenever it is told again. */
  cause: string
  /** When it happened, RFC 3339. */
  at: string
}

/** What a notification shows of a longer text: its first 200 characters. */
export const excerptOf = (text: string): string => Array.from(text).slice(0, 200).join('')

/** How many writes are under way at once. */
const concurrency = 25

/** Tells people something, each of them exactly once however often it is told: one that was read stays read. */
export const notify = async (user_ids: string[], { cause, at, ...news }: News): Promise<void> => {
  const tell = (user_id: string) => {
    const id = derivedId(Date.parse(at), `${cause}#${user_id}`)
    return notifications.ensure(notifications.make({ ...news, id, user_id, created_at: at }))
  }
  await pMap(user_ids, tell, { concurrency })
}
