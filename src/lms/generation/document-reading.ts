import { outlineInProcess, type ReadOutline } from '../../documents/process/document-process.ts'
import type { OutlineOptions } from '../../documents/outline/outline.ts'
import { readInTurn, type PersonsReading } from '../../files/text/reading-turns.ts'
import type { StoredFile } from '../../files/file/file.ts'
import { downloadSource } from './source-file.ts'
import type { StoredCourse } from '../course/course.ts'

/** The reading of a course's file for its run, which the one who asked for the run waits for. */
export const readingOf = ({ run }: StoredCourse): PersonsReading => ({
  user_id: run?.asked_by.id ?? '',
  reading: `course#${run?.id}`,
})

/**
 * Reads the document of a course, by way of `path`, in a process of its own when it is the turn of who asked for it.
 * Throws as `readInTurn` does, and the reason of `signal`.
 */
export const readDocument = (
  path: string,
  course: StoredCourse,
  file: StoredFile,
  options: OutlineOptions,
): Promise<ReadOutline> =>
  readInTurn(readingOf(course), async () => {
    options.onProgress?.('fetching', 0)
    await downloadSource(path, file)
    const { name, content_type } = file
    return outlineInProcess({ path, name, content_type }, options)
  })
