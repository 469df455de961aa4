import { withPresentFiles } from '../../files/attachment/present-attachments.ts'
import { urlOf } from '../../platform/http/link.ts'
import { payloadLimit } from '../../platform/http/answer/payload.ts'
import { ConflictError } from '../../platform/table/conflict.ts'
import { readLargeTexts, completeTexts, type FoundTexts } from '../../platform/table/large-text.ts'
import { lessonPath, type StoredLesson } from '../lesson/chapter.ts'
import {
  loadContents,
  lessonsOf,
  coursePartition,
  lessonText,
  type CourseContents,
} from '../contents/contents.ts'
import { isSourceCurrent } from '../generation/course-source.ts'
import type { StoredCourse } from './course.ts'
import type { LoadedCourse } from './access.ts'
import { progressIn } from '../enrollment/progress.ts'

/** The contents of all lessons together may have this many bytes in one answer. */
const maxContentBytes = 4 * 1_048_576

/** What an answer says of a lesson beside what is stored of it, in bytes. */
const lessonOverheadBytes = 200

export const contentUrl = (course_id: string, lesson_id: string) =>
  urlOf(lessonPath, { id: course_id, lesson_id })

/** The first lessons, as many as go into one answer. */
const fittingLessons = (lessons: StoredLesson[]) => {
  let bytes = 0
  return lessons.filter(({ text }) => (bytes += text?.bytes ?? 0) <= maxContentBytes)
}

/** The texts of lessons by name: those at hand, and the others in one round trip. */
const loadTexts = async (
  owner: string,
  lessons: StoredLesson[],
  found: FoundTexts,
  known: Map<string, string>,
) => {
  const places = lessons.flatMap((lesson) => lessonText(lesson) ?? [])
  const texts = new Map([...completeTexts(found, places), ...known])
  const missing = places.filter(({ name }) => !texts.has(name))
  return missing.length === 0 ? texts : new Map([...texts, ...(await readLargeTexts(owner, missing))])
}

/** Contents by lesson, as many as fit into the response. {@link ConflictError} when a text is gone by that time. */
const contentByLesson = (
  lessons: StoredLesson[],
  texts: Map<string, string>,
  fits: (part: unknown) => boolean,
) => {
  const contents = new Map<string, string>()
  for (const lesson of lessons) {
    const place = lessonText(lesson)
    const content = place ? texts.get(place.name) : ''
    if (content === undefined) throw new ConflictError()
    if (!fits(content)) break
    contents.set(lesson.id, content)
  }
  return contents
}

type CourseParts = LoadedCourse & {
  contents: CourseContents
  found?: FoundTexts
  known?: Map<string, string>
}

/**
 * A course as it is answered, with as much of its lessons as goes into one answer: `found` and `known` are texts at
 * hand, the others are read in one round trip. {@link ConflictError} when the course has changed meanwhile.
 */
export const courseResponse = async ({
  course,
  enrollment,
  contents,
  found = [],
  known = new Map(),
}: CourseParts) => {
  const shown = fittingLessons(lessonsOf(contents))
  const [texts, [{ files } = course]] = await Promise.all([
    loadTexts(coursePartition(course), shown, found, known),
    withPresentFiles([course]),
  ])
  const fits = payloadLimit(lessonsOf(contents).length * lessonOverheadBytes)
  fits([course, contents])
  const shownAs = contentByLesson(shown, texts, fits)
  const chapters = contents.chapters.map((chapter) => ({
    ...chapter,
    lessons: chapter.lessons.map((lesson) => ({
      ...lesson,
      content: shownAs.get(lesson.id) ?? null,
      content_url: contentUrl(course.id, lesson.id),
    })),
  }))
  const progress = enrollment ? progressIn(contents, enrollment.completed) : null
  const source = { ...course.source, is_current: isSourceCurrent(course) }
  return { ...course, files, source, description: contents.description, chapters, progress }
}

/**
 * A course as it is answered while it is made out of a file: there is nothing in it but what its author has
 * put there.
 */
export const generatingResponse = async (course: StoredCourse) =>
  courseResponse({ course, enrollment: undefined, contents: await loadContents(course) })
