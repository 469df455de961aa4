import { attachments } from '../../files/attachment/attachment-row.ts'
import { toRow } from '../../files/attachment/attachment.ts'
import { embeddableFiles, type EmbeddableFile } from '../../files/attachment/embeddable-files.ts'
import { embeddedIds } from '../../files/attachment/embedded-files.ts'
import { maxEmbedded } from '../../files/attachment/limits.ts'
import { namedIds } from '../../platform/http/contents-links.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { derivedRows } from '../../platform/table/derived-rows.ts'
import { readLargeTexts } from '../../platform/table/large-text.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { coursePartition, lessonsOf, lessonText, type CourseContents } from '../contents/contents.ts'
import type { ContentsDraft } from '../contents/draft.ts'
import { courseType, type StoredCourse } from './course.ts'

type CourseFiles = Pick<StoredCourse, 'files' | 'embedded_ids'>

/** How many rows go along with a change of their course; the others follow by the table's stream. */
const maxRowsAtOnce = 10

const rowsOf = (course: StoredCourse | undefined) =>
  new Map(
    course?.files
      .filter(({ id }) => course.embedded_ids.includes(id))
      .map((file) => [file.id, toRow(courseType.type, course.id, file)]),
  )

/** The files that the texts of a course show, each of which knows by a row that the course does. */
export const shownFiles = derivedRows(attachments, rowsOf)

/** The writes that take the first of the files along with a change of their course. */
export const toSyncFiles = (before: StoredCourse | undefined, after: StoredCourse): Operation[] =>
  shownFiles.toSync(before, after).slice(0, maxRowsAtOnce)

/** The files that were made for a course, and the one that it was made from: not those that its texts merely show. */
export const ownFiles = ({ files, embedded_ids }: CourseFiles): StoredCourse['files'] =>
  files.filter(({ id }) => !embedded_ids.includes(id))

/** The files of a course with such contents, at most 100 beside its own; `known` are those with their names. */
export const filesOf = (
  own: StoredCourse['files'],
  contents: CourseContents,
  known: StoredCourse['files'],
): CourseFiles => {
  const ids = [...contents.file_ids, ...lessonsOf(contents).flatMap(({ file_ids }) => file_ids)]
  const others = new Map(known.map((file) => [file.id, file]))
  for (const { id } of own) others.delete(id)
  const embedded = [...new Set(ids)].flatMap((id) => others.get(id) ?? []).slice(0, maxEmbedded)
  return { files: [...own, ...embedded], embedded_ids: embedded.map(({ id }) => id) }
}

/** The files that the texts of a course named before. */
const namedBefore = async (course: { id: string }, contents: CourseContents): Promise<Set<string>> => {
  const places = lessonsOf(contents).flatMap((lesson) => lessonText(lesson) ?? [])
  const texts = await readLargeTexts(coursePartition(course), places)
  return new Set([contents.description ?? '', ...texts.values()].flatMap((text) => [...namedIds(text)]))
}

const toCourseFile = ({ id, name, reader_id }: EmbeddableFile): StoredCourse['files'][number] => {
  return { id, name, ...(reader_id && { reader_id }) }
}

/** Of files that new texts show, those that the one who saves them brings in. */
const broughtIn = async (
  actor: Actor,
  ids: string[],
  course: { id: string },
  before: CourseContents,
  former: readonly string[] | undefined,
): Promise<EmbeddableFile[]> => {
  const [readable, named] = await Promise.all([
    embeddableFiles(actor, ids),
    former ? undefined : namedBefore(course, before),
  ])
  return readable.filter(({ id }) => (former ? former.includes(id) : !named?.has(id)))
}

/**
 * Contents with the files that their new texts show, and the files of the course then: those that go with it already,
 * and those that the caller may read and brings in. What the texts named before was brought in by somebody
 * who might not read it, and stays without. `former` are the files of contents that are put back: they alone come in.
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
  const newText = (lesson: Parameters<typeof lessonText>[0]) => texts.get(lessonText(lesson)?.name ?? '')
  const isDescribed = contents.description !== before.description
  const shown = [isDescribed ? contents.description : '', ...texts.values()].flatMap(shownBy)
  const others = [...new Set(shown)].filter((id) => !course.files.some((file) => file.id === id))
  const added = others.length === 0 ? [] : await broughtIn(actor, others, course, before, former)
  const known = [...course.files, ...added.map(toCourseFile)]
  const allowed = (ids: string[]) => ids.filter((id) => known.some((file) => file.id === id))

  const chapters = contents.chapters.map((chapter) => ({
    ...chapter,
    lessons: chapter.lessons.map((lesson) => {
      const text = newText(lesson)
      return text === undefined ? lesson : { ...lesson, file_ids: allowed(shownBy(text)) }
    }),
  }))
  const file_ids = isDescribed ? allowed(shownBy(contents.description)) : contents.file_ids
  const all = { ...contents, chapters, file_ids }
  return { draft: { contents: all, texts }, files: filesOf(own, all, known) }
}
