import { readLargeTexts } from '../../platform/table/large-text.ts'
import { newId } from '../../platform/runtime/id.ts'
import { log } from '../../platform/runtime/log.ts'
import { embeddedIds } from '../../files/attachment/embedded-files.ts'
import { currentVersionNumber } from '../../files/file/save.ts'
import type { StoredFile } from '../../files/file/file.ts'
import type { titleChapters } from './chapter-titles.ts'
import { attachToCourse, removeImages, storeCourseImages } from './course-files.ts'
import {
  coursePartition,
  lessonText,
  loadContents,
  type CourseContents,
} from '../course/contents/contents.ts'
import type { GeneratedChapter } from '../course/contents/draft.ts'
import { courses, type StoredCourse } from '../course/course.ts'
import { finishGeneration } from './generation.ts'
import { editedLessons, matchLessonIds } from './kept-lessons.ts'
import { placeReferences } from './lesson-references.ts'
import type { Run } from '../queues.ts'
import type { SourceFile } from './source-file.ts'
import { ownFiles } from '../course/files.ts'
import { maxImages } from '../limits.ts'

type TitledOutline = Awaited<ReturnType<typeof titleChapters>>

/** Returns the fields of a course from its document; fields set by its author stay. */
const generatedFields = (course: StoredCourse, outline: TitledOutline) => {
  const minutes = outline.chapters.flatMap(({ lessons }) =>
    lessons.map((lesson) => lesson.duration_minutes ?? 0),
  )
  return {
    title: course.run?.is_title_open ? outline.title : course.title,
    // BCP 47 uses `und` for an unknown language
    language: course.language ?? (outline.language === 'und' ? null : outline.language),
    short_description: course.short_description ?? outline.short_description ?? null,
    estimated_minutes: course.estimated_minutes ?? minutes.reduce((sum, each) => sum + each, 0),
  }
}

/** Removes the images of an unsuccessful run, unless another worker finished the run and its course uses them. */
export const clearImages = async (run: Run): Promise<void> => {
  const course = await courses.find({ id: run.course_id })
  if (course?.run?.id !== run.run_id || course.generation?.status === 'failed') await removeImages(run)
}

/** Returns the source of a lesson in the present version of the file. */
const lessonSource = (file: StoredFile) => ({
  type: 'file' as const,
  id: file.id,
  file_id: file.id,
  version: currentVersionNumber(file),
})

/**
 * Returns the chapters of a course from those of its document, with references to lessons and images resolved. Lessons
 * that the course had `before` keep their IDs, and so people keep their progress.
 */
const generatedChapters = (
  { id: course_id }: StoredCourse,
  before: CourseContents,
  file: StoredFile,
  { chapters }: TitledOutline,
  images: { id: string }[],
): GeneratedChapter[] => {
  const ids = matchLessonIds(
    before,
    chapters.flatMap(({ lessons }) => lessons),
  )
  const identified = chapters.map((chapter) => ({
    ...chapter,
    lessons: chapter.lessons.map((lesson) => ({ ...lesson, id: ids.shift() ?? newId() })),
  }))
  const lessons = identified.flatMap((chapter) => chapter.lessons)
  return identified.map((chapter) => ({
    ...chapter,
    lessons: chapter.lessons.map((lesson) => ({
      ...lesson,
      content: placeReferences(lesson.content, { course_id, images, lessons }),
      sources: lesson.sources.map((source) => ({ ...source, ...lessonSource(file) })),
    })),
  }))
}

/** Returns the images in manually edited lessons, which stay when a course is generated again. */
const retainedImages = async (
  course: StoredCourse,
  before: CourseContents,
): Promise<StoredCourse['files']> => {
  const places = editedLessons(before).flatMap((lesson) => lessonText(lesson) ?? [])
  const texts = await readLargeTexts(coursePartition(course), places)
  const shown = new Set([...texts.values()].flatMap(embeddedIds))
  return ownFiles(course).filter(({ id }) => id !== course.source.file_id && shown.has(id))
}

/** Stores the outline of a document as the contents of its course, and ends the run. */
export const storeOutline = async (
  run: Run,
  course: StoredCourse,
  file: SourceFile,
  outline: TitledOutline,
): Promise<void> => {
  const owner = course.run?.asked_by as StoredCourse['author']
  const before = await loadContents(course)
  const kept = await retainedImages(course, before)
  const room = Math.max(0, maxImages - kept.length)
  const images = await storeCourseImages(run, owner, outline.images.slice(0, room))
  if (outline.images.length > room)
    log.warn('document has more images than a course may have', {
      course_id: course.id,
      images: outline.images.length,
    })
  const source = { id: file.id, name: file.name, ...(file.reader_id && { reader_id: file.reader_id }) }
  const courseFiles = [source, ...images, ...kept]
  await attachToCourse(course.id, courseFiles)
  const isDone = await finishGeneration(run, {
    ...generatedFields(course, outline),
    files: courseFiles,
    source: { ...course.source, file_name: file.name, version: currentVersionNumber(file) },
    chapters: generatedChapters(course, before, file, outline, images),
  })
  if (!isDone) await clearImages(run)
}
