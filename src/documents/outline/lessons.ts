import { balanceBlocks, sumMinutes } from './groups.ts'
import { addToLast, findTopDepth, splitAtHeadings } from './headings.ts'
import { joinSmallLessons, type LessonBlocks, type LessonSection } from './lesson-sections.ts'
import type { TextBlock } from '../markdown/text-block.ts'
import { titleFromWords } from './title.ts'

/**
 * How long lessons should be at least, how long a text may be before it is split, and how long what is split without
 * headings should be, in minutes.
 */
export type LessonSizes = { minMinutes: number; maxMinutes: number; targetMinutes: number }

const isTableOrCode = (block: TextBlock) => /^[|`]/.test(block.markdown)

/** The words that blocks begin with, unless that is a table or code. */
const titleFromBlocks = (blocks: TextBlock[]): string | undefined =>
  blocks[0] && isTableOrCode(blocks[0])
    ? undefined
    : titleFromWords(blocks.map(({ words }) => words).join(' '))

const toLesson = (section: LessonSection): LessonBlocks => ({ title: section.title, sections: [section] })

/** Lessons of about the same length; those of several are numbered, and the first has the headings. */
export const splitBySize = (section: LessonSection, { targetMinutes }: LessonSizes): LessonBlocks[] => {
  const { title, heading } = section
  return balanceBlocks(section.blocks, targetMinutes).map((blocks, at, { length }) => {
    if (length === 1) return toLesson(section)
    const piece = { title: `${title} (${at + 1}/${length})`, heading, blocks }
    return toLesson(at === 0 ? { ...section, ...piece } : piece)
  })
}

/** Lessons of about the same length, named by the words that they begin with. */
export const splitByWords = (blocks: TextBlock[], sizes: LessonSizes, title: string): LessonBlocks[] =>
  splitBySize({ title, heading: null, blocks }, sizes).map((lesson) => ({
    ...lesson,
    title: titleFromBlocks(lesson.sections.flatMap(({ blocks }) => blocks)) ?? lesson.title,
  }))

/** The lessons of what stands under a heading: of the text before its own headings, and of each of them. */
export const splitAtOwnHeadings = (
  section: LessonSection,
  depth: number,
  sizes: LessonSizes,
): LessonBlocks[] => {
  const { lead, sections, left } = splitAtHeadings(section.blocks, depth)
  const introduction = lead.length > 0 ? splitSection({ ...section, blocks: lead }, sizes) : []
  const lessons = sections.flatMap((own) => splitSection(own, sizes))
  const [head] = left
  if (lessons.length > 0) addToLast(lessons, left)
  else if (head) lessons.push(toLesson({ title: head.words, heading: head.words, blocks: left }))
  return joinSmallLessons([...introduction, ...lessons], sizes)
}

/** A section as one lesson, or as several where it is too long: split at its own headings, else between blocks. */
export const splitSection = (section: LessonSection, sizes: LessonSizes): LessonBlocks[] => {
  if (sumMinutes(section.blocks) <= sizes.maxMinutes) return [toLesson(section)]
  const depth = findTopDepth(section.blocks)
  if (depth === undefined) return splitBySize(section, sizes)
  const lessons = splitAtOwnHeadings(section, depth, sizes)
  const [first] = lessons[0]?.sections ?? []
  // where no text stands under the heading itself, it stays above the first of the others
  if (first && first.head !== section.head)
    first.above = [...(section.above ?? []), ...(section.head ? [section.head] : []), ...(first.above ?? [])]
  return lessons
}
