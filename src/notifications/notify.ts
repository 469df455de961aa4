import { derivedId } from '../platform/runtime/id.ts'
import { notifications, type StoredNotification } from './notification.ts'

type News = Pick<StoredNotification, 'type' | 'title' | 'body' | 'actor' | 'resource'> & {
  /** What caused it, the same whenever it is told again. */
  cause: string
  /** When it happened, RFC 3339. */
  at: string
}

/** So many writes are under way at once. */
const sideBySide = 25

/** Tells people something, each of them exactly once however often it is told: one that was read stays read. */
export const notify = async (user_ids: string[], { cause, at, ...news }: News): Promise<void> => {
  const rest = [...user_ids]
  const tell = async () => {
    for (let user_id = rest.pop(); user_id !== undefined; user_id = rest.pop()) {
      const id = derivedId(Date.parse(at), `${cause}#${user_id}`)
      await notifications.ensure(notifications.make({ ...news, id, user_id, created_at: at }))
    }
  }
  await Promise.all(Array.from({ length: sideBySide }, tell))
}
