import { timeOf } from '../../platform/runtime/id.ts'
import { readAll, readList } from '../../platform/table/list/list.ts'
import { notifications, type StoredNotification } from '../notification.ts'
import { channelsFor, preferences } from '../preferences.ts'
import { readMarks, withReadMark } from '../read-mark.ts'
import { noticeMails, type NoticeMail } from './notice-mail.ts'

/** How many unread notices are looked at for a digest. */
const maxUnread = 200

/** Whether a mail that was held back still has something to say: it is unread, and wanted. */
export const isStillNews = async ({ user_id, id, notice, in_app }: NoticeMail): Promise<boolean> => {
  const [stored, mark, chosen] = await Promise.all([
    notifications.find({ user_id, id }),
    readMarks.find({ user_id }),
    preferences.find({ user_id }),
  ])
  if (notice && chosen && channelsFor(chosen, notice).mail === 'none') return false
  return !in_app || (stored !== undefined && withReadMark(stored, mark).read_at === null)
}

/** What became unread in the time of a digest, still is, and was not mailed before. */
const unreadNews = async ({ user_id, of }: NoticeMail): Promise<StoredNotification[]> => {
  const [{ items }, mark, chosen = preferences.make({ user_id })] = await Promise.all([
    readList(notifications.in('unread', { user_id, read_at: null }), { limit: maxUnread }),
    readMarks.find({ user_id }),
    preferences.find({ user_id }),
  ])
  const [since, until] = [Date.parse(of?.since ?? ''), Date.parse(of?.until ?? '')]
  const news = items.filter((notice) => {
    const time = timeOf(notice.unread_since)
    const isUnread = withReadMark(notice, mark).read_at === null
    return isUnread && time >= since && time < until && channelsFor(chosen, notice).mail === 'daily'
  })
  const mailed = await noticeMails.findMany(news)
  return news.filter((_, index) => !mailed[index])
}

/** All that a digest tells: also what waited for it and is not in the application. */
export const newsOf = async (digest: NoticeMail): Promise<StoredNotification[]> => {
  const [unread, waiting] = await Promise.all([
    unreadNews(digest),
    readAll(noticeMails.in('ofDigest', { digest_id: digest.id })),
  ])
  return [...unread, ...waiting.flatMap(({ notice }) => notice ?? [])]
}
