import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { objectKey } from '../files/object.ts'
import { permissionNow } from '../files/file-access.ts'
import { files, type StoredFile } from '../files/file.ts'
import { readObject } from '../platform/aws/s3.ts'
import { log } from '../platform/runtime/log.ts'
import { users } from '../platform/identity/user.ts'
import { attachToCourse, storeImages, maxImages, removeImages } from './course-files.ts'
import { courseLimits } from './course-limits.ts'
import { courses, type StoredCourse } from './course.ts'
import { failGeneration, finishGeneration, reportProgress, runningCourse } from './generation.ts'
import type { Run } from './queues.ts'
import { withImages } from './lesson-images.ts'
import { titleChapters } from './chapter-titles.ts'
import { outlineDocument } from '../documents/outline.ts'
import { UnreadableFile } from '../documents/unreadable-file.ts'

/** Progress is written so often at the most, in milliseconds. */
const reportMilliseconds = 2_000

/** How far the work has come, in percent, when the file is there, read, and its parts are named; then it is stored. */
const [fetched, read, titled] = [10, 70, 90]

/** The file of a course as who asked for it may read it now. Throws when it is gone or theirs no longer. */
const readableSource = async ({ source, run }: StoredCourse): Promise<StoredFile> => {
  const [file, person] = await Promise.all([
    files.find({ id: source.file_id as string }),
    users.find({ id: run?.asked_by.id as string }),
  ])
  if (!file || !person || !(await permissionNow(file, person)))
    throw new UnreadableFile('The file was deleted, or you may no longer read it.')
  return file
}

const download = async (path: string, { id, object_id }: StoredFile): Promise<void> => {
  const object = await readObject(objectKey(id, object_id))
  if (object === undefined || object === 'unsatisfiable')
    throw new UnreadableFile('The file was deleted, or you may no longer read it.')
  await pipeline(object.body, createWriteStream(path))
}

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

/** Removes the images of a run that has come to nothing; what another worker has finished has the same ones. */
const clearImages = async (run: Run): Promise<void> => {
  const course = await courses.find({ id: run.course_id })
  if (course?.run?.id !== run.run_id || course.status === 'failed') await removeImages(run)
}

type TitledOutline = Awaited<ReturnType<typeof titleChapters>>

/** The fields of a course from its document; what its author has set before stays. */
const generatedFields = (course: StoredCourse, outline: TitledOutline) => {
  const minutes = outline.chapters.flatMap(({ lessons }) =>
    lessons.map((lesson) => lesson.duration_minutes ?? 0),
  )
  return {
    title: course.run?.is_title_open ? outline.title : course.title,
    // `und` is how BCP 47 says that it is not known
    language: course.language ?? (outline.language === 'und' ? null : outline.language),
    short_description: course.short_description ?? outline.short_description ?? null,
    estimated_minutes: course.estimated_minutes ?? minutes.reduce((sum, each) => sum + each, 0),
  }
}

/** Stores what a document has become, and ends the run with it. */
const finish = async (
  run: Run,
  course: StoredCourse,
  file: StoredFile,
  outline: TitledOutline,
): Promise<void> => {
  const owner = course.run?.asked_by as StoredCourse['author']
  const images = await storeImages(run, owner, outline.images)
  if (outline.images.length > maxImages)
    log.warn('document has more images than a course may have', {
      course_id: course.id,
      images: outline.images.length,
    })
  const courseFiles = [{ id: file.id, name: file.name }, ...images]
  await attachToCourse(course.id, courseFiles)
  const isDone = await finishGeneration(run, {
    ...generatedFields(course, outline),
    files: courseFiles,
    chapters: outline.chapters.map((chapter) => ({
      ...chapter,
      lessons: chapter.lessons.map((lesson) => ({
        ...lesson,
        content: withImages(lesson.content, images),
        sources: lesson.sources.map((source) => ({ ...source, file_id: file.id })),
      })),
    })),
  })
  if (!isDone) await clearImages(run)
}

/**
 * Makes the course of a run out of its file: whole, or not at all. It may be done again at any time, and by
 * two at once. A file that cannot become a course ends the run with the reason; anything else throws, to be
 * tried again.
 */
export const buildCourse = async (run: Run): Promise<void> => {
  const course = await runningCourse(run)
  if (!course) return
  const folder = await mkdtemp(join(tmpdir(), 'course-'))
  const ending = new AbortController()
  const report = progressReporter(run, ending)
  try {
    report('fetching', 0)
    const file = await readableSource(course)
    const path = join(folder, 'document')
    await download(path, file)
    const { name, content_type } = file
    const outline = await outlineDocument(
      { path, name, content_type },
      {
        limits: courseLimits,
        ...(course.language && { language: course.language }),
        onProgress: (stage, percent) => report(stage, fetched + (percent * (read - fetched)) / 100),
        signal: ending.signal,
      },
    )
    const naming = (percent: number) => report('naming', read + (percent * (titled - read)) / 100)
    const whole = await titleChapters(outline, naming, ending.signal)
    report('storing', titled)
    await finish(run, course, file, whole)
  } catch (error) {
    if (ending.signal.aborted) return
    if (!(error instanceof UnreadableFile)) throw error
    await failGeneration(run, error.message)
    await clearImages(run)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Ends a run that has failed again and again. */
export const giveUp = async (run: Run): Promise<void> => {
  await failGeneration(run, 'The course could not be generated from the file; please try again later.')
  await clearImages(run)
}
