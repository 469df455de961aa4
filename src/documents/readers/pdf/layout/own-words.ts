import { isContentsTitle } from './contents.ts'
import type { PdfLine } from './line.ts'
import { countLetters, maskNumbers, pageNumber } from './margins.ts'

/** Maximum number of letters in a line like "Page 1 of 3", in any language. */
const maxPageLetters = 12

const listWords = ({ text }: PdfLine): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the first of all lines that are equal apart from numbers; leaves page numbers out. */
const listOnce = (margins: PdfLine[]): PdfLine[] =>
  [...Map.groupBy(margins, ({ text }) => maskNumbers(text)).values()].flatMap(([first, ...rest]) => {
    if (!first || pageNumber.test(first.text)) return []
    const isPage = countLetters(first.text) <= maxPageLetters && rest.some(({ text }) => text !== first.text)
    return isPage ? [] : [first]
  })

/**
 * Returns the lines outside the text that are kept, each once: running heads and feet with words that the text lacks,
 * entries of contents with such a word of at least two letters, and all rotated lines.
 */
export const findOwnWords = (
  { margins, contents, turned }: { margins: PdfLine[]; contents: Iterable<PdfLine>; turned: PdfLine[] },
  text: PdfLine[],
): PdfLine[] => {
  const words = new Set(text.flatMap(listWords))
  const isNew = (word: string) => !words.has(word)
  const entries = [...contents].filter((line) => !isContentsTitle(line))
  for (const [at, line] of entries.entries()) {
    const [head = '', tail = ''] = [
      listWords(line).at(-1),
      entries.slice(at + 1, at + 2).flatMap(listWords)[0],
    ]
    if (/[-\u{AD}]$/u.test(line.text) && words.has(head + tail)) words.add(head).add(tail)
  }
  return [
    ...listOnce(margins).filter((line) => listWords(line).some(isNew)),
    ...entries.filter((line) => listWords(line).some((word) => /\p{L}{2}/u.test(word) && isNew(word))),
    ...new Map(turned.toReversed().map((line) => [line.text, line])).values().toArray().toReversed(),
  ]
}
