import { attachments } from '../../files/attachment/attachment-row.ts'
import { toRow } from '../../files/attachment/attachment.ts'
import {
  embeddableFiles,
  embeddingReaders,
  type EmbeddableFile,
} from '../../files/attachment/embeddable-files.ts'
import { embeddedIds } from '../../files/attachment/embedded-files.ts'
import { namedIds } from '../../platform/http/contents-links.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { derivedRows } from '../../platform/table/derived-rows.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { attachedFiles, readContent } from './content.ts'
import type { PreparedDraft } from '../revision/draft.ts'
import { pages, pageType, type StoredPage } from './page.ts'

/** How many rows go along with a revision; the others follow by the table's stream. */
const maxRowsAtOnce = 40

const rowsOf = (page: StoredPage | undefined) =>
  new Map(page && attachedFiles(page.text).map((file) => [file.id, toRow(pageType.type, page.id, file)]))

/** The files that a page shows, each of which knows by a row that the page does. */
export const pageFiles = derivedRows(attachments, rowsOf)

/** The writes that take the first of the files along with a revision of their page. */
export const toSyncFiles = (before: StoredPage | undefined, after: StoredPage): Operation[] =>
  pageFiles.toSync(before, after).slice(0, maxRowsAtOnce)

/** The files of a new text that go with its page: those that its author may read. */
export const filesOf = async (author: Actor, content: string) => {
  const found = await embeddableFiles(author, embeddedIds(content))
  const file_ids = found.map(({ id }) => id)
  return { file_ids, readers: embeddingReaders(file_ids, {}, found) }
}

/** The files that the text of a page named before; all of `ids` where that text is gone. */
const namedBefore = async (page: StoredPage, ids: string[]): Promise<Set<string>> => {
  const content = await readContent(pages.keyOf(page).pk, page.text)
  return content === undefined ? new Set(ids) : namedIds(content)
}

/**
 * A draft with the files that its text shows: those that go with the page already, and those that its author may read
 * and brings in. What the text named before was brought in by somebody who might not read it, and stays without. A
 * revision that is restored brings in what went with it.
 */
export const withFiles = async (
  author: Actor,
  draft: PreparedDraft,
  page: StoredPage,
): Promise<PreparedDraft> => {
  const { text, content } = draft
  if (!text) return draft
  const shown = content === undefined ? text.file_ids : embeddedIds(content)
  const { file_ids: known, readers } = page.text
  const others = shown.filter((id) => !known.includes(id))
  const withThose = (added: EmbeddableFile[]) => {
    const ids = [...known, ...added.map(({ id }) => id)]
    const file_ids = shown.filter((id) => ids.includes(id))
    return { ...draft, text: { ...text, file_ids, readers: embeddingReaders(file_ids, readers, added) } }
  }
  if (others.length === 0) return withThose([])
  const [readable, before] = await Promise.all([
    embeddableFiles(author, others),
    content === undefined ? new Set<string>() : namedBefore(page, others),
  ])
  return withThose(readable.filter(({ id }) => !before.has(id)))
}
