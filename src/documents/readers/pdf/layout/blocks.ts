import { code, heading, paragraph, type Block } from '../../../markdown/block.ts'
import type { Row } from './headings.ts'
import { headingNumber, type PdfLayout } from './layout.ts'
import type { PdfLine } from './line.ts'
import { codeLines } from './code.ts'
import { findMark, toListBlock, type OpenItem } from './list.ts'
import { joinTextLines, toInlineContent, type TextWithLinks } from '../text.ts'

/** Gaps as shares of the usual line distance, or of the size of a heading. */
const maxTextGap = 1.35 // 14 documents
const maxCodeGap = 2.5 // bzip2, granary, tally-format
const maxHeadingGap = 1.6 // ag-energy
/** Maximum distance from the right edge of a line that continues on the next page, as a share of its size. */
const maxRaggedEdge = 4
const minIndentPoints = 2
const firstLineIndent = { min: 0.8, max: 4 } // bzip2, debian-faq

/** A paragraph, or a heading by its depth and the number in front, that lines may continue unless it `isWhole`. */
type OpenText = { depth: number; content: TextWithLinks; page: number; isWhole?: boolean; label?: string }

const toNode = ({ depth, content }: OpenText): Block['node'] =>
  depth > 0 ? heading(depth, toInlineContent(content)) : paragraph(toInlineContent(content))

/** Combines rows to blocks: each row continues the open block, or closes it and opens another. */
export class BlockBuilder {
  readonly #layout: PdfLayout
  readonly #words: Set<string>
  #items: OpenItem[] = []
  #code: PdfLine[] = []
  #open: OpenText | undefined
  #before: PdfLine | undefined
  #isAside = false

  constructor(layout: PdfLayout, words: Set<string>) {
    this.#layout = layout
    this.#words = words
  }

  *add({ line, heading: named, isAside = false }: Row, depth: number): Generator<Block> {
    if (isAside !== this.#isAside) {
      yield* this.close()
      this.#isAside = isAside
      this.#before = undefined
    }
    if (named) {
      const content = { text: named.text, links: [] }
      yield* this.#reopen({ depth, content, page: line.page, label: named.label, isWhole: true })
    } else if (depth > 0) yield* this.#addHeading(line, depth)
    else if (line.mono) yield* this.#addCode(line)
    else yield* this.#addItemOrText(line)
    this.#before = named ? undefined : line
  }

  get isClosed(): boolean {
    return !this.#open && this.#items.length === 0 && this.#code.length === 0
  }

  *close(): Generator<Block> {
    const aside = this.#isAside && { isAside: true }
    const label = this.#open?.label && { label: this.#open.label }
    const [item, first] = [this.#items[0], this.#code[0]]
    if (item) yield { node: toListBlock(this.#items), page: item.page, ...aside }
    if (first) yield { node: code(codeLines(this.#code).join('\n')), page: first.page, ...aside }
    if (this.#open) yield { node: toNode(this.#open), page: this.#open.page, ...label, ...aside }
    this.#items = []
    this.#code = []
    this.#open = undefined
  }

  *#addHeading(line: PdfLine, depth: number): Generator<Block> {
    const open = this.#open
    const isNear = this.#gapTo(line) < line.size * maxHeadingGap
    const goesOn = open?.depth === depth && !open.isWhole && !headingNumber.test(line.text)
    if (open && goesOn && isNear) open.content = joinTextLines(open.content, line, this.#words)
    else yield* this.#reopen({ depth, content: line, page: line.page })
  }

  *#addCode(line: PdfLine): Generator<Block> {
    const gap = this.#gapTo(line)
    const isNear = gap >= 0 && gap < this.#layout.leading * maxCodeGap
    const goesOn = isNear || this.#before?.page === line.page - 1
    if (this.#code.length === 0 || !goesOn) yield* this.close()
    this.#code.push(line)
  }

  *#addItemOrText(line: PdfLine): Generator<Block> {
    const mark = findMark(line)
    if (!mark) return yield* this.#addText(line)
    if (this.#open || this.#code.length > 0) yield* this.close()
    this.#items.push({ x: line.x, page: line.page, mark, content: line })
  }

  *#addText(line: PdfLine): Generator<Block> {
    const follows = this.#follows(line)
    const item = this.#items.at(-1)
    if (item && follows && line.x > item.x + minIndentPoints)
      item.content = joinTextLines(item.content, line, this.#words)
    else if (this.#open?.depth === 0 && follows && !this.#isFirstLine(line))
      this.#open.content = joinTextLines(this.#open.content, line, this.#words)
    else yield* this.#reopen({ depth: 0, content: line, page: line.page })
  }

  *#reopen(open: OpenText): Generator<Block> {
    yield* this.close()
    this.#open = open
  }

  /** Returns the distance down from the previous line in points; not a number if it is on another page. */
  #gapTo(line: PdfLine): number {
    return this.#before?.page === line.page ? this.#before.y - line.y : Number.NaN
  }

  #isFirstLine(line: PdfLine): boolean {
    const { x, text } = this.#before ?? line
    const indent = (line.x - x) / line.size
    const isIndented = indent > firstLineIndent.min && indent < firstLineIndent.max
    return isIndented && /[.!?:。»”)"]$/.test(text)
  }

  #follows(line: PdfLine): boolean {
    const before = this.#before
    if (!before || before.mono) return false
    const { leading, rightEdge, bodySize } = this.#layout
    const gap = this.#gapTo(line)
    // a line above the previous one is in the next column
    if (gap >= 0) return gap < leading * maxTextGap
    const isCut = before.end > rightEdge - bodySize * maxRaggedEdge || /^\p{Ll}/u.test(line.text)
    return isCut && !/[.!?:。]$/.test(before.text)
  }
}
