import type { OutlineLimits } from '../../../documents/outline/chapter-limits.ts'
import type { OutlineOptions } from '../../../documents/outline/outline.ts'
import { UnreadableFile } from '../../../documents/unreadable-file.ts'
import { embeddableFiles } from '../../../files/attachment/embeddable-files.ts'
import { embeddedIds } from '../../../files/attachment/embedded-files.ts'
import { withoutOtherFiles } from '../../../files/attachment/file-references.ts'
import { maxEmbedded } from '../../../files/attachment/limits.ts'
import type { FoundPrincipal } from '../../../platform/identity/principals.ts'
import { mapLessons } from '../../chapter/chapter.ts'
import type { RunningCourse } from '../generation.ts'
import { maxChapters, maxLessons } from '../../limits.ts'
import { shiftReferences } from '../lesson-references.ts'
import { readableSource, requireRequester, type SourceFile } from '../source-file.ts'
import { isFromFile, type CourseText, type SourcedChapter } from './course-text.ts'
import { outlineFile } from './file-text.ts'
import { readTextSource, type CourseResource } from './text-source.ts'

/** The text of one source; only files have images and a known language. */
type SourceText = Pick<CourseText, 'chapters' | 'images'> & { language?: string; file?: SourceFile }

/** Joins texts; references to images and lessons refer to the joined lists. */
const joinTexts = (texts: SourceText[]): SourcedChapter[] => {
  const from = { images: 0, lessons: 0 }
  return texts.flatMap(({ chapters, images }) => {
    const before = { ...from }
    from.images += images.length
    from.lessons += chapters.flatMap(({ lessons }) => lessons).length
    return mapLessons(chapters, (lesson) =>
      isFromFile(lesson) ? { ...lesson, content: shiftReferences(lesson.content, before) } : lesson,
    )
  })
}

const countLessons = (texts: SourceText[]) =>
  texts.flatMap(({ chapters }) => chapters.flatMap(({ lessons }) => lessons)).length

const requireFittingText = (texts: SourceText[]): void => {
  const lessons = countLessons(texts)
  if (lessons === 0) throw new UnreadableFile('no_text', 'The sources have no text.')
  if (lessons > maxLessons)
    throw new UnreadableFile(
      'too_much_text',
      `The sources have more text than fits in ${maxLessons} lessons.`,
    )
}

/** Returns the limits of each file, so that all of them fit into the course besides the other texts. */
const shareLimits = (limits: OutlineLimits, texts: SourceText[], files: number): OutlineLimits => ({
  ...limits,
  maxChapters: Math.max(1, Math.floor((maxChapters - texts.length) / files)),
  maxLessons: Math.max(1, Math.floor((maxLessons - countLessons(texts)) / files)),
})

/** Reads the texts of all sources, in their order; files last, because they share what the others leave. */
const readTexts = async (
  person: FoundPrincipal,
  path: string,
  course: RunningCourse,
  options: OutlineOptions,
): Promise<SourceText[]> => {
  const { sources } = course.source
  const texts = new Map<CourseResource, SourceText>()
  for (const source of sources)
    if (source.type !== 'file')
      texts.set(source, { chapters: await readTextSource(person, source), images: [] })
  const limits = shareLimits(options.limits, [...texts.values()], sources.length - texts.size)
  for (const [index, source] of sources.entries()) {
    if (source.type !== 'file') continue
    const file = await readableSource(person, source)
    const onProgress: OutlineOptions['onProgress'] = (stage, percent) =>
      options.onProgress?.(stage, (index * 100 + percent) / sources.length)
    const outline = await outlineFile(`${path}-${index}`, course, file, { ...options, limits, onProgress })
    texts.set(source, { ...outline, file })
  }
  return sources.flatMap((source) => texts.get(source) ?? [])
}

/** Returns those of the first 100 files embedded by pages that the person may embed in the course. */
const findEmbeddedFiles = (person: FoundPrincipal, chapters: SourcedChapter[], own: SourceFile[]) => {
  const texts = chapters.flatMap(({ lessons }) => lessons.filter((lesson) => !isFromFile(lesson)))
  const ids = new Set(texts.flatMap(({ content }) => embeddedIds(content)))
  for (const { id } of own) ids.delete(id)
  return embeddableFiles(person, [...ids].slice(0, maxEmbedded))
}

/** Returns chapters whose pages refer to these files only. */
const withFiles = (chapters: SourcedChapter[], files: SourceFile[]): SourcedChapter[] => {
  const ids = new Set(files.map(({ id }) => id))
  return mapLessons(chapters, (lesson) =>
    isFromFile(lesson) ? lesson : { ...lesson, content: withoutOtherFiles(lesson.content, ids) },
  )
}

/** Reads the text of a course that is generated from several resources, in their order. */
export const readSourcesText = async (
  path: string,
  course: RunningCourse,
  options: OutlineOptions,
): Promise<CourseText> => {
  const person = await requireRequester(course)
  const texts = await readTexts(person, path, course, options)
  requireFittingText(texts)
  const chapters = joinTexts(texts)
  const own = texts.flatMap(({ file }) => file ?? [])
  const files = [...own, ...(await findEmbeddedFiles(person, chapters, own))]
  return {
    title: course.source.sources[0]?.title ?? course.title,
    language: texts.find(({ language }) => language)?.language ?? 'und',
    chapters: withFiles(chapters, files),
    images: texts.flatMap(({ images }) => images),
    files,
    source: course.source,
  }
}
