import { findAdvice, findFileKind, kindsInWords } from '../../documents/file-kind.ts'
import { UnreadableFile } from '../../documents/unreadable-file.ts'
import { downloadFile } from '../../files/file/downloaded-file.ts'
import { maxDocumentBytes } from '../../files/stored-text/file-text.ts'
import { authorizeFile, readableFile } from '../../files/file/access.ts'
import { files, type StoredFile } from '../../files/file/file.ts'
import { requireUploaded } from '../../files/file/upload.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { findPrincipal, type FoundPrincipal } from '../../platform/identity/principals.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import type { RunningCourse } from './generation.ts'

/** Throws 422 about a field unless its file is a document that is not too large. */
export const requireDocument = ({ name, content_type, size }: StoredFile, field: string): void => {
  if (findFileKind(name, content_type) === undefined) {
    const advice = findAdvice(name, content_type)
    throw invalid(
      field,
      `must be the ID of a document (${kindsInWords()})${advice ? `; ${advice} first` : ''}`,
    )
  }
  if (size > maxDocumentBytes) throw invalid(field, 'must be the ID of a file of at most 300 MB')
}

/**
 * Returns a file from which the caller may generate a course. Throws 404 if the caller may not read it, 422 if it is
 * not a document or too large, 409 if it has not been uploaded.
 */
export const requireSourceFile = async (actor: Actor, file_id: string): Promise<StoredFile> => {
  const { file } = await readableFile(actor, file_id)
  requireDocument(file, 'file_id')
  return requireUploaded(file)
}

/** The error of a run whose source can no longer be read by its requester; `title` names one of several sources. */
export const sourceGone = (title?: string) =>
  new UnreadableFile(
    'gone',
    title === undefined
      ? 'The file was deleted, or you may no longer read it.'
      : `The source "${title}" was deleted or changed, or you may no longer read it.`,
  )

/** Source file of a course; `reader_id` is the requester of the course if another person owns the file. */
export type SourceFile = StoredFile & { reader_id?: string }

/** Returns the requester of a run; throws {@link UnreadableFile} if the account no longer exists. */
export const requireRequester = async ({ run }: RunningCourse): Promise<FoundPrincipal> => {
  const person = await findPrincipal(run.asked_by.id)
  if (!person) throw sourceGone()
  return person
}

/** Returns a file if the requester of a course may currently read it; throws {@link UnreadableFile} otherwise. */
export const readableSource = async (
  person: FoundPrincipal,
  { id, title }: { id: string; title?: string },
): Promise<SourceFile> => {
  const file = await files.find({ id })
  if (!file || !(await authorizeFile(file, person))) throw sourceGone(title)
  return file.owner.id === person.id ? file : { ...file, reader_id: person.id }
}

/** Writes the bytes of a file to `path`; throws {@link UnreadableFile} if they no longer exist. */
export const downloadSource = async (path: string, file: StoredFile): Promise<void> => {
  if (!(await downloadFile(path, file))) throw sourceGone()
}
