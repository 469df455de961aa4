import { attachments } from '../../files/file/attachment-row.ts'
import { toAttachmentRow } from '../../files/attachment/attachment.ts'
import { files } from '../../files/file/file.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { courseType, type StoredCourse } from './course.ts'
import { ownFiles } from './files.ts'

const attachmentKey = (course_id: string, id: string) =>
  attachments.keyOf(toAttachmentRow(courseType.type, course_id, { id }))

/** Detaches the files of a deleted course, and deletes files that were made for the course. */
export const leaveFiles = async (course: StoredCourse): Promise<void> => {
  const { id, files: listed, source } = course
  const made = ownFiles(course).filter((file) => file.id !== source.file_id)
  await removeBatch([
    ...listed.map((file) => attachmentKey(id, file.id)),
    ...made.map((file) => files.keyOf(file)),
  ])
}

/** Removes files that were made for a course and that the course no longer has after it was generated again. */
export const dropFiles = async (before: StoredCourse, { id, files: kept, source }: StoredCourse) => {
  const gone = ownFiles(before).filter(
    (file) => file.id !== source.file_id && !kept.some((one) => one.id === file.id),
  )
  await removeBatch(gone.flatMap((file) => [attachmentKey(id, file.id), files.keyOf(file)]))
}
