import type { LessonBlocks, LessonSection } from './lesson-sections.ts'
import type { TextBlock } from '../markdown/text-block.ts'

/** A depth below that of all headings. */
const noDepth = 7

/** Returns the depth of the highest heading, or undefined if there is none. */
export const findTopDepth = (blocks: TextBlock[]): number | undefined => {
  const top = blocks.reduce((top, { depth }) => (depth > 0 && depth < top ? depth : top), noDepth)
  return top < noDepth ? top : undefined
}

/** A section with its heading; `above` are preceding headings without content. */
export type HeadedSection = LessonSection & { above: TextBlock[] }

/**
 * Splits blocks at the headings of a depth: the lead before the first heading, the sections, and the headings without
 * content at the end (`left`).
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

/** Adds headings without content to the end of the last lesson. */
export const addToLast = (lessons: LessonBlocks[] | undefined, left: TextBlock[]) =>
  lessons
    ?.at(-1)
    ?.sections.at(-1)
    ?.blocks.push(...left)
