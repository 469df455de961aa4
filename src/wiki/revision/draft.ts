import { toStoreContent } from '../page/content.ts'
import { pages, type StoredPage } from '../page/page.ts'
import { revisions, type StoredRevision } from './revision.ts'

/** What somebody wants to put on top of a page. */
export interface RevisionDraft extends Pick<StoredRevision, 'author' | 'comment' | 'is_minor'> {
  title?: string | undefined
  /** A new text, or one that an older revision has; when both are absent the text stays. */
  content?: string | undefined
  text?: StoredRevision['text'] | undefined
  base_revision?: number | undefined
}

/** A draft with the text that it brings, and the id and the time by which it is known when it is sent again. */
export interface PreparedDraft extends RevisionDraft {
  id: string
  at: string
}

/** What follows from the page. */
export type PageSnapshot = Pick<StoredRevision, 'number' | 'page_id' | 'title' | 'text' | 'created_at'>

export const newRevision = (
  kept: PageSnapshot,
  { author, comment, is_minor }: Pick<RevisionDraft, 'author' | 'comment' | 'is_minor'>,
) => revisions.make({ ...kept, size: kept.text.bytes, author, comment, is_minor })

/** What a page knows of the revision that it shows. */
export const snapshotPage = ({ id, revision, title, text, updated_at }: StoredPage): PageSnapshot => {
  return { page_id: id, number: revision, title, text, created_at: updated_at }
}

/** The writes that store the text of a draft; none when it brings no new one. */
export const toStoreDraft = (page: StoredPage, text: RevisionDraft['text'], content: string | undefined) =>
  text && content !== undefined ? toStoreContent(pages.keyOf(page).pk, text, content) : []
