import { attachments } from '../files/attachment-row.ts'
import { embeddable } from '../files/embeddable-files.ts'
import { embeddedIds } from '../files/embedded-files.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { derivedRows } from '../platform/table/derived-rows.ts'
import type { Operation } from '../platform/table/operation.ts'
import type { PreparedDraft } from './revision-draft.ts'
import { pageType, type StoredPage } from './page.ts'

/** So many rows go along with a revision; the others follow by the table's stream. */
const maxRowsAtOnce = 40

const rowsOf = (page: StoredPage | undefined) =>
  new Map(
    page?.text.file_ids.map((file_id) => [file_id, { file_id, type: pageType.type, thing_id: page.id }]),
  )

/** The files that a page shows, each of which knows by a row that the page does. */
export const pageFiles = derivedRows(attachments, rowsOf)

/** The writes that take the first of the files along with a revision of their page. */
export const toSyncFiles = (before: StoredPage | undefined, after: StoredPage): Operation[] =>
  pageFiles.toSync(before, after).slice(0, maxRowsAtOnce)

/** The files of a new text that go with its page: those that its author may read. */
export const filesOf = (author: Actor, content: string): Promise<string[]> =>
  embeddable(author, embeddedIds(content), [])

/**
 * A draft with the files that its text shows, also where it is that of an older revision: those that go with the page
 * already, and those that its author may read.
 */
export const withFiles = async (
  author: Actor,
  draft: PreparedDraft,
  page: StoredPage,
): Promise<PreparedDraft> => {
  const { text, content } = draft
  if (!text) return draft
  const shown = content === undefined ? text.file_ids : embeddedIds(content)
  const file_ids = await embeddable(author, shown, page.text.file_ids)
  return { ...draft, text: { ...text, file_ids } }
}
