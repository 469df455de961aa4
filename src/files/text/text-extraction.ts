import { convertInProcess } from '../../documents/process/document-process.ts'
import { UnreadableFile } from '../../documents/unreadable-file.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { writeItem } from '../../platform/table/table.ts'
import { downloadFile, withTemporaryPath } from '../file/downloaded-file.ts'
import { maxTextBytes, presentText, documentKind, type FileText } from '../stored-text/file-text.ts'
import { lastSaverId } from '../file/save.ts'
import { files, type StoredFile } from '../file/file.ts'
import { readInTurn } from './reader-semaphore.ts'
import { removeText, storeFileText } from '../stored-text/text-object.ts'

type Outcome = Pick<FileText, 'status' | 'is_truncated' | 'reason'>

const withoutText = (status: 'failed' | 'none', reason: string): Outcome => ({
  status,
  is_truncated: false,
  reason,
})

/** Returns the reason for a file without text; of all file types, a PDF may be a scan. */
const emptyTextReason = (file: StoredFile) =>
  documentKind(file) === 'pdf'
    ? 'The file has no text; it may be a scan, which would need text recognition first.'
    : 'The file has no text.'

/** Extracts the text of a file and stores it. */
const convert = (file: StoredFile): Promise<Outcome> =>
  withTemporaryPath(async (path): Promise<Outcome> => {
    const { id, object_id, name, content_type } = file
    if (!(await downloadFile(path, file))) return withoutText('failed', 'The bytes of the file are missing.')
    const { markdown, isTruncated } = await convertInProcess(
      { path, name, content_type },
      { maxBytes: maxTextBytes },
    )
    if (markdown === '') return withoutText('none', emptyTextReason(file))
    await storeFileText(id, object_id, markdown)
    return { status: 'ready', is_truncated: isTruncated, reason: null }
  })

const toOutcome = (error: unknown): Outcome => {
  if (error instanceof UnreadableFile) return withoutText('failed', error.message)
  throw error
}

/** Stores the result of a text extraction, unless the file has other bytes meanwhile. */
const storeExtraction = (file: StoredFile, outcome: Outcome) =>
  ignoreConflict(() => {
    const { object_id, etag } = file
    const text = { ...outcome, object_id, etag: etag ?? '', kind: documentKind(file) ?? '' }
    return writeItem(files.toTouch(file, { text }, { object_id }))
  })

/** Returns the file if it has these bytes and no text of them yet. Removes the text of a deleted file. */
const findUnread = async (file_id: string, object_id: string): Promise<StoredFile | undefined> => {
  const file = await files.find({ id: file_id })
  if (!file) await removeText(file_id, object_id)
  if (file?.object_id !== object_id || file.status !== 'ready' || !documentKind(file)) return undefined
  const text = presentText(file)
  return text?.object_id === object_id && text.status !== 'failed' ? undefined : file
}

/**
 * Extracts the text of an object while its file refers to it. Repeated and concurrent runs are safe. A file without
 * text ends with the reason; any other error is thrown for a retry.
 */
export const makeFileText = async (file_id: string, object_id: string): Promise<void> => {
  const file = await findUnread(file_id, object_id)
  if (!file) return
  const reading = { user_id: lastSaverId(file), reading: `text#${object_id}` }
  await storeExtraction(file, await readInTurn(reading, () => convert(file)).catch(toOutcome))
  // the file may have been deleted, or renamed to another kind
  const next = await findUnread(file_id, object_id)
  if (next && presentText(next) === undefined) await makeFileText(file_id, object_id)
}

/** Records that a file has no text after its extraction has failed repeatedly. */
export const abandonExtraction = async (file_id: string, object_id: string): Promise<void> => {
  const file = await findUnread(file_id, object_id)
  if (file) await storeExtraction(file, withoutText('failed', 'The text of the file could not be extracted.'))
}
