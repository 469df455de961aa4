import { attachments } from '../../files/file/attachment-row.ts'
import { toAttachmentRow } from '../../files/attachment/attachment.ts'
import { files } from '../../files/file/file.ts'
import { removeBatch } from '../../platform/table/batch/batch-write.ts'
import { courseType, type StoredCourse } from './course.ts'
import { ownFiles } from './contents/files.ts'

const attachmentKey = (course_id: string, id: string) =>
  attachments.keyOf(toAttachmentRow(courseType.type, course_id, { id }))

/** Returns the files that were made for a course, without its source. */
const madeFiles = (course: StoredCourse, { file_id } = course.source) =>
  ownFiles(course).filter(({ id }) => id !== file_id)

/** Detaches the files of a deleted course, and deletes files that were made for the course. */
export const leaveFiles = (course: StoredCourse): Promise<void> =>
  removeBatch([
    ...course.files.map((file) => attachmentKey(course.id, file.id)),
    ...madeFiles(course).map(files.keyOf),
  ])

/** Removes files that were made for a course. */
export const removeMadeFiles = (course_id: string, ids: string[]): Promise<void> =>
  removeBatch(ids.flatMap((id) => [attachmentKey(course_id, id), files.keyOf({ id })]))

/** Removes files that were made for a course and that the course no longer has after it was generated again. */
export const dropFiles = (before: StoredCourse, { id, files: kept, source }: StoredCourse): Promise<void> => {
  const ids = new Set(madeFiles(before, source).map((file) => file.id))
  return removeMadeFiles(id, [...ids.difference(new Set(kept.map((file) => file.id)))])
}
