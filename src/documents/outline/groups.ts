import type { TextBlock } from '../markdown/text-block.ts'

/** What stands between two blocks of a lesson, in characters, generously. */
const separatorCharacters = 10

const countCharacters = ({ markdown }: TextBlock): number => markdown.length + separatorCharacters

/** How long blocks are together, in characters of Markdown. */
export const sumCharacters = (blocks: TextBlock[]): number =>
  blocks.reduce((sum, block) => sum + countCharacters(block), 0)

/** How long it takes to read blocks, in minutes. */
export const sumMinutes = (blocks: TextBlock[]): number =>
  blocks.reduce((sum, { minutes }) => sum + minutes, 0)

/** What ends in a colon belongs to what follows it, such as a list. */
const announcesNext = (block: TextBlock | undefined) => /[:：]$/u.test(block?.words ?? '')

/** Blocks in balanced groups of about this many minutes; none ends with what announces the next block. */
export const balanceBlocks = (blocks: TextBlock[], targetMinutes: number): TextBlock[][] => {
  const total = sumMinutes(blocks)
  const count = Math.max(1, Math.round(total / targetMinutes))
  const groups: TextBlock[][] = []
  let end = 0
  let position = 0
  for (const block of blocks) {
    const isFull = position + block.minutes / 2 > end && !announcesNext(groups.at(-1)?.at(-1))
    if (groups.length === 0 || isFull) {
      groups.push([])
      end = (total / count) * groups.length
    }
    groups.at(-1)?.push(block)
    position += block.minutes
  }
  return groups
}

/** Neighbours together in groups that are filled one after the other up to `capacity`. */
export const fillGroups = <T>(items: T[], capacity: number, sizeOf: (item: T) => number): T[][] => {
  const groups: T[][] = []
  let used = Infinity
  for (const item of items) {
    const size = sizeOf(item)
    if (used + size > capacity) {
      groups.push([])
      used = 0
    }
    groups.at(-1)?.push(item)
    used += size
  }
  return groups
}

/**
 * Neighbours together in at most `maxGroups` groups, as even as they can be and none larger than `maxSize`; undefined
 * when they do not fit.
 */
export const evenGroups = <T>(
  items: T[],
  { maxGroups, maxSize }: { maxGroups: number; maxSize: number },
  sizeOf: (item: T) => number,
): T[][] | undefined => {
  const fill = (capacity: number) => fillGroups(items, capacity, sizeOf)
  if (fill(maxSize).length > maxGroups) return undefined
  let [tooSmall, enough] = [0, maxSize]
  while (enough - tooSmall > 1) {
    const middle = Math.floor((tooSmall + enough) / 2)
    if (fill(middle).length > maxGroups) tooSmall = middle
    else enough = middle
  }
  return fill(enough)
}
