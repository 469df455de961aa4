import { Cursor, messageKind, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'
import { TreeMove } from './space/tree.ts'

/** A new revision of a page; the subscribers of the page are notified. */
export const revisionEvents = messageWith('wiki-news', 'notices', {
  page_id: z.string(),
  number: z.int(),
  cursor: Cursor,
})

/** A page that has moved; the page and all pages below it must store their new ancestors. */
export const pageMoves = messageWith('wiki-moves', 'fan-outs', { page_id: z.string(), cursor: Cursor })

/** A large tree whose root is already in the other space; `path` is the progress of its descendants (tree-move.ts). */
export const treeMoves = messageKind(
  'wiki-tree-moves',
  'sweeps',
  TreeMove.extend({ path: z.array(z.string()).default([]) }),
)

/** A page whose review date has come. */
export const pageReviews = messageWith('wiki-reviews', 'notices', {
  page_id: z.string(),
  review_at: z.string(),
})

/**
 * A page that was deleted, by itself or with an ancestor; its author and subscribers are notified. With `below`, a
 * partition (`parentPartition`), the authors and subscribers of all hidden pages in the partition are notified.
 */
export const pageDeletions = messageWith('wiki-deletions', 'fan-outs', {
  entry_id: z.string(),
  deleted_at: z.string(),
  page_id: z.string(),
  author_id: z.string(),
  below: z.orNull(z.string()),
  cursor: Cursor,
})

/** A comment on a page; the subscribers are notified, or only the people whom an edit newly mentions. */
export const pageCommentEvents = messageWith('wiki-comment-news', 'notices', {
  page_id: z.string(),
  comment_id: z.string(),
  to: z.enum(['subscribers', 'mentioned']),
  cursor: Cursor,
})
