import { timeOf } from '../../platform/runtime/id.ts'
import { readAll, readList } from '../../platform/table/list/list.ts'
import { notifications, type StoredNotification } from '../notification.ts'
import { channelsFor, preferences } from '../preferences.ts'
import { readMarks, withReadMark } from '../read-mark.ts'
import { isMailable, noticeMails, type NoticeMail } from './notice-mail.ts'

/** How many unread notices are looked at for a digest. */
const maxUnread = 200

/** Says how somebody wants a notice mailed by now: since it was told they may have turned it off, or muted it. */
const loadMailChoice = async (user_id: string) => {
  const chosen = (await preferences.find({ user_id })) ?? preferences.make({ user_id })
  return (notice: StoredNotification) => channelsFor(chosen, notice).mail
}

const isStillUnread = async ({ user_id, id }: NoticeMail): Promise<boolean> => {
  const [stored, mark] = await Promise.all([notifications.find({ user_id, id }), readMarks.find({ user_id })])
  return stored !== undefined && withReadMark(stored, mark).read_at === null
}

/** What a mail of one notice has to tell: nothing that is not wanted, or was read while the mail was held back. */
export const noticeOf = async (mail: NoticeMail): Promise<StoredNotification[]> => {
  const { user_id, notice, in_app, send_at } = mail
  const [mailOf, isNews] = await Promise.all([
    loadMailChoice(user_id),
    in_app && send_at !== null ? isStillUnread(mail) : true,
  ])
  return notice && isNews && mailOf(notice) !== 'none' ? [notice] : []
}

/** How many digests are looked at: one a day, and one for each change of the time zone. */
const maxDigests = 10

const isIn = (of: NoticeMail['of'], time: number): boolean =>
  of !== undefined && time >= Date.parse(of.since) && time < Date.parse(of.until)

/**
 * What became unread in the time of a digest, and still is. Where the person was in another time zone, a digest that
 * was sent may have told some of it.
 */
const unreadNews = async ({ user_id, of }: NoticeMail): Promise<StoredNotification[]> => {
  const [{ items }, { items: digests }, mark] = await Promise.all([
    readList(notifications.in('unread', { user_id, read_at: null }), { limit: maxUnread }),
    readList(noticeMails.in('digests', { user_id }), { limit: maxDigests }),
    readMarks.find({ user_id }),
  ])
  const sent = digests.filter(({ done_at }) => done_at !== null)
  return items.filter((notice) => {
    const time = timeOf(notice.unread_since)
    if (!isMailable(notice, time)) return false
    const isUnread = withReadMark(notice, mark).read_at === null
    return isUnread && isIn(of, time) && !sent.some((digest) => isIn(digest.of, time))
  })
}

/**
 * All that a digest tells and its reader wants: what is unread and was not mailed before, and what waited for it, since
 * it is not in the application or was not to be mailed at once.
 */
export const newsOf = async (digest: NoticeMail): Promise<StoredNotification[]> => {
  const [mailOf, unread, waiting] = await Promise.all([
    loadMailChoice(digest.user_id),
    unreadNews(digest),
    readAll(noticeMails.in('ofDigest', { digest_id: digest.id })),
  ])
  const daily = unread.filter((notice) => mailOf(notice) === 'daily')
  const mailed = await noticeMails.findMany(daily)
  const isNews = await Promise.all(waiting.map(async (mail) => !mail.in_app || isStillUnread(mail)))
  const alone = waiting.flatMap(({ notice }, index) =>
    notice && isNews[index] && mailOf(notice) !== 'none' ? notice : [],
  )
  return [...daily.filter((_, index) => !mailed[index]), ...alone]
}
