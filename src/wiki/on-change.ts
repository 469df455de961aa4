import { onMemberChange } from '../notifications/member-events.ts'
import { onChange, onSync } from '../platform/events/dispatcher.ts'
import { trashEntries } from '../platform/trash/entry.ts'
import { toPageCommentEvents } from './comment/comment-events.ts'
import { comments } from './comment/comment.ts'
import { completeRevision } from './page/revision/contention.ts'
import { pageDeletionEvents } from './deletion-messages.ts'
import { sharedSpaces } from './space/membership.ts'
import { pages, type StoredPage } from './page/page.ts'
import { pageFiles } from './page/files.ts'
import { pageMoves, revisionEvents, treeMoves, pageReviews } from './queues.ts'
import { followedRows, listedRows } from './page/lists/listed-page.ts'
import { subscriptions } from './page/subscription.ts'
import { recentRows } from './page/lists/recent-page.ts'
import { revisions } from './page/revision/revision.ts'
import { ongoingMoves, trees } from './space/tree.ts'
import { schedule } from '../platform/events/schedule.ts'

/** Reminder to the author of a published page at its review date; drafts and archived pages need no review. */
const reviewReminders = schedule<StoredPage>(({ id, status, review_at }) =>
  review_at === null || status !== 'published'
    ? []
    : [{ at: review_at, message: pageReviews.message({ page_id: id, review_at }) }],
)

export const changeHandlers = [
  onMemberChange(sharedSpaces),

  onChange(pages, async ({ before, after, isRestored }) => {
    if (!after || before?.version === after.version) return []
    if (after.revision !== before?.revision) await completeRevision(after)
    const isMoved = isRestored || (before && before.parent_id !== after.parent_id)
    return isMoved && after.status !== 'draft' ? [pageMoves.message({ page_id: after.id })] : []
  }),

  onSync(pages, pageFiles, recentRows, listedRows),

  onSync(subscriptions, followedRows),

  onSync(pages, reviewReminders),

  onChange(trees, ({ before, after }) => {
    const known = new Set(before?.moves.map(({ id }) => id))
    const begun = after
      ? ongoingMoves(after).filter(({ id, from }) => !known.has(id) && from === after.space_id)
      : []
    return begun.map((move) => treeMoves.message(move))
  }),

  onChange(revisions, ({ before, after }) => {
    // nobody can have subscribed before the second revision
    if (before || !after || after.is_minor || after.number === 1) return []
    return [revisionEvents.message({ page_id: after.page_id, number: after.number })]
  }),

  onChange(comments, toPageCommentEvents),

  onChange(trashEntries, pageDeletionEvents),
]
