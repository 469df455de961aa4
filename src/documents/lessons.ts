import { balanceBlocks, sumCharacters } from './groups.ts'
import { findTopDepth, splitAtHeadings } from './headings.ts'
import type { TextBlock } from './text-block.ts'
import { titleFromWords } from './title.ts'

/** `page` is where the lesson's heading stands, undefined where it has none of its own. */
export type Lesson = { title: string; heading: string | null; page?: number | null; blocks: TextBlock[] }

/** How long a text may be before it is split, and how long what is split without headings should be, in characters. */
export type LessonSizes = { maxCharacters: number; targetCharacters: number }

/** What a text is called: its heading is null where it has none. */
export type Label = { title: string; heading: string | null }

const isTableOrCode = (block: TextBlock) => /^[|`]/.test(block.markdown)

/** The words that blocks begin with, unless that is a table or code. */
const titleFromBlocks = (blocks: TextBlock[]): string | undefined =>
  blocks[0] && isTableOrCode(blocks[0])
    ? undefined
    : titleFromWords(blocks.map(({ words }) => words).join(' '))

/** Lessons of about the same length; those of several are numbered. */
export const splitBySize = (
  blocks: TextBlock[],
  { targetCharacters }: LessonSizes,
  { title, heading }: Label,
): Lesson[] =>
  balanceBlocks(blocks, targetCharacters).map((group, at, { length }) => ({
    title: length === 1 ? title : `${title} (${at + 1}/${length})`,
    heading,
    blocks: group,
  }))

/** Lessons of about the same length, named by the words that they begin with. */
export const splitByWords = (blocks: TextBlock[], sizes: LessonSizes, title: string): Lesson[] =>
  splitBySize(blocks, sizes, { title, heading: null }).map((lesson) => ({
    ...lesson,
    title: titleFromBlocks(lesson.blocks) ?? lesson.title,
  }))

/** A lesson, or several where it is too long for one: split at its own headings, else between blocks. */
export const splitIntoLessons = (blocks: TextBlock[], sizes: LessonSizes, label: Label): Lesson[] => {
  if (blocks.length === 0) return []
  if (sumCharacters(blocks) <= sizes.maxCharacters) return [{ ...label, blocks }]
  const top = findTopDepth(blocks)
  if (top === undefined) return splitBySize(blocks, sizes, label)
  const { lead, sections } = splitAtHeadings(blocks, top)
  return [
    ...splitIntoLessons(lead, sizes, label),
    ...sections.flatMap((section) => splitSection(section, sizes)),
  ]
}

/** The lessons of a section, whose first block is its heading; one without blocks where there is nothing else. */
export const splitSection = ([head, ...rest]: TextBlock[], sizes: LessonSizes): Lesson[] => {
  if (!head) return []
  const label = { title: head.words, heading: head.words }
  if (rest.length === 0) return [{ ...label, blocks: [] }]
  const [first, ...others] = splitIntoLessons(rest, sizes, label)
  return first ? [{ ...first, page: head.page }, ...others] : []
}
