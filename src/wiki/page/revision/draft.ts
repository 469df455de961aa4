import { toStoreContent } from '../content.ts'
import { pages, type StoredPage } from '../page.ts'
import { revisions, type StoredRevision } from './revision.ts'

/** A revision to be added to a page. */
export interface RevisionDraft extends Pick<StoredRevision, 'author' | 'comment' | 'is_minor'> {
  title?: string | undefined
  /** A new text, or the stored text of an older revision; if both are absent, the text stays. */
  content?: string | undefined
  text?: StoredRevision['text'] | undefined
  base_revision?: number | undefined
}

/** A draft with its new text, and with the ID and time that identify it in retries. */
export interface PreparedDraft extends RevisionDraft {
  id: string
  at: string
}

/** Fields of a revision that are copied from the page. */
export type PageSnapshot = Pick<StoredRevision, 'number' | 'page_id' | 'title' | 'text' | 'created_at'>

export const newRevision = (
  kept: PageSnapshot,
  { author, comment, is_minor }: Pick<RevisionDraft, 'author' | 'comment' | 'is_minor'>,
) => revisions.make({ ...kept, size: kept.text.bytes, author, comment, is_minor })

/** Returns the fields of the newest revision that the page stores. */
export const snapshotPage = ({ id, revision, title, text, updated_at }: StoredPage): PageSnapshot => {
  return { page_id: id, number: revision, title, text, created_at: updated_at }
}

/** Returns the writes that store the text of a draft; none if the draft has no new text. */
export const toStoreDraft = (page: StoredPage, text: RevisionDraft['text'], content: string | undefined) =>
  text && content !== undefined ? toStoreContent(pages.keyOf(page).pk, text, content) : []
