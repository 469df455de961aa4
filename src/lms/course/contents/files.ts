import { attachments } from '../../../files/file/attachment-row.ts'
import { toAttachmentRow } from '../../../files/attachment/attachment.ts'
import { embeddableFiles, type EmbeddableFile } from '../../../files/attachment/embeddable-files.ts'
import { embeddedIds } from '../../../files/attachment/embedded-files.ts'
import { maxEmbedded } from '../../../files/attachment/limits.ts'
import { namedIds } from '../../../platform/http/contents-links.ts'
import type { Actor } from '../../../platform/identity/actor.ts'
import { derivedRows } from '../../../platform/table/derived-rows.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import { mapLessons } from '../../chapter/chapter.ts'
import { courseLessons, findLessonText, lessonTexts, type CourseContents } from './contents.ts'
import type { ContentsDraft } from './draft.ts'
import { courseType, type StoredCourse } from '../course.ts'

type CourseFiles = Pick<StoredCourse, 'files' | 'embedded_ids'>

/**
 * Maximum number of attachment rows written together with a change of the course; the table's stream writes the others.
 */
const maxRowsAtOnce = 10

const courseFileRows = (course: StoredCourse | undefined) =>
  new Map(
    course?.files
      .filter(({ id }) => course.embedded_ids.includes(id))
      .map((file) => [file.id, toAttachmentRow(courseType.type, course.id, file)]),
  )

/** Attachment rows of a course: one for each embedded file, so that the file knows the course. */
export const shownFiles = derivedRows(attachments, courseFileRows)

/** Returns the writes of the first attachment rows, which are part of the transaction of a course. */
export const toSyncCourseFiles = (before: StoredCourse | undefined, after: StoredCourse): Operation[] =>
  shownFiles.toSync(before, after).slice(0, maxRowsAtOnce)

/** Returns the files that were made for a course, and its source file, without files that its texts only embed. */
export const ownFiles = ({ files, embedded_ids }: CourseFiles): StoredCourse['files'] =>
  files.filter(({ id }) => !embedded_ids.includes(id))

/**
 * Returns the files of a course with these contents, at most 100 besides its own; `known` has files with their names.
 */
export const collectCourseFiles = (
  own: StoredCourse['files'],
  contents: CourseContents,
  known: StoredCourse['files'],
): CourseFiles => {
  const ids = [...contents.file_ids, ...courseLessons(contents).flatMap(({ file_ids }) => file_ids)]
  const others = new Map(known.map((file) => [file.id, file]))
  for (const { id } of own) others.delete(id)
  const embedded = [...new Set(ids)].flatMap((id) => others.get(id) ?? []).slice(0, maxEmbedded)
  return { files: [...own, ...embedded], embedded_ids: embedded.map(({ id }) => id) }
}

/** Returns the IDs of files named in the current texts of a course. */
const filesNamedInCourse = async (course: { id: string }, contents: CourseContents): Promise<Set<string>> => {
  const texts = await lessonTexts(course, courseLessons(contents))
  return new Set([contents.description ?? '', ...texts.values()].flatMap((text) => [...namedIds(text)]))
}

/** Returns a file as a course stores it. */
export const toCourseFile = ({
  id,
  name,
  reader_id,
}: Pick<EmbeddableFile, 'id' | 'name' | 'reader_id'>): StoredCourse['files'][number] => ({
  id,
  name,
  ...(reader_id && { reader_id }),
})

/** Returns the newly embedded files that the caller adds to the course. */
const findAddedFiles = async (
  actor: Actor,
  ids: string[],
  course: { id: string },
  before: CourseContents,
  former: readonly string[] | undefined,
): Promise<EmbeddableFile[]> => {
  const [readable, named] = await Promise.all([
    embeddableFiles(actor, ids),
    former ? undefined : filesNamedInCourse(course, before),
  ])
  return readable.filter(({ id }) => (former ? former.includes(id) : !named?.has(id)))
}

/**
 * Returns contents with the files embedded in their new texts, and the files of the course: files that it already has,
 * and new files that the caller may read. A file named in the previous texts but not embedded was added by a person who
 * could not read it, and stays unembedded. `former` has the files of restored contents; only these are added.
 */
export const withShownFiles = async (
  actor: Actor,
  course: CourseFiles & { id: string },
  before: CourseContents,
  { contents, texts }: ContentsDraft,
  former?: readonly string[],
): Promise<{ draft: ContentsDraft; files: CourseFiles }> => {
  const own = ownFiles(course)
  const shownBy = (text: string | null | undefined) => embeddedIds(text ?? '')
  const isDescribed = contents.description !== before.description
  const shown = [isDescribed ? contents.description : '', ...texts.values()].flatMap(shownBy)
  const others = [...new Set(shown)].filter((id) => !course.files.some((file) => file.id === id))
  const added = others.length === 0 ? [] : await findAddedFiles(actor, others, course, before, former)
  const known = [...course.files, ...added.map(toCourseFile)]
  const allowed = (ids: string[]) => ids.filter((id) => known.some((file) => file.id === id))

  const chapters = mapLessons(contents.chapters, (lesson) => {
    const text = findLessonText(texts, lesson)
    return text === undefined ? lesson : { ...lesson, file_ids: allowed(shownBy(text)) }
  })
  const file_ids = isDescribed ? allowed(shownBy(contents.description)) : contents.file_ids
  const all = { ...contents, chapters, file_ids }
  return { draft: { contents: all, texts }, files: collectCourseFiles(own, all, known) }
}
