import type { PdfLine } from './pdf-lines.ts'

const maxDepths = 4
const maxHeadingCharacters = 150
const maxBoldHeadingCharacters = 90
const maxShareOfBoldLines = 0.4

/** Sizes as shares of that of the text. */
const minHeadingSize = 1.1
const minBoldHeadingSize = 0.98
const usualLeading = 1.3

/** What an item of a list begins with. */
export const itemMark = /^(?:[•●○▪■◦‣–*·\uf0b7-]|\d{1,3}[.)]|[a-z]\))\s+/u
const headingNumber = /^\d+(?:\.\d+)*\.?\s/

/** The value below which this share of them lies. */
const percentile = (values: number[], share: number): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]

/** The size in which most of the text is set. */
const findBodySize = (lines: PdfLine[]): number => {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** From a line of the text to the next one, in points. */
const listGaps = (lines: PdfLine[], bodySize: number): number[] =>
  lines.flatMap((line, at) => {
    const next = lines[at + 1]
    if (!next || next.page !== line.page || next.y >= line.y) return []
    return next.size === bodySize && line.size === bodySize ? [line.y - next.y] : []
  })

const isShort = ({ text }: PdfLine) => text.length <= maxHeadingCharacters && !/[.;,]$/.test(text)

/** How a document is set: what its headings look like, and how far its lines are apart; lengths are in points. */
export class PdfLayout {
  readonly bodySize: number
  readonly leading: number
  /** Where most lines end. */
  readonly rightEdge: number
  readonly #headingSizes: number[]
  readonly #hasBoldHeadings: boolean

  constructor(lines: PdfLine[]) {
    this.bodySize = findBodySize(lines)
    this.leading = percentile(listGaps(lines, this.bodySize), 0.3) ?? this.bodySize * usualLeading
    const ends = lines.map(({ end }) => end)
    this.rightEdge = percentile(ends, 0.9) ?? 0
    const sizes = new Set(lines.filter((line) => this.#isLarge(line)).map(({ size }) => size))
    this.#headingSizes = [...sizes].toSorted((a, b) => b - a).slice(0, maxDepths)
    this.#hasBoldHeadings = lines.filter(({ bold }) => bold).length <= lines.length * maxShareOfBoldLines
  }

  /** The depth of a line that is set as a heading, larger than the text or bold on a line of its own; else 0. */
  findDepth(line: PdfLine): number {
    if (this.#isLarge(line)) {
      const depth = this.#headingSizes.indexOf(line.size) + 1
      return depth > 0 ? depth : maxDepths
    }
    return this.#hasBoldHeadings && this.#isBoldHeading(line) ? this.#headingSizes.length + 1 : 0
  }

  #isLarge(line: PdfLine): boolean {
    return line.size > this.bodySize * minHeadingSize && isShort(line)
  }

  #isBoldHeading(line: PdfLine): boolean {
    return (
      line.bold &&
      line.size >= this.bodySize * minBoldHeadingSize &&
      line.text.length <= maxBoldHeadingCharacters &&
      isShort(line) &&
      !itemMark.test(line.text.replace(headingNumber, ''))
    )
  }
}
