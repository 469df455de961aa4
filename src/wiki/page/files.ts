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

/** Maximum number of attachment rows written together with a revision; the table's stream writes the others. */
const maxRowsAtOnce = 40

const rowsOf = (page: StoredPage | undefined) =>
  new Map(page && attachedFiles(page.text).map((file) => [file.id, toRow(pageType.type, page.id, file)]))

/** Attachment rows of a page: one for each embedded file, so that the file knows the page. */
export const pageFiles = derivedRows(attachments, rowsOf)

/** Returns the writes of the first attachment rows, which are part of the transaction of a revision. */
export const toSyncFiles = (before: StoredPage | undefined, after: StoredPage): Operation[] =>
  pageFiles.toSync(before, after).slice(0, maxRowsAtOnce)

/** Returns the files embedded in a new text that its author may read. */
export const filesOf = async (author: Actor, content: string) => {
  const found = await embeddableFiles(author, embeddedIds(content))
  const file_ids = found.map(({ id }) => id)
  return { file_ids, readers: embeddingReaders(file_ids, {}, found) }
}

/** Returns the IDs of files named in the current text of a page; all of `ids` if that text no longer exists. */
const namedBefore = async (page: StoredPage, ids: string[]): Promise<Set<string>> => {
  const content = await readContent(pages.keyOf(page).pk, page.text)
  return content === undefined ? new Set(ids) : namedIds(content)
}

/**
 * Adds the embedded files to a draft: files that the page already embeds, and new files that the author may read. A
 * file named in the previous text but not embedded was added by a person who could not read it, and stays unembedded.
 * Restoring a revision embeds the files of that revision again.
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
