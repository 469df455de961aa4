import { sumCharacters, sumMinutes } from './groups.ts'
import { addToLast, findTopDepth, splitAtHeadings } from './headings.ts'
import { joinSmallLessons, type LessonBlocks, type LessonSection } from './lesson-sections.ts'
import { splitAtOwnHeadings, splitBySize, splitByWords, splitSection, type LessonSizes } from './lessons.ts'
import type { TextBlock } from '../markdown/text-block.ts'

export type ChapterBlocks = { title: string; lessons: LessonBlocks[] }

/** A text before the first heading is no chapter of its own up to this length. */
const maxShortLeadCharacters = 400
const lessonsPerChapter = 10
/** More sections that are mostly too short to be chapters are a reference of small entries. */
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
  const { lead, sections, left } = splitAtHeadings(blocks, top)
  const isOneLevel = depths.size === 1 && (hasTitle || top > 1)
  const count = blocks.filter(({ depth }) => depth === top).length
  const isReference =
    count > maxSmallSections && sumMinutes(blocks.slice(lead.length)) / count < sizes.minMinutes
  if (isOneLevel || sections.length === 0 || isReference) return [toChapter({ ...whole, blocks }, sizes)]
  const introduction = { ...whole, blocks: lead }
  const isShort = lead.length > 0 && sumCharacters(lead) <= maxShortLeadCharacters
  const before = isShort ? splitSection(introduction, sizes) : []
  const chapters = sections.map((section, at) => toChapter(section, sizes, at === 0 ? before : []))
  addToLast(chapters.at(-1)?.lessons, left)
  return lead.length === 0 || isShort ? chapters : [toChapter(introduction, sizes), ...chapters]
}
