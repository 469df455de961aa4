import { outlineInProcess } from '../../../documents/process/document-process.ts'
import type { OutlineOptions } from '../../../documents/outline/outline.ts'
import { currentVersionNumber } from '../../../files/file/save.ts'
import type { StoredFile } from '../../../files/file/file.ts'
import { readInTurn } from '../../../files/text/reader-semaphore.ts'
import { mapLessons } from '../../chapter/chapter.ts'
import type { RunningCourse } from '../generation.ts'
import { downloadSource, readableSource, requireRequester } from '../source-file.ts'
import type { CourseText } from './course-text.ts'

const withSource = (chapters: Awaited<ReturnType<typeof outlineInProcess>>['chapters'], file: StoredFile) => {
  const { id } = file
  const place = { type: 'file' as const, id, file_id: id, version: currentVersionNumber(file) }
  return mapLessons(chapters, (lesson) => ({
    ...lesson,
    sources: lesson.sources.map((source) => ({ ...source, ...place })),
  }))
}

/**
 * Outlines a file for a course in a separate process, using `path`, when it is the requester's turn. Throws like
 * `readInTurn`, and throws the reason of `signal`.
 */
export const outlineFile = async (
  path: string,
  course: RunningCourse,
  file: StoredFile,
  options: OutlineOptions,
) => {
  const { run } = course
  const reading = { user_id: run.asked_by.id, reading: `course#${run.id}` }
  const outline = await readInTurn(reading, async () => {
    options.onProgress?.('fetching', 0)
    await downloadSource(path, file)
    const { name, content_type } = file
    return outlineInProcess({ path, name, content_type }, options)
  })
  return { ...outline, chapters: withSource(outline.chapters, file) }
}

/** Reads the text of a course that is generated from one file. */
export const readFileText = async (
  path: string,
  course: RunningCourse,
  options: OutlineOptions,
): Promise<CourseText> => {
  const person = await requireRequester(course)
  const file = await readableSource(person, { id: course.source.file_id as string })
  const source = { ...course.source, file_name: file.name, version: currentVersionNumber(file) }
  return { ...(await outlineFile(path, course, file, options)), files: [file], source }
}
