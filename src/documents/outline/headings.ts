import type { TextBlock } from '../markdown/text-block.ts'

/** Deeper than any heading. */
const noDepth = 7

/** The depth of the highest headings among blocks; undefined where there is none. */
export const findTopDepth = (blocks: TextBlock[]): number | undefined => {
  const top = blocks.reduce((top, { depth }) => (depth > 0 && depth < top ? depth : top), noDepth)
  return top < noDepth ? top : undefined
}

/** The blocks before the first heading of a depth, and the sections that those headings begin. */
export const splitAtHeadings = (
  blocks: TextBlock[],
  depth: number,
): { lead: TextBlock[]; sections: TextBlock[][] } => {
  const lead: TextBlock[] = []
  const sections: TextBlock[][] = []
  for (const block of blocks) {
    if (block.depth === depth) sections.push([block])
    else (sections.at(-1) ?? lead).push(block)
  }
  return { lead, sections }
}
