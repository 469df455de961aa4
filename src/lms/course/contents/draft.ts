import { isDeepStrictEqual } from 'node:util'
import type { Operation } from '../../../platform/table/operation.ts'
import { courseLessons, coursePartition, CourseContents, contentsName, lessonText } from './contents.ts'
import { courseLimits } from '../../limits.ts'
import { newId } from '../../../platform/runtime/id.ts'
import { invalid } from '../../../platform/runtime/problem.ts'
import { newStoredText, toStoreText, type StoredText } from '../../../platform/table/large-text.ts'
import type { ChapterInput } from '../../chapter/chapter-input.ts'
import { StoredLesson } from '../../chapter/chapter.ts'

/** Contents with their new texts by name. */
export interface ContentsDraft {
  contents: CourseContents
  texts: Map<string, string>
}

/** Returns a lesson with a content; adds the content to `texts` unless it equals `present`. */
export const withContent = (
  lesson: StoredLesson,
  content: string,
  present: string | undefined,
  texts: Map<string, string>,
): StoredLesson => {
  if (content === present) return lesson
  const changed = { ...lesson, text: content === '' ? null : newStoredText(content), file_ids: [] }
  const place = lessonText(changed)
  if (place) texts.set(place.name, content)
  return changed
}

/** Returns a function that claims an ID of the input; throws 422 for an unknown or repeated ID. */
const idClaimer = <T extends { id: string }>(things: T[], what: string) => {
  const rest = new Map(things.map((thing) => [thing.id, thing]))
  return (id: string | undefined, at: string): T | undefined => {
    if (id === undefined) return undefined
    const thing = rest.get(id)
    if (!thing) throw invalid(`${at}.id`, `must be the ID of a ${what} of the course and appear only once`)
    rest.delete(id)
    return thing
  }
}

/**
 * Replaces the chapters of contents: chapters and lessons with a known ID keep that ID, lessons keep content and
 * sources that the input omits, and everything else is new. `present` has texts by name, so that an unchanged text is
 * not stored again.
 */
export const withChapters = (
  contents: CourseContents,
  chapters: ChapterInput[],
  present = new Map<string, string>(),
): ContentsDraft => {
  const texts = new Map<string, string>()
  const claimChapter = idClaimer(contents.chapters, 'chapter')
  const claimLesson = idClaimer(courseLessons(contents), 'lesson')

  const next = chapters.map(({ id, lessons, ...chapter }, n) => ({
    id: claimChapter(id, `chapters[${n}]`)?.id ?? newId(),
    ...chapter,
    lessons: lessons.map(({ id, content, sources: _sources, content_url: _url, ...fields }, m) => {
      const known = claimLesson(id, `chapters[${n}].lessons[${m}]`)
      const lesson = {
        id: newId(),
        sources: [],
        text: null,
        file_ids: [],
        is_edited: true,
        ...known,
        ...fields,
      }
      const place = lessonText(lesson)
      const before = place ? present.get(place.name) : ''
      const next = typeof content === 'string' ? withContent(lesson, content, before, texts) : lesson
      return isDeepStrictEqual(next, known) ? next : { ...next, is_edited: true }
    }),
  }))
  return { contents: { ...contents, chapters: next }, texts }
}

/** A chapter generated from a file. */
export interface GeneratedChapter {
  title: string
  summary: string | null
  lessons: (Pick<StoredLesson, 'id' | 'title' | 'duration_minutes' | 'sources'> & { content: string })[]
}

/** Returns the contents of a course generated from a file. Throws a RangeError if they exceed a limit of courses. */
export const generatedDraft = (chapters: GeneratedChapter[], description: string | null): ContentsDraft => {
  const texts = new Map<string, string>()
  const made = chapters.map(({ lessons, ...chapter }) => ({
    ...chapter,
    id: newId(),
    lessons: lessons.map(({ content, ...lesson }) =>
      withContent(StoredLesson.parse({ ...lesson, text: null }), content, '', texts),
    ),
  }))
  const contents = CourseContents.parse({ description, chapters: made })
  const { maxChapters, maxLessons, maxLessonCharacters } = courseLimits
  const isLong = [...texts.values()].some(({ length }) => length > maxLessonCharacters)
  if (made.length > maxChapters || courseLessons(contents).length > maxLessons || isLong)
    throw new RangeError('The generated contents exceed a limit of courses.')
  return { contents, texts }
}

/**
 * Returns the stored position of contents in the partition of a course, and the writes that store them with their new
 * texts.
 */
export const toStore = (
  owner: string,
  { contents, texts }: ContentsDraft,
): { place: StoredText; writes: Operation[] } => {
  const json = JSON.stringify(contents)
  const place = newStoredText(json)
  const all = [...texts, [contentsName(place), json] as const]
  return { place, writes: all.flatMap(([name, text]) => toStoreText(owner, name, text)) }
}

/** Returns the fields of the course that are derived from its contents, and the writes that store the contents. */
export const storedContents = (id: string, draft: ContentsDraft) => {
  const { place, writes } = toStore(coursePartition({ id }), draft)
  return { fields: { contents: place, lesson_count: courseLessons(draft.contents).length }, writes }
}
