import { isContentsTitle } from './contents.ts'
import type { PdfLine } from './line.ts'
import { countLetters, maskNumbers, pageNumber } from './margins.ts'

/** Of a line that says "Page 1 of 3" in any language. */
const maxPageLetters = 12

const listWords = ({ text }: PdfLine): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The first of each line that repeats, numbers aside, unless it is a page number. */
const listOnce = (margins: PdfLine[]): PdfLine[] =>
  [...Map.groupBy(margins, ({ text }) => maskNumbers(text)).values()].flatMap(([first, ...rest]) => {
    if (!first || pageNumber.test(first.text)) return []
    const isPage = countLetters(first.text) <= maxPageLetters && rest.some(({ text }) => text !== first.text)
    return isPage ? [] : [first]
  })

/**
 * What of the lines beside the text is kept: of running heads and feet each that says more than the text, once; of
 * contents whatever the text does not repeat but the pages; all that is turned, once.
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
