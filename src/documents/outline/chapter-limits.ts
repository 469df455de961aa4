import { splitIntoChapters, type ChapterBlocks } from './chapters.ts'
import { evenGroups, fillGroups, sumMinutes } from './groups.ts'
import { joinLessons, lessonCharacters, mergeTitles } from './lesson-sections.ts'
import type { LessonSizes } from './lessons.ts'
import type { TextBlock } from '../markdown/text-block.ts'
import { UnreadableFile } from '../unreadable-file.ts'

/** Limits of an outline; the length of a lesson is that of its Markdown. */
export type OutlineLimits = {
  maxChapters: number
  maxLessons: number
  maxLessonCharacters: number
  /** Maximum number of places in the document that a lesson names as its sources. */
  maxLessonSources: number
}

/** Share of the maximum length that merged lessons fill; the rest is for headings and links added later. */
const filledShare = 0.95

/** Minimum length of a lesson in minutes; a short document has shorter ones, so that there are several. */
const minMinutes = 3
const minShare = 0.05
const usualShare = 0.25

const shortestLesson = (totalMinutes: number): number =>
  Math.min(minMinutes, Math.max(totalMinutes * minShare, (totalMinutes - minMinutes) * usualShare))

const usualSizes = [
  { maxMinutes: 15, targetMinutes: 8 },
  { maxMinutes: 31, targetMinutes: 16 },
]
const largestSizes = { maxMinutes: 56, targetMinutes: 28 }

const formatCount = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')

export const tooMuchText = ({ maxLessons, maxLessonCharacters }: OutlineLimits) =>
  new UnreadableFile(
    'too_much_text',
    `The file has more text than a course can hold, ${formatCount(maxLessons)} lessons of ` +
      `${formatCount(maxLessonCharacters)} characters.`,
  )

const mergeChapters = (chapters: ChapterBlocks[]): ChapterBlocks => ({
  title: mergeTitles(chapters.map(({ title }) => title)),
  lessons: chapters.flatMap(({ lessons }) => lessons),
})

const sizeOfChapter = ({ lessons }: ChapterBlocks) =>
  lessons.reduce((sumNumbers, lesson) => sumNumbers + lessonCharacters(lesson), 0)

const sumNumbers = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Merges neighboring chapters, small ones first, down to `maxGroups`. */
const limitChapters = (chapters: ChapterBlocks[], maxGroups: number): ChapterBlocks[] => {
  const limits = { maxGroups, maxSize: Number.MAX_SAFE_INTEGER }
  return (evenGroups(chapters, limits, sizeOfChapter) ?? []).map(mergeChapters)
}

/** Merges neighboring lessons, small ones first, down to each chapter's share of the maximum number. */
const limitLessons = (chapters: ChapterBlocks[], limits: OutlineLimits): ChapterBlocks[] => {
  const maxSize = limits.maxLessonCharacters * filledShare
  const needed = chapters.map(({ lessons }) => fillGroups(lessons, maxSize, lessonCharacters).length)
  const spare = limits.maxLessons - sumNumbers(needed)
  if (spare < 0) throw tooMuchText(limits)
  const sizes = chapters.map(sizeOfChapter)
  const total = Math.max(1, sumNumbers(sizes))
  return chapters.map((chapter, at) => {
    const maxGroups = (needed[at] ?? 0) + Math.floor((spare * (sizes[at] ?? 0)) / total)
    const groups = evenGroups(chapter.lessons, { maxGroups, maxSize }, lessonCharacters)
    if (!groups) throw tooMuchText(limits)
    return { ...chapter, lessons: groups.map(joinLessons) }
  })
}

/** Splits blocks within the limits; makes lessons longer if they are too many, and throws if the text does not fit. */
export const splitWithinLimits = (
  blocks: TextBlock[],
  title: string,
  hasTitle: boolean,
  limits: OutlineLimits,
): ChapterBlocks[] => {
  const shortest = shortestLesson(sumMinutes(blocks))
  const split = (sizes: Omit<LessonSizes, 'minMinutes'>) =>
    splitIntoChapters(blocks, title, hasTitle, { ...sizes, minMinutes: shortest })
  const isFew = (chapters: ChapterBlocks[]) =>
    sumNumbers(chapters.map(({ lessons }) => lessons.length)) <= limits.maxLessons
  const chapters = usualSizes.values().map(split).find(isFew) ?? split(largestSizes)
  const limited = limitChapters(chapters, limits.maxChapters)
  return isFew(limited) ? limited : limitLessons(limited, limits)
}
