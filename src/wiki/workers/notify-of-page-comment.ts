import { notify } from '../../notifications/notify.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { markdownExcerpt } from '../../notifications/markdown-excerpt.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { linkTo } from '../../platform/resource.ts'
import { readList } from '../../platform/table/list/list.ts'
import { commentRef } from '../../comments/resource.ts'
import { commentKind, comments, type StoredComment } from '../comment/comment.ts'
import { findPageSpace } from '../page/page-space.ts'
import { pages, pageType, type StoredPage } from '../page/page.ts'
import { pageCommentEvents } from '../queues.ts'
import { readersAmong } from '../space/access.ts'
import { subscriptions } from '../page/subscription.ts'

const commentNotification = (page: StoredPage, comment: StoredComment) => {
  const { author, text, mentions, created_at: at } = comment
  return {
    actor: author,
    params: { excerpt: markdownExcerpt(text) },
    mentions,
    resource: linkTo(pageType, page),
    within: page.space_id,
    quoted: { type: commentKind.type, id: commentRef('page_id', comment) },
    at,
  }
}

/**
 * Notifies the people mentioned in a comment, or one batch of the other subscribers of the page, except the author of
 * the comment and people who may no longer read the page.
 */
export const notifyOfPageComment = fanOut(pageCommentEvents, async ({ page_id, comment_id, to }, rows) => {
  const [page, comment] = await Promise.all([
    pages.find({ id: page_id }),
    comments.find({ page_id, id: comment_id }),
  ])
  const around = page && (await findPageSpace(page))
  if (!page || !around?.space || !comment || page.status === 'draft')
    return logOutcome({ type: to === 'mentioned' ? 'page_mention' : 'page_comment', id: page_id }, 'obsolete')
  const { author, mentions, created_at } = comment
  const event = commentNotification(page, comment)

  if (to === 'mentioned') {
    const named = mentions.filter((id) => id !== author.id)
    await notify(
      await readersAmong(around.space, named),
      { ...event, type: 'page_mention', cause: `wiki.mention#${comment_id}` },
      { own_action: mentions, no_access: named },
    )
    return null
  }
  const { items, next_cursor } = await readList(subscriptions.in('all', { page_id }), rows)
  const early = items.filter((one) => one.created_at <= created_at).map(({ user_id }) => user_id)
  const recipients = early.filter((id) => id !== author.id)
  const others = recipients.filter((id) => !mentions.includes(id))
  await notify(
    await readersAmong(around.space, others),
    { ...event, type: 'page_comment', cause: `wiki.comment#${comment_id}` },
    {
      joined_later: items.map(({ user_id }) => user_id),
      own_action: early,
      // mentioned people get another notification
      duplicate: recipients,
      no_access: others,
    },
  )
  return next_cursor
})
