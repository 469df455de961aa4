import { amount, type PdfLine } from './line.ts'
import { percentile } from './statistics.ts'

const maxDepths = 4
const maxNumberedDepth = 5
const maxHeadingCharacters = 150
const maxBoldHeadingCharacters = 90
const maxShareOfBoldLines = 0.4
/** Minimum number and share of numbered headings for numbers to define the depths. */
const minNumberedHeadings = 3
const minShareOfNumbered = 0.4
/** Sizes as shares of the body size. */
const minHeadingSize = 1.1 // 26 documents
const minBoldHeadingSize = 0.98 // 10 documents
const usualLeading = 1.3

/** Mark at the start of a list item. */
export const itemMark = /^(?:[•●○▪■◦‣–—*·▶►▸▹➢✓❖◆\uf0a7\uf0b7-]|\d{1,3}[.)]|[a-z]\))\s+/u
/** The number of a heading: 1, 2.3, A.1 or B. */
export const headingNumber = /^(\d{1,3}(?:\.\d{1,3})*|[A-Z](?:\.\d{1,3})+|[A-Z](?=\.))\.?\s+(?=\S)/

const findBodySize = (lines: PdfLine[]): number => {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

const listGaps = (lines: PdfLine[], bodySize: number): number[] =>
  lines.flatMap((line, at) => {
    const next = lines[at + 1]
    if (!next || next.page !== line.page || next.y >= line.y || next.row || line.row) return []
    return next.size === bodySize && line.size === bodySize ? [line.y - next.y] : []
  })

const isShortLine = ({ text, row }: PdfLine) =>
  !row && text.length <= maxHeadingCharacters && !/[.;,]$/.test(text)

/** Returns true if a line is the header of a table, or a total below one. */
const isTableRow = ({ cells }: PdfLine) =>
  cells.length > 2 || (cells.length === 2 && amount.test(cells[1]?.text ?? ''))

const countNumbers = ({ text }: PdfLine): number => headingNumber.exec(text)?.[1]?.split('.').length ?? 0

const lineStyle = ({ size, bold }: PdfLine) => `${size} ${bold}`

const findDepthsOfStyles = (numbered: PdfLine[]): Map<string, number> => {
  const styles = [...Map.groupBy(numbered, lineStyle)]
  return new Map(styles.map(([style, lines]) => [style, percentile(lines.map(countNumbers), 0.5) ?? 1]))
}

/** Layout of a document: the look of its headings, and its line distance; lengths are in points. */
export class PdfLayout {
  readonly bodySize: number
  readonly leading: number
  /** Left and right edge of most lines. */
  readonly leftEdge: number
  readonly rightEdge: number
  readonly #headingSizes: number[]
  readonly #hasBoldHeadings: boolean
  readonly #depthsOfStyles: Map<string, number> | undefined

  constructor(lines: PdfLine[]) {
    this.bodySize = findBodySize(lines)
    this.leading = percentile(listGaps(lines, this.bodySize), 0.3) ?? this.bodySize * usualLeading
    const [starts, ends] = [lines.map(({ x }) => x), lines.map(({ end }) => end)]
    this.leftEdge = percentile(starts, 0.1) ?? 0
    this.rightEdge = percentile(ends, 0.9) ?? 0
    const sizes = new Set(lines.filter((line) => this.isLarge(line)).map(({ size }) => size))
    this.#headingSizes = [...sizes].toSorted((a, b) => b - a).slice(0, maxDepths)
    this.#hasBoldHeadings = lines.filter(({ bold }) => bold).length <= lines.length * maxShareOfBoldLines
    const headings = lines.filter((line) => this.#isHeading(line))
    const numbered = headings.filter((line) => countNumbers(line) > 0)
    const isNumbered = numbered.length >= Math.max(minNumberedHeadings, headings.length * minShareOfNumbered)
    this.#depthsOfStyles = isNumbered ? findDepthsOfStyles(numbered) : undefined
  }

  /** Returns the depth of a line that is set as a heading, in large type or bold on its own line, otherwise 0. */
  findDepth(line: PdfLine): number {
    if (!this.#isHeading(line)) return 0
    if (this.#depthsOfStyles) return this.#findNumberedDepth(line, this.#depthsOfStyles)
    if (!this.isLarge(line)) return this.#headingSizes.length + 1
    const depth = this.#headingSizes.indexOf(line.size) + 1
    return depth > 0 ? depth : maxDepths
  }

  isLarge(line: PdfLine): boolean {
    return line.size > this.bodySize * minHeadingSize && isShortLine(line)
  }

  #findNumberedDepth(line: PdfLine, depths: Map<string, number>): number {
    const numbers = countNumbers(line)
    if (numbers > 0) return Math.min(maxNumberedDepth, numbers)
    const alike = depths.get(lineStyle(line))
    if (alike !== undefined) return alike
    const largest = Math.max(...[...depths.keys()].map((style) => Number.parseFloat(style)))
    return line.size > largest ? 1 : maxNumberedDepth
  }

  #isHeading(line: PdfLine): boolean {
    if (this.isLarge(line)) return true
    const isOneLine = line.text.length <= maxBoldHeadingCharacters && isShortLine(line)
    if (!this.#hasBoldHeadings || !line.bold || !isOneLine || isTableRow(line)) return false
    const isItem = itemMark.test(line.text.replace(headingNumber, ''))
    return line.size >= this.bodySize * minBoldHeadingSize && !isItem
  }
}
