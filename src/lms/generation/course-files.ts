import { readFile } from 'node:fs/promises'
import pMap from 'p-map'
import { announceObject, storeContents } from '../../files/file/contents.ts'
import { attachments } from '../../files/file/attachment-row.ts'
import { toAttachmentRow } from '../../files/attachment/attachment.ts'
import { files } from '../../files/file/file.ts'
import { directionControls } from '../../language/fold.ts'
import { derivedId, idTime } from '../../platform/runtime/id.ts'
import { writeBatch } from '../../platform/table/batch/batch-write.ts'
import { courseType, type StoredCourse } from '../course/course.ts'
import { removeMadeFiles } from '../course/file-removal.ts'
import type { Run } from '../queues.ts'
import type { ImageFile } from '../../documents/process/document-process.ts'
import { maxImages } from '../limits.ts'

/** Maximum number of images stored at the same time. */
const concurrency = 4

type CourseFile = StoredCourse['files'][number]

/** Returns an ID derived from the run, so that every attempt of a run creates the same IDs. */
const generatedFileId = ({ run_id }: Run, what: string) => derivedId(idTime(run_id), `${run_id}#${what}`)

const generatedImageId = (run: Run, number: number) => generatedFileId(run, `image#${number}`)

const storeImage = async (
  run: Run,
  owner: { id: string; name: string },
  image: ImageFile,
  number: number,
) => {
  const { content_type, path } = image
  const [id, object_id] = [generatedImageId(run, number), generatedFileId(run, `object#${number}`)]
  const name = image.name.replace(directionControls, '').slice(-255).toWellFormed()
  const bytes = await readFile(path)
  await announceObject({ id, owner }, object_id, bytes.byteLength)
  const contents = await storeContents({ id, content_type }, object_id, bytes)
  await files.ensure(files.make({ id, name, content_type, owner, status: 'ready', ...contents }))
  return { id, name }
}

/** Stores the images of a run as files owned by the requester; anyone who sees the course may read them. */
export const storeCourseImages = (
  run: Run,
  owner: { id: string; name: string },
  images: ImageFile[],
): Promise<CourseFile[]> =>
  pMap(images.slice(0, maxImages), (image, number) => storeImage(run, owner, image, number), { concurrency })

/**
 * Lets everyone who sees a course read its files. A file with a `reader_id` was added by a person who does not own the
 * file: the others may read it as long as that person may.
 */
export const attachToCourse = (course_id: string, listed: CourseFile[]): Promise<void> =>
  writeBatch(
    listed.map((file) => attachments.itemOf(toAttachmentRow(courseType.type, course_id, file))),
    [],
  )

/** Removes the images that an unsuccessful run may have stored. */
export const removeImages = (run: Run): Promise<void> => {
  const ids = Array.from({ length: maxImages }, (_, number) => generatedImageId(run, number))
  return removeMadeFiles(run.course_id, ids)
}
