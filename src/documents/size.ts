import type { Part } from './part.ts'
import { mostCharacters } from './limits.ts'

export const sizeOf = (parts: Part[]): number =>
  parts.reduce((sum, { markdown }) => sum + markdown.length + 10, 0)

const largest = 40_000

/**
 * A part that is longer than a lesson should be, in pieces: tables keep their head, code its fence, text is
 * cut at spaces.
 */
export const pieces = (part: Part, most = largest): Part[] => {
  if (part.markdown.length <= most) return [part]
  const lines = part.markdown.split('\n')
  const fence = /^(`{3,}|~{3,})/.exec(lines[0] ?? '')?.[1]
  const isTable = lines[0]?.startsWith('|') === true && /^\|[\s:|-]+$/.test(lines[1] ?? '')
  const head = isTable ? lines.slice(0, 2) : fence ? lines.slice(0, 1) : []
  const foot = fence ? [fence] : []
  const body = lines.slice(head.length, fence ? -1 : undefined).flatMap((line) => linesOf(line, most / 2))
  const groups: string[][] = [[]]
  let size = 0
  for (const line of body) {
    if (size + line.length > most / 2) {
      groups.push([])
      size = 0
    }
    groups.at(-1)?.push(line)
    size += line.length + 1
  }
  return groups
    .filter((group) => group.length > 0)
    .map((group) => ({
      ...part,
      words: group.join(' ').slice(0, most),
      markdown: [...head, ...group, ...foot].join('\n'),
    }))
}

const linesOf = (line: string, most: number): string[] => {
  const found: string[] = []
  for (let rest = line; rest;) {
    const cut = rest.length <= most ? rest.length : Math.max(rest.lastIndexOf(' ', most), most / 2)
    const end = /[\uD800-\uDBFF]/.test(rest[cut - 1] ?? '') ? cut + 1 : cut
    found.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return found.length > 0 ? found : ['']
}

/** Parts in groups of about so many characters, balanced. */
export const partsOfSize = (parts: Part[], about: number): Part[][] => {
  const total = sizeOf(parts)
  const count = Math.max(1, Math.round(total / about))
  const each = total / count
  const groups: Part[][] = []
  let end = 0
  let size = 0
  for (const part of parts) {
    const own = part.markdown.length + 10
    if (groups.length === 0 || (size + own / 2 > end && groups.at(-1)?.length)) {
      groups.push([])
      end = each * groups.length
    }
    groups.at(-1)?.push(part)
    size += own
  }
  return groups
}

/** Neighbours put together as long as they are no more than `capacity`. */
export const filled = <T>(items: T[], capacity: number, size: (item: T) => number): T[][] => {
  const groups: T[][] = []
  let full = Infinity
  for (const item of items) {
    const own = size(item)
    if (full + own > capacity) {
      groups.push([])
      full = 0
    }
    groups.at(-1)?.push(item)
    full += own
  }
  return groups
}

/** Neighbours put together so that at most so many groups are left, as even as they can be and none beyond `limit`. */
export const packed = <T>(
  items: T[],
  most: number,
  size: (item: T) => number,
  limit = mostCharacters,
): T[][] | undefined => {
  const pack = (capacity: number) => filled(items, capacity, size)
  if (pack(limit).length > most) return undefined
  let [low, high] = [0, limit]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (pack(middle).length > most) low = middle
    else high = middle
  }
  return pack(high)
}
