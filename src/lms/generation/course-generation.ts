import { UnreadableFile } from '../../documents/unreadable-file.ts'
import { withTemporaryPath } from '../../files/file/downloaded-file.ts'
import { storageFull } from '../../files/problems.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import { log } from '../../platform/runtime/log.ts'
import { titleChapters } from './chapter-titles.ts'
import { courseLimits } from '../limits.ts'
import { clearImages, storeText } from './course-outline.ts'
import {
  failGeneration,
  reportProgress,
  runningCourse,
  type GenerationFailure,
  type RunningCourse,
} from './generation.ts'
import type { Run } from '../queues.ts'
import { readFileText } from './sources/file-text.ts'
import { readSourcesText } from './sources/sources-text.ts'

/** Minimum interval between writes of the progress, in milliseconds. */
const reportMilliseconds = 2_000

/** Progress in percent after the file is downloaded, read, and its parts are titled; storing comes last. */
const [fetched, read, titled] = [10, 70, 90]

/**
 * Returns a function that reports the progress of a run at a limited rate, and aborts the work if another worker has
 * ended the run.
 */
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

/** Generates the course of a run from its sources, using `path`. */
const buildBy = async (
  path: string,
  run: Run,
  course: RunningCourse,
  report: Reporter,
  signal: AbortSignal,
) => {
  const readText = course.source.type === 'sources' ? readSourcesText : readFileText
  const text = await readText(path, course, {
    limits: courseLimits,
    ...(course.language && { language: course.language }),
    onProgress: (stage, percent) => report(stage, percent && fetched + (percent * (read - fetched)) / 100),
    signal,
  })
  const naming = (percent: number) => report('naming', read + (percent * (titled - read)) / 100)
  const whole = await titleChapters(text, course.run.asked_by.id, naming, signal)
  report('storing', titled)
  await storeText(run, course, whole)
}

/** Returns why no retry can generate a course; throws any other error for a retry. */
const toFailure = (error: unknown): GenerationFailure => {
  if (error instanceof UnreadableFile) return error
  if (error instanceof Problem && error.code === storageFull.code)
    return { reason: 'storage_full', message: error.message }
  throw error
}

/**
 * Generates the course of a run from its sources, all or nothing. Repeated and concurrent runs are safe. A source that
 * cannot become a course ends the run with the reason; any other error is thrown for a retry.
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
    await failGeneration(run, toFailure(error))
    await clearImages(run)
  }
}

/** Ends a run that has failed repeatedly. */
export const abandonRun = async (run: Run): Promise<void> => {
  const message = 'The course could not be generated from the file; please try again later.'
  await failGeneration(run, { reason: 'given_up', message })
  await clearImages(run)
}
