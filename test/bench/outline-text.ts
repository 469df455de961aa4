/** Number of characters per page, in paragraphs. */
export const pageCharacters = 3_000
const paragraphs = 6

/** Returns a generator of pseudorandom numbers that are the same in every run. */
const random = (seed: number) => {
  let state = seed + 1
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const syllables = [
  'ba',
  'den',
  'for',
  'gil',
  'ho',
  'kel',
  'lu',
  'mar',
  'nis',
  'or',
  'pe',
  'ras',
  'sti',
  'tun',
  'ver',
  'wen',
]

/** Returns about this many characters of words from a language with a few thousand words. */
const words = (characters: number, next: (below: number) => number): string => {
  const found: string[] = []
  for (let length = 0; length < characters; length += (found.at(-1)?.length ?? 0) + 1)
    found.push(Array.from({ length: 1 + next(3) }, () => syllables[next(syllables.length)]).join(''))
  return found.join(' ')
}

/** Page of text: an occasional heading, then paragraphs. */
export interface Page {
  heading: { depth: 1 | 2; text: string } | undefined
  paragraphs: string[]
}

/** Returns a page; a chapter has forty pages, a lesson four. */
export const pageAt = (index: number): Page => {
  const next = random(index)
  const depth = index % 40 === 0 ? 1 : 2
  const text = `Part ${index + 1} ${words(20, next)}`
  return {
    heading: index % 4 === 0 ? { depth, text } : undefined,
    paragraphs: Array.from({ length: paragraphs }, () => `${words(pageCharacters / paragraphs, next)}.`),
  }
}

/** Size in bytes of the picture on each page, in a file with pictures: noise, which cannot be compressed. */
export const pictureBytes = 100_000

export type Write = (bytes: Uint8Array | string) => void

/** Writes a file of about this many bytes; returns its number of text pages. */
export type Make = (write: Write, bytes: number) => number

/** Yields the first pages with their indexes. */
export const pagesOf = function* (count: number) {
  for (let index = 0; index < count; index += 1) yield [index, pageAt(index)] as const
}
