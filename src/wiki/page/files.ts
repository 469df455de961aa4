import { attachments } from '../../files/file/attachment-row.ts'
import { toAttachmentRow } from '../../files/attachment/attachment.ts'
import { embeddableFiles, embeddingReaders } from '../../files/attachment/embeddable-files.ts'
import { embeddedIds } from '../../files/attachment/embedded-files.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { derivedRows } from '../../platform/table/derived-rows.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { attachedFiles } from './content.ts'
import { pageType, type StoredPage } from './page.ts'

/** Maximum number of attachment rows written together with a revision; the table's stream writes the others. */
const maxRowsAtOnce = 40

const pageFileRows = (page: StoredPage | undefined) =>
  new Map(
    page && attachedFiles(page.text).map((file) => [file.id, toAttachmentRow(pageType.type, page.id, file)]),
  )

/** Attachment rows of a page: one for each embedded file, so that the file knows the page. */
export const pageFiles = derivedRows(attachments, pageFileRows)

/** Returns the writes of the first attachment rows, which are part of the transaction of a revision. */
export const toSyncPageFiles = (before: StoredPage | undefined, after: StoredPage): Operation[] =>
  pageFiles.toSync(before, after).slice(0, maxRowsAtOnce)

/** Returns the files embedded in a new text that its author may read. */
export const findEmbeddedFiles = async (author: Actor, content: string) => {
  const found = await embeddableFiles(author, embeddedIds(content))
  const file_ids = found.map(({ id }) => id)
  return { file_ids, readers: embeddingReaders(file_ids, {}, found) }
}
