import { sumCharacters, sumMinutes } from './groups.ts'
import { readHeadedSections } from './headed-sections.ts'
import { findTopDepth, splitAtHeadings } from './headings.ts'
import { joinSmallLessons, type LessonBlocks, type LessonSection } from './lesson-sections.ts'
import { splitAtOwnHeadings, splitBySize, splitByWords, splitSection, type LessonSizes } from './lessons.ts'
import type { TextBlock } from '../markdown/text-block.ts'

export type ChapterBlocks = { title: string; lessons: LessonBlocks[] }

/** A text before the first heading is no chapter of its own up to this length. */
const maxShortLeadCharacters = 400
const lessonsPerChapter = 10
/** Up to this many short sections are chapters all the same. */
const maxSmallSections = 8

const lessonsOf = (section: LessonSection, sizes: LessonSizes): LessonBlocks[] => {
  const depth = findTopDepth(section.blocks)
  if (depth !== undefined) return splitAtOwnHeadings(section, depth, sizes)
  const isOneLesson = sumMinutes(section.blocks) <= sizes.maxMinutes / 2
  return isOneLesson ? splitSection(section, sizes) : splitBySize(section, sizes)
}

/** A chapter of a section, after what stands before it in the document; a lesson that is all of it has its title. */
const toChapter = (
  section: LessonSection,
  sizes: LessonSizes,
  before: LessonBlocks[] = [],
): ChapterBlocks => {
  const { title, head, above = [] } = section
  const own = lessonsOf(section, sizes)
  const first = own[0]?.sections[0]
  // where no text stands under its heading, what stands above that goes above the first of the others
  if (first && first.head !== head) first.above = [...above, ...(first.above ?? [])]
  const lessons = before.length > 0 ? joinSmallLessons([...before, ...own], sizes) : own
  const [only, another] = lessons
  const isJoined = only !== undefined && another === undefined && only.sections.length > 1
  return { title, lessons: isJoined ? [{ ...only, title }] : lessons }
}

/** A document without any heading: chapters of about ten lessons each. */
const splitWithoutHeadings = (blocks: TextBlock[], title: string, sizes: LessonSizes): ChapterBlocks[] => {
  const lessons = splitByWords(blocks, sizes, title)
  if (lessons.length === 0) return []
  if (lessons.length <= lessonsPerChapter * 1.5) return [{ title, lessons }]
  const count = Math.ceil(lessons.length / lessonsPerChapter)
  const each = Math.ceil(lessons.length / count)
  return Array.from({ length: count }, (_, at) => lessons.slice(at * each, (at + 1) * each))
    .filter((group) => group.length > 0)
    .map((group) => ({ title: group[0]?.title ?? title, lessons: group }))
}

/** A chapter of each section; a heading with nothing below it goes into the chapter that follows, or the last one. */
const chaptersOfSections = (
  sections: TextBlock[][],
  sizes: LessonSizes,
  before: LessonBlocks[],
): ChapterBlocks[] => {
  const { headed, left } = readHeadedSections(sections)
  const chapters = headed.map((section, at) => toChapter(section, sizes, at === 0 ? before : []))
  chapters
    .at(-1)
    ?.lessons.at(-1)
    ?.sections.at(-1)
    ?.blocks.push(...left)
  return chapters
}

/** Whether sections are mostly too short to be chapters: a reference of many small entries. */
const areSmall = (sections: TextBlock[][], { minMinutes }: LessonSizes) =>
  sections.length > maxSmallSections && sumMinutes(sections.flat()) / sections.length < minMinutes

/**
 * Chapters and lessons by the levels that a document really uses: its highest makes chapters, the next below, whichever
 * it is in each of them, makes lessons. Where a title stands above a single level, or the highest level has many short
 * sections, that level makes lessons.
 */
export const splitIntoChapters = (
  blocks: TextBlock[],
  title: string,
  hasTitle: boolean,
  sizes: LessonSizes,
): ChapterBlocks[] => {
  const top = findTopDepth(blocks)
  if (top === undefined) return splitWithoutHeadings(blocks, title, sizes)
  const whole = { title, heading: hasTitle ? title : null }
  const depths = new Set(blocks.map(({ depth }) => depth).filter((depth) => depth > 0))
  const { lead, sections } = splitAtHeadings(blocks, top)
  const hasText = sections.some((section) => section.length > 1)
  const isOneLevel = depths.size === 1 && (hasTitle || top > 1)
  if (isOneLevel || !hasText || areSmall(sections, sizes)) return [toChapter({ ...whole, blocks }, sizes)]
  if (lead.length === 0) return chaptersOfSections(sections, sizes, [])
  const introduction = { ...whole, blocks: lead }
  if (sumCharacters(lead) <= maxShortLeadCharacters)
    return chaptersOfSections(sections, sizes, splitSection(introduction, sizes))
  return [toChapter(introduction, sizes), ...chaptersOfSections(sections, sizes, [])]
}
