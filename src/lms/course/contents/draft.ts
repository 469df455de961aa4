import { isDeepStrictEqual } from 'node:util'
import { courseLessons, coursePartition, CourseContents, contentsName, lessonText } from './contents.ts'
import { courseLimits } from '../../limits.ts'
import { newId } from '../../../platform/runtime/id.ts'
import { invalid } from '../../../platform/runtime/problem.ts'
import { newStoredText, toStoreText } from '../../../platform/table/large-text.ts'
import type { ChapterInput } from '../../chapter/chapter-input.ts'
import { mapLessons, StoredLesson } from '../../chapter/chapter.ts'
import type { StoredCourse } from '../course.ts'

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

/**
 * Throws 422 if a text lesson becomes a quiz: people who have read the lesson would have passed the quiz. `before` is
 * undefined for a new lesson; `at` is the path of the lesson.
 */
export const requireSameKind = (
  { kind }: Pick<StoredLesson, 'kind'>,
  before: Pick<StoredLesson, 'kind'> | undefined,
  at: string,
): void => {
  if (before?.kind === 'text' && kind === 'quiz')
    throw invalid(`${at}kind`, 'must not change from "text" to "quiz": add a new lesson instead')
}

/** Throws 422 unless a lesson has a quiz exactly if its kind says so; `at` is the path of the lesson. */
export const requireQuiz = ({ kind, quiz }: Pick<StoredLesson, 'kind' | 'quiz'>, at: string): void => {
  if ((kind === 'quiz') !== Boolean(quiz))
    throw invalid(`${at}quiz`, 'must be a quiz if the kind is "quiz", and null otherwise')
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
    lessons: lessons.map(
      ({ id, content, kind, quiz, sources: _sources, content_url: _url, ...fields }, m) => {
        const at = `chapters[${n}].lessons[${m}]`
        const known = claimLesson(id, at)
        const lesson = StoredLesson.parse({
          id: newId(),
          text: null,
          is_edited: true,
          ...known,
          ...fields,
          ...(kind && { kind }),
          ...(quiz !== undefined && { quiz }),
        })
        requireQuiz(lesson, `${at}.`)
        requireSameKind(lesson, known, `${at}.`)
        const place = lessonText(lesson)
        const before = place ? present.get(place.name) : ''
        const next = typeof content === 'string' ? withContent(lesson, content, before, texts) : lesson
        return isDeepStrictEqual(next, known) ? next : { ...next, is_edited: true }
      },
    ),
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

/** Maximum size of all quizzes of a course in bytes of JSON: every read of the course loads them. */
const maxQuizBytes = 1_000_000

/**
 * Returns contents in which quizzes that differ from those `before` have the next version of the course, so that
 * attempts at a former quiz are rejected. Throws 422 if the quizzes are too large.
 */
const withQuizVersions = (
  { version }: Pick<StoredCourse, 'version'>,
  before: CourseContents,
  contents: CourseContents,
): CourseContents => {
  const known = new Map(courseLessons(before).map((lesson) => [lesson.id, lesson]))
  let bytes = 0
  const versioned = (lesson: StoredLesson): StoredLesson => {
    const former = known.get(lesson.id)
    if (lesson.quiz) bytes += Buffer.byteLength(JSON.stringify(lesson.quiz))
    const isSame = former && isDeepStrictEqual(lesson.quiz, former.quiz)
    return { ...lesson, quiz_version: isSame ? former.quiz_version : version + 1 }
  }
  const chapters = mapLessons(contents.chapters, versioned)
  if (bytes > maxQuizBytes) throw invalid('quiz', 'must keep all quizzes of the course below 1 MB')
  return { ...contents, chapters }
}

/**
 * Returns the fields of a course that are derived from its new contents, and the writes that store the contents. Throws
 * 422 if the quizzes are too large.
 */
export const storedContents = (
  course: Pick<StoredCourse, 'id' | 'version'>,
  before: CourseContents,
  { contents, texts }: ContentsDraft,
) => {
  const json = JSON.stringify(withQuizVersions(course, before, contents))
  const place = newStoredText(json)
  return {
    fields: { contents: place, lesson_count: courseLessons(contents).length },
    writes: [...texts, [contentsName(place), json] as const].flatMap(([name, text]) =>
      toStoreText(coursePartition(course), name, text),
    ),
  }
}
