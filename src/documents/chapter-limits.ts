import { splitIntoChapters, type Chapter } from './chapters.ts'
import { evenGroups, fillGroups, sumCharacters } from './groups.ts'
import type { Lesson, LessonSizes } from './lessons.ts'
import { headingBlock, type TextBlock } from './text-block.ts'
import { asTitle } from './title.ts'
import { UnreadableFile } from './unreadable-file.ts'

/** What an outline may hold at most; lengths of lessons are those of their Markdown. */
export type OutlineLimits = { maxChapters: number; maxLessons: number; maxLessonCharacters: number }

const titlePartCharacters = 120
/** What a lesson's text gets besides its blocks: a title of a merged one, and what stands around it. */
const titleCharacters = 20
/** Merged lessons are filled up to this share of what they may hold, which leaves room for what is added to them. */
const filledShare = 0.95

const shortLessons: LessonSizes = { maxCharacters: 24_000, targetCharacters: 8_000 }
const mediumLessons: LessonSizes = { maxCharacters: 50_000, targetCharacters: 25_000 }
const longLessons: LessonSizes = { maxCharacters: 90_000, targetCharacters: 45_000 }

const formatCount = (count: number) => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ')

export const tooMuchText = ({ maxLessons, maxLessonCharacters }: OutlineLimits) =>
  new UnreadableFile(
    `The file has more text than a course can hold, ${formatCount(maxLessons)} lessons of ` +
      `${formatCount(maxLessonCharacters)} characters.`,
  )

const mergeTitles = (titles: string[]): string => {
  const first = titles[0] ?? '…'
  const last = titles.at(-1) ?? first
  if (first === last) return first
  return asTitle(`${first.slice(0, titlePartCharacters)} – ${last.slice(0, titlePartCharacters)}`) ?? first
}

const withTitle = ({ title, blocks }: Lesson): TextBlock[] => [
  headingBlock(1, title, blocks[0]?.page ?? null),
  ...blocks,
]

const mergeLessons = (lessons: Lesson[]): Lesson => {
  const [first] = lessons
  if (lessons.length === 1 && first) return first
  return {
    title: mergeTitles(lessons.map(({ title }) => title)),
    heading: first?.heading ?? null,
    blocks: lessons.flatMap(withTitle),
  }
}

const mergeChapters = (chapters: Chapter[]): Chapter => ({
  title: mergeTitles(chapters.map(({ title }) => title)),
  lessons: chapters.flatMap(({ lessons }) => lessons),
})

const sizeOfLesson = ({ blocks, title }: Lesson) => sumCharacters(blocks) + title.length + titleCharacters

const sizeOfChapter = ({ lessons }: Chapter) =>
  lessons.reduce((sum, { blocks }) => sum + sumCharacters(blocks), 0)

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

const countLessons = (chapters: Chapter[]) => sum(chapters.map(({ lessons }) => lessons.length))

/** Merges neighbouring chapters, the small ones first, until there are few enough. */
const limitChapters = (chapters: Chapter[], maxGroups: number): Chapter[] => {
  const limits = { maxGroups, maxSize: Number.MAX_SAFE_INTEGER }
  return (evenGroups(chapters, limits, sizeOfChapter) ?? []).map(mergeChapters)
}

/** Merges neighbouring lessons, the small ones first, so that each chapter has its share of what there may be. */
const limitLessons = (chapters: Chapter[], limits: OutlineLimits): Chapter[] => {
  const maxSize = limits.maxLessonCharacters * filledShare
  const needed = chapters.map(({ lessons }) => fillGroups(lessons, maxSize, sizeOfLesson).length)
  const spare = limits.maxLessons - sum(needed)
  if (spare < 0) throw tooMuchText(limits)
  const sizes = chapters.map(sizeOfChapter)
  const total = Math.max(1, sum(sizes))
  return chapters.map((chapter, at) => {
    const maxGroups = (needed[at] ?? 0) + Math.floor((spare * (sizes[at] ?? 0)) / total)
    const groups = evenGroups(chapter.lessons, { maxGroups, maxSize }, sizeOfLesson)
    if (!groups) throw tooMuchText(limits)
    return { ...chapter, lessons: groups.map(mergeLessons) }
  })
}

/**
 * Chapters and lessons within the limits: lessons of a good length, or longer ones where those would be too many.
 * Throws `UnreadableFile` for more text than they can hold.
 */
export const splitWithinLimits = (
  blocks: TextBlock[],
  title: string,
  hasTitle: boolean,
  limits: OutlineLimits,
): Chapter[] => {
  const split = (sizes: LessonSizes) => splitIntoChapters(blocks, title, hasTitle, sizes)
  const isFew = (chapters: Chapter[]) => countLessons(chapters) <= limits.maxLessons
  const short = split(shortLessons)
  if (isFew(short)) return limitChapters(short, limits.maxChapters)
  const medium = split(mediumLessons)
  if (isFew(medium)) return limitChapters(medium, limits.maxChapters)
  const chapters = limitChapters(split(longLessons), limits.maxChapters)
  return isFew(chapters) ? chapters : limitLessons(chapters, limits)
}
