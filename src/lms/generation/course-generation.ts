import { UnreadableFile } from '../../documents/unreadable-file.ts'
import { withTemporaryPath } from '../../files/file/downloaded-file.ts'
import { log } from '../../platform/runtime/log.ts'
import { titleChapters } from './chapter-titles.ts'
import { courseLimits } from '../course/limits.ts'
import type { StoredCourse } from '../course/course.ts'
import { clearImages, storeOutline } from './course-outline.ts'
import { failGeneration, reportProgress, runningCourse } from './generation.ts'
import type { Run } from '../queues.ts'
import { readableSource, downloadSource } from './source-file.ts'
import { outlineInProcess, type ReadOutline } from '../../documents/process/document-process.ts'
import type { OutlineOptions } from '../../documents/outline/outline.ts'
import { readInTurn, type PersonsReading } from '../../files/text/reader-semaphore.ts'
import type { StoredFile } from '../../files/file/file.ts'

/** The reading of a course's file for its run, which the one who asked for the run waits for. */
export const readingOf = ({ run }: StoredCourse): PersonsReading => ({
  user_id: run?.asked_by.id ?? '',
  reading: `course#${run?.id}`,
})

/**
 * Reads the document of a course, by way of `path`, in a process of its own when it is the turn of who asked for it.
 * Throws as `readInTurn` does, and the reason of `signal`.
 */
const readDocument = (
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

/** Progress is written so often at the most, in milliseconds. */
const reportMilliseconds = 2_000

/** How far the work has come, in percent, when the file is there, read, and its parts are named; then it is stored. */
const [fetched, read, titled] = [10, 70, 90]

/** Says how far a run has come, not too often, and stops the work when another has ended the run. */
const progressReporter = (run: Run, ending: AbortController) => {
  let last = 0
  return (stage: string, percent: number): void => {
    if (Date.now() - last < reportMilliseconds) return
    last = Date.now()
    reportProgress(run, stage, percent).then(
      (isRunning) => isRunning || ending.abort(),
      (error: unknown) => log.error('writing progress failed', error, { course_id: run.course_id }),
    )
  }
}

type Reporter = ReturnType<typeof progressReporter>

/** Makes the course of a run out of its file, by way of `path`. */
const buildBy = async (
  path: string,
  run: Run,
  course: StoredCourse,
  report: Reporter,
  signal: AbortSignal,
) => {
  const file = await readableSource(course)
  const outline = await readDocument(path, course, file, {
    limits: courseLimits,
    ...(course.language && { language: course.language }),
    onProgress: (stage, percent) => report(stage, percent && fetched + (percent * (read - fetched)) / 100),
    signal,
  })
  const naming = (percent: number) => report('naming', read + (percent * (titled - read)) / 100)
  const whole = await titleChapters(outline, readingOf(course).user_id, naming, signal)
  report('storing', titled)
  await storeOutline(run, course, file, whole)
}

/**
 * Makes the course of a run out of its file: whole, or not at all. It may be done again at any time, and by
 * two at once. A file that cannot become a course ends the run with the reason; anything else throws, to be
 * tried again.
 */
export const buildCourse = async (run: Run): Promise<void> => {
  const course = await runningCourse(run)
  if (!course) return
  const ending = new AbortController()
  const report = progressReporter(run, ending)
  try {
    await withTemporaryPath((path) => buildBy(path, run, course, report, ending.signal))
  } catch (error) {
    if (ending.signal.aborted) return
    if (!(error instanceof UnreadableFile)) throw error
    await failGeneration(run, error)
    await clearImages(run)
  }
}

/** Ends a run that has failed again and again. */
export const giveUp = async (run: Run): Promise<void> => {
  const message = 'The course could not be generated from the file; please try again later.'
  await failGeneration(run, { reason: 'given_up', message })
  await clearImages(run)
}
