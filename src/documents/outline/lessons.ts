import { balanceBlocks, sumMinutes } from './groups.ts'
import {
  addToLast,
  findTopDepth,
  joinSmallLessons,
  splitAtHeadings,
  type LessonBlocks,
  type LessonSection,
} from './lesson-sections.ts'
import type { TextBlock } from '../markdown/text-block.ts'
import { titleFromWords } from '../title.ts'

/** Lesson lengths in minutes: the minimum, the maximum of an unsplit text, and the target of a split between blocks. */
export type LessonSizes = { minMinutes: number; maxMinutes: number; targetMinutes: number }

/** Returns a title from the first words of blocks, or undefined if they begin with a table or code. */
const titleFromBlocks = (blocks: TextBlock[]): string | undefined =>
  /^[|`]/.test(blocks[0]?.markdown ?? '')
    ? undefined
    : titleFromWords(blocks.map(({ words }) => words).join(' '))

const toLesson = (section: LessonSection): LessonBlocks => ({ title: section.title, sections: [section] })

/** Splits a section into lessons of about equal length; numbers several ones, and keeps the headings in the first. */
export const splitBySize = (section: LessonSection, { targetMinutes }: LessonSizes): LessonBlocks[] => {
  const { title, heading } = section
  return balanceBlocks(section.blocks, targetMinutes).map((blocks, at, { length }) => {
    if (length === 1) return toLesson(section)
    const piece = { title: `${title} (${at + 1}/${length})`, heading, blocks }
    return toLesson(at === 0 ? { ...section, ...piece } : piece)
  })
}

/** Splits blocks into lessons of about equal length, each titled by its first words. */
export const splitByWords = (blocks: TextBlock[], sizes: LessonSizes, title: string): LessonBlocks[] =>
  splitBySize({ title, heading: null, blocks }, sizes).map((lesson) => ({
    ...lesson,
    title: titleFromBlocks(lesson.sections.flatMap(({ blocks }) => blocks)) ?? lesson.title,
  }))

/** Splits a section at its subheadings; the text before the first one makes a lesson, too. */
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

/** Returns a section as one lesson; splits a long section at its subheadings, or between blocks if it has none. */
export const splitSection = (section: LessonSection, sizes: LessonSizes): LessonBlocks[] => {
  if (sumMinutes(section.blocks) <= sizes.maxMinutes) return [toLesson(section)]
  const depth = findTopDepth(section.blocks)
  if (depth === undefined) return splitBySize(section, sizes)
  const lessons = splitAtOwnHeadings(section, depth, sizes)
  const [first] = lessons[0]?.sections ?? []
  // if the heading has no text of its own, keep it above the first section
  if (first && first.head !== section.head)
    first.above = [...(section.above ?? []), ...(section.head ? [section.head] : []), ...(first.above ?? [])]
  return lessons
}
