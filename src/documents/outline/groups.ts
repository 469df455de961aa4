import type { TextBlock } from '../markdown/text-block.ts'

/** Upper bound for the separator between two blocks of a lesson, in characters. */
const separatorCharacters = 10

/** Returns the total length of blocks in characters of Markdown. */
export const sumMarkdownCharacters = (blocks: TextBlock[]): number =>
  blocks.reduce((sum, { markdown }) => sum + markdown.length + separatorCharacters, 0)

export const sumMinutes = (blocks: TextBlock[]): number =>
  blocks.reduce((sum, { minutes }) => sum + minutes, 0)

/** Returns true if a block ends with a colon, because it belongs to the next block, such as a list. */
const announcesNext = (block: TextBlock | undefined) => /[:：]$/u.test(block?.words ?? '')

/** Splits blocks into balanced groups of about `targetMinutes`; none ends with a block that announces the next one. */
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

/** Groups neighbors; fills one group after the other up to `capacity`. */
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

/** Groups neighbors evenly, into at most `maxGroups` groups of at most `maxSize`, or returns undefined. */
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
