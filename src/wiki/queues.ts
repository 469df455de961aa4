import { Cursor, messageKind, messageWith } from '../platform/events/message-kind.ts'
import * as z from '../platform/schema/schema.ts'
import { leftDrafts } from './tree/left-draft.ts'
import { TreeMove } from './tree/tree.ts'

/** A revision: the subscribers of its page are to be told. */
export const revisionNews = messageWith('wiki-news', 'notices', {
  page_id: z.string(),
  number: z.int(),
  cursor: Cursor,
})

/** A page that has moved: it, and each page below it, is to know by which others it is now. */
export const pageMoves = messageWith('wiki-moves', 'fan-outs', { page_id: z.string(), cursor: Cursor })

/** A large tree that has moved to another space by its root, and how far what is below follows (tree-move.ts). */
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
 * A page that was deleted, itself or with one above it: its author and subscribers are to be told; with
 * `below`, a partition (`parentPartition`), those of all pages that are there, hidden.
 */
const PageDeletion = z.object({
  entry_id: z.string(),
  deleted_at: z.string(),
  page_id: z.string(),
  author_id: z.string(),
  below: z.orNull(z.string()),
  cursor: Cursor,
})
export type PageDeletion = z.output<typeof PageDeletion>

/** A draft that stayed behind when a page above it was deleted: its author is to be told. */
const DraftLeft = leftDrafts.schema.extend({ of: z.literal('left_draft') })

/** A page that is restored, below which such drafts go back. */
const PageRestored = z.object({ of: z.literal('restored'), entry_id: z.string() })

export const pageDeletions = messageKind(
  'wiki-deletions',
  'fan-outs',
  z.union([DraftLeft, PageRestored, PageDeletion]),
)

/** A comment: the subscribers of its page are to be told, or those alone whom a change of it mentions. */
export const commentNews = messageWith('wiki-comment-news', 'notices', {
  page_id: z.string(),
  comment_id: z.string(),
  to: z.enum(['subscribers', 'mentioned']),
  cursor: Cursor,
})
