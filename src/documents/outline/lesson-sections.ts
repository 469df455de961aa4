import { sumMarkdownCharacters, sumMinutes } from './groups.ts'
import type { TextBlock } from '../markdown/text-block.ts'
import { asTitle } from '../title.ts'

/** Content under a heading, or a part of the content; `head` is its heading, `above` has headings without content. */
export type LessonSection = {
  title: string
  heading: string | null
  above?: TextBlock[]
  head?: TextBlock
  blocks: TextBlock[]
}

export type LessonBlocks = { title: string; sections: LessonSection[] }

/** A depth below that of all headings. */
const noDepth = 7

/** Returns the depth of the highest heading, or undefined if there is none. */
export const findTopDepth = (blocks: TextBlock[]): number | undefined => {
  const top = blocks.reduce((top, { depth }) => (depth > 0 && depth < top ? depth : top), noDepth)
  return top < noDepth ? top : undefined
}

/** Splits blocks at the headings of a depth; `lead` precedes them, and `left` are last headings without content. */
export const splitAtHeadings = (blocks: TextBlock[], depth: number) => {
  const lead: TextBlock[] = []
  const sections: LessonSection[] = []
  let left: TextBlock[] = []
  for (const block of blocks) {
    if (block.depth === depth) left.push(block)
    else if (left.length > 0) {
      const [head = block] = left.splice(-1)
      sections.push({ title: head.words, heading: head.words, above: left, head, blocks: [block] })
      left = []
    } else (sections.at(-1)?.blocks ?? lead).push(block)
  }
  return { lead, sections, left }
}

/** Adds headings without content to the end of the last lesson. */
export const addToLast = (lessons: LessonBlocks[] | undefined, left: TextBlock[]) =>
  lessons
    ?.at(-1)
    ?.sections.at(-1)
    ?.blocks.push(...left)

/** Comfortable length of a lesson in minutes; longer lessons are only joined to avoid a section that is too short. */
const comfortableMinutes = 8
const maxSections = 200
const titlePartCharacters = 120
/** Upper bound for the characters around a heading, such as its marks and line breaks. */
const headingCharacters = 20

const lessonMinutes = ({ sections }: LessonBlocks): number =>
  sections.reduce((sum, { blocks }) => sum + sumMinutes(blocks), 0)

const countSectionCharacters = ({ title, head, above = [], blocks }: LessonSection): number =>
  sumMarkdownCharacters(blocks) +
  sumMarkdownCharacters(above) +
  (head?.markdown.length ?? title.length) +
  headingCharacters

/** Returns an upper bound for the length of a lesson in characters of Markdown. */
export const lessonCharacters = ({ sections }: LessonBlocks): number =>
  sections.reduce((sum, section) => sum + countSectionCharacters(section), 0)

export const mergeTitles = (titles: string[]): string => {
  const first = titles[0] ?? '…'
  const last = titles.at(-1) ?? first
  if (first === last) return first
  return asTitle(`${first.slice(0, titlePartCharacters)} – ${last.slice(0, titlePartCharacters)}`) ?? first
}

/** Joins lessons to one whose title names the first and the last section. */
export const joinLessons = (lessons: LessonBlocks[]): LessonBlocks => {
  const [first] = lessons
  if (lessons.length === 1 && first) return first
  const sections = lessons.flatMap(({ sections }) => sections)
  return { title: mergeTitles(sections.map(({ title }) => title)), sections }
}

/** Returns the cost of joining `count` lessons to one of `minutes`; a short lesson costs most, then a long one. */
const joinCost = (count: number, minutes: number, minMinutes: number): number => {
  const missing = Math.max(0, 1 - minutes / minMinutes)
  const excess = count > 1 ? Math.max(0, minutes / comfortableMinutes - 1) : 0
  return 4 * missing ** 2 + excess + 0.15 * (count - 1)
}

/** Joins neighboring short lessons so that as few lessons as possible are too short or too long. */
export const joinSmallLessons = (
  lessons: LessonBlocks[],
  { minMinutes, maxMinutes }: { minMinutes: number; maxMinutes: number },
): LessonBlocks[] => {
  const minutes = lessons.map(lessonMinutes)
  /** Per number of leading lessons: the lowest cost of grouping them, and the start of the last group. */
  const best = [{ cost: 0, start: 0 }]
  for (let end = 1; end <= lessons.length; end++) {
    let least = { cost: Infinity, start: end - 1 }
    let sum = 0
    for (let start = end - 1; start >= Math.max(0, end - maxSections); start--) {
      sum += minutes[start] ?? 0
      if (sum > maxMinutes && start < end - 1) break
      const cost = (best[start]?.cost ?? 0) + joinCost(end - start, sum, minMinutes)
      if (cost < least.cost) least = { cost, start }
    }
    best.push(least)
  }
  const groups: LessonBlocks[] = []
  for (let end = lessons.length; end > 0; end = best[end]?.start ?? 0)
    groups.push(joinLessons(lessons.slice(best[end]?.start, end)))
  return groups.toReversed()
}
