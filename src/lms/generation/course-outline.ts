import { newId } from '../../platform/runtime/id.ts'
import { log } from '../../platform/runtime/log.ts'
import { embeddedIds } from '../../files/attachment/embedded-files.ts'
import type { titleChapters } from './chapter-titles.ts'
import { attachToCourse, removeImages, storeCourseImages } from './course-files.ts'
import { lessonTexts, loadContents, type CourseContents } from '../course/contents/contents.ts'
import type { GeneratedChapter } from '../course/contents/draft.ts'
import { courses, type StoredCourse } from '../course/course.ts'
import { finishGeneration, type RunningCourse } from './generation.ts'
import { editedLessons, matchLessonIds } from './kept-lessons.ts'
import { placeReferences } from './lesson-references.ts'
import type { Run } from '../queues.ts'
import { isFromFile } from './sources/course-text.ts'
import { ownFiles, toCourseFile } from '../course/contents/files.ts'
import { mapLessons } from '../chapter/chapter.ts'
import { maxImages } from '../limits.ts'

type TitledText = Awaited<ReturnType<typeof titleChapters>>

/** Returns the fields of a course from its document; fields set by its author stay. */
const generatedFields = (course: RunningCourse, text: TitledText) => {
  const minutes = text.chapters.flatMap(({ lessons }) =>
    lessons.map((lesson) => lesson.duration_minutes ?? 0),
  )
  return {
    title: course.run.is_title_open ? text.title : course.title,
    // BCP 47 uses `und` for an unknown language
    language: course.language ?? (text.language === 'und' ? null : text.language),
    short_description: course.short_description ?? text.short_description ?? null,
    estimated_minutes: course.estimated_minutes ?? minutes.reduce((sum, each) => sum + each, 0),
  }
}

/** Removes the images of an unsuccessful run, unless another worker finished the run and its course uses them. */
export const clearImages = async (run: Run): Promise<void> => {
  const course = await courses.find({ id: run.course_id })
  if (course?.run?.id !== run.run_id || course.generation?.status === 'failed') await removeImages(run)
}

/**
 * Returns the chapters of a course from those of its text, with references to lessons and images resolved. Lessons
 * that the course had `before` keep their IDs, and so people keep their progress.
 */
const generatedChapters = (
  { id: course_id }: StoredCourse,
  before: CourseContents,
  { chapters }: TitledText,
  images: { id: string }[],
): GeneratedChapter[] => {
  const ids = matchLessonIds(
    before,
    chapters.flatMap(({ lessons }) => lessons),
  )
  const identified = mapLessons(chapters, (lesson) => ({ ...lesson, id: ids.shift() ?? newId() }))
  const lessons = identified.flatMap((chapter) => chapter.lessons)
  return mapLessons(identified, (lesson) =>
    isFromFile(lesson)
      ? { ...lesson, content: placeReferences(lesson.content, { course_id, images, lessons }) }
      : lesson,
  )
}

/**
 * Returns the images in manually edited lessons, which stay when a course is generated again, without the files of its
 * new text.
 */
const retainedImages = async (
  course: StoredCourse,
  before: CourseContents,
  { files }: TitledText,
): Promise<StoredCourse['files']> => {
  const texts = await lessonTexts(course, editedLessons(before))
  const shown = new Set([...texts.values()].flatMap(embeddedIds))
  for (const { id } of files) shown.delete(id)
  return ownFiles(course).filter(({ id }) => shown.has(id))
}

/** Stores the text of a course as its contents, and ends the run. */
export const storeText = async (run: Run, course: RunningCourse, text: TitledText): Promise<void> => {
  const before = await loadContents(course)
  const kept = await retainedImages(course, before, text)
  const room = Math.max(0, maxImages - kept.length)
  const images = await storeCourseImages(run, course.run.asked_by, text.images.slice(0, room))
  if (text.images.length > room)
    log.warn('document has more images than a course may have', {
      course_id: course.id,
      images: text.images.length,
    })
  const courseFiles = [...text.files.map(toCourseFile), ...images, ...kept]
  await attachToCourse(course.id, courseFiles)
  const isDone = await finishGeneration(run, {
    ...generatedFields(course, text),
    files: courseFiles,
    source: text.source,
    chapters: generatedChapters(course, before, text, images),
  })
  if (!isDone) await clearImages(run)
}
