import type { LessonBlocks, LessonSection } from './lesson-sections.ts'
import type { TextBlock } from '../markdown/text-block.ts'

/** Deeper than any heading. */
const noDepth = 7

/** The depth of the highest headings among blocks; undefined where there is none. */
export const findTopDepth = (blocks: TextBlock[]): number | undefined => {
  const top = blocks.reduce((top, { depth }) => (depth > 0 && depth < top ? depth : top), noDepth)
  return top < noDepth ? top : undefined
}

/** A section by its heading; `above` are headings before it with nothing below them. */
export type HeadedSection = LessonSection & { above: TextBlock[] }

/**
 * The blocks before the first heading of a depth, and the sections that those headings begin; headings at the end with
 * nothing below them are left.
 */
export const splitAtHeadings = (
  blocks: TextBlock[],
  depth: number,
): { lead: TextBlock[]; sections: HeadedSection[]; left: TextBlock[] } => {
  const lead: TextBlock[] = []
  const sections: HeadedSection[] = []
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

/** Adds headings with nothing below them to the end of the last lesson. */
export const addToLast = (lessons: LessonBlocks[] | undefined, left: TextBlock[]) =>
  lessons
    ?.at(-1)
    ?.sections.at(-1)
    ?.blocks.push(...left)
