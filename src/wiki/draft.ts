import { toStoreContent } from './content.ts'
import { pages, type StoredPage } from './page.ts'
import { revisions, type StoredRevision } from './revision.ts'

/** What somebody wants to put on top of a page. */
export interface Draft extends Pick<StoredRevision, 'author' | 'comment' | 'is_minor'> {
  title?: string | undefined
  /** A new text, or one that an older revision has; when both are absent the text stays. */
  content?: string | undefined
  text?: StoredRevision['text'] | undefined
  base_revision?: number | undefined
}

/** A draft with the text that it brings, and the id and the time by which it is known when it is sent again. */
export interface Sent extends Draft {
  id: string
  at: string
}

/** What follows from the page. */
export type Kept = Pick<StoredRevision, 'number' | 'page_id' | 'title' | 'text' | 'created_at'>

export const revisionOf = (
  kept: Kept,
  { author, comment, is_minor }: Pick<Draft, 'author' | 'comment' | 'is_minor'>,
) => revisions.make({ ...kept, size: kept.text.bytes, author, comment, is_minor })

/** What a page knows of the revision that it shows. */
export const shownOn = ({ id, revision, title, text, updated_at }: StoredPage): Kept => {
  return { page_id: id, number: revision, title, text, created_at: updated_at }
}

/** The writes that store the text of a draft; none when it brings no new one. */
export const toStore = (page: StoredPage, text: Draft['text'], content: string | undefined) =>
  text && content !== undefined ? toStoreContent(pages.keyOf(page).pk, text, content) : []
