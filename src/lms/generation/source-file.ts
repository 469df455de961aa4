import { findAdvice, findFileKind, kindsInWords } from '../../documents/file-kind.ts'
import { UnreadableFile } from '../../documents/unreadable-file.ts'
import { downloadFile } from '../../files/file/downloaded-file.ts'
import { maxDocumentBytes } from '../../files/stored-text/file-text.ts'
import { authorizeFile, readableFile } from '../../files/file/access.ts'
import { files, type StoredFile } from '../../files/file/file.ts'
import { requireUploaded } from '../../files/file/upload.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { findPrincipal } from '../../platform/identity/principals.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import type { StoredCourse } from '../course/course.ts'

/**
 * Returns a file from which the caller may generate a course. Throws 404 if the caller may not read it, 422 if it is
 * not a document or too large, 409 if it has not been uploaded.
 */
export const requireSourceFile = async (actor: Actor, file_id: string): Promise<StoredFile> => {
  const { file } = await readableFile(actor, file_id)
  if (findFileKind(file.name, file.content_type) === undefined) {
    const advice = findAdvice(file.name, file.content_type)
    throw invalid(
      'file_id',
      `must be the ID of a document (${kindsInWords()})${advice ? `; ${advice} first` : ''}`,
    )
  }
  if (file.size > maxDocumentBytes) throw invalid('file_id', 'must be the ID of a file of at most 300 MB')
  return requireUploaded(file)
}

const sourceGone = () => new UnreadableFile('gone', 'The file was deleted, or you may no longer read it.')

/** Source file of a course; `reader_id` is the requester of the course if another person owns the file. */
export type SourceFile = StoredFile & { reader_id?: string }

/** Returns the file of a course if its requester may currently read it; throws {@link UnreadableFile} otherwise. */
export const readableSource = async ({ source, run }: StoredCourse): Promise<SourceFile> => {
  const [file, person] = await Promise.all([
    files.find({ id: source.file_id as string }),
    findPrincipal(run?.asked_by.id as string),
  ])
  const decision = person && (await authorizeFile(file, person))
  if (!file || !decision) throw sourceGone()
  return file.owner.id === person.id ? file : { ...file, reader_id: person.id }
}

/** Writes the bytes of a file to `path`; throws {@link UnreadableFile} if they no longer exist. */
export const downloadSource = async (path: string, file: StoredFile): Promise<void> => {
  if (!(await downloadFile(path, file))) throw sourceGone()
}
