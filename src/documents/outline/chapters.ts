import { fillGroups, sumMarkdownCharacters, sumMinutes } from './groups.ts'
import {
  addToLast,
  findTopDepth,
  joinSmallLessons,
  splitAtHeadings,
  type LessonBlocks,
  type LessonSection,
} from './lesson-sections.ts'
import { splitAtOwnHeadings, splitBySize, splitByWords, splitSection, type LessonSizes } from './lessons.ts'
import type { TextBlock } from '../markdown/text-block.ts'

export type ChapterBlocks = { title: string; lessons: LessonBlocks[] }

/** Maximum length of a text before the first heading that does not become a chapter. */
const maxShortLeadCharacters = 400
const lessonsPerChapter = 10
/** Maximum number of sections that may be too short for chapters; more are the entries of a reference. */
const maxSmallSections = 8

const toLessonBlocks = (section: LessonSection, sizes: LessonSizes): LessonBlocks[] => {
  const depth = findTopDepth(section.blocks)
  if (depth !== undefined) return splitAtOwnHeadings(section, depth, sizes)
  const isOneLesson = sumMinutes(section.blocks) <= sizes.maxMinutes / 2
  return isOneLesson ? splitSection(section, sizes) : splitBySize(section, sizes)
}

/** Creates a chapter of the lessons `before` a section and its own; one joined lesson gets the title of the section. */
const toChapter = (section: LessonSection, sizes: LessonSizes, before: LessonBlocks[] = []) => {
  const { title, head, above = [] } = section
  const own = toLessonBlocks(section, sizes)
  const first = own[0]?.sections[0]
  // if the heading has no text of its own, move the headings above it to the first section
  if (first && first.head !== head) first.above = [...above, ...(first.above ?? [])]
  const lessons = before.length > 0 ? joinSmallLessons([...before, ...own], sizes) : own
  const [only, another] = lessons
  const isJoined = only !== undefined && another === undefined && only.sections.length > 1
  return { title, lessons: isJoined ? [{ ...only, title }] : lessons }
}

/** Splits a document without headings into chapters of about ten lessons each. */
const splitWithoutHeadings = (blocks: TextBlock[], title: string, sizes: LessonSizes): ChapterBlocks[] => {
  const lessons = splitByWords(blocks, sizes, title)
  if (lessons.length === 0) return []
  if (lessons.length <= lessonsPerChapter * 1.5) return [{ title, lessons }]
  const count = Math.ceil(lessons.length / lessonsPerChapter)
  const groups = fillGroups(lessons, Math.ceil(lessons.length / count), () => 1)
  return groups.map((group) => ({ title: group[0]?.title ?? title, lessons: group }))
}

/**
 * Splits blocks into chapters and lessons by the heading levels in use: the highest level makes chapters, and the next
 * level within each chapter makes lessons. The highest level makes lessons if it is the only one below a title, or if
 * it has many short sections.
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
  const { lead, sections, left } = splitAtHeadings(blocks, top)
  const isOneLevel = depths.size === 1 && (hasTitle || top > 1)
  const count = blocks.filter(({ depth }) => depth === top).length
  const isReference =
    count > maxSmallSections && sumMinutes(blocks.slice(lead.length)) / count < sizes.minMinutes
  if (isOneLevel || sections.length === 0 || isReference) return [toChapter({ ...whole, blocks }, sizes)]
  const introduction = { ...whole, blocks: lead }
  const isShort = lead.length > 0 && sumMarkdownCharacters(lead) <= maxShortLeadCharacters
  const before = isShort ? splitSection(introduction, sizes) : []
  const chapters = sections.map((section, at) => toChapter(section, sizes, at === 0 ? before : []))
  addToLast(chapters.at(-1)?.lessons, left)
  return lead.length === 0 || isShort ? chapters : [toChapter(introduction, sizes), ...chapters]
}
