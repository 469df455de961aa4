import { code, heading, paragraph, textNode, type Block } from '../block.ts'
import { list } from '../list.ts'
import { itemMark, PdfLayout } from './pdf-layout.ts'
import type { PdfLine } from './pdf-lines.ts'
import { removePageMargins } from './pdf-margins.ts'

type OpenText = { kind: 'text' | 'code' | 'heading'; depth: number; text: string; page: number }
type OpenItem = { x: number; ordered: boolean; text: string }

/** Gaps as shares of the usual one, or of the size of a heading. */
const maxTextGap = 1.35
const maxCodeGap = 2.5
const maxHeadingGap = 1.6
/** How far from the right edge a line may end that goes on upon the next page, as a share of the size of the text. */
const maxRaggedEdge = 4
const minIndentPoints = 2
const pointsPerLevel = 6

const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

const joinLines = (text: string, next: string): string => {
  if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next
  return withoutSpaces.test(text) ? text + next : `${text} ${next}`
}

const toNode = ({ kind, depth, text }: OpenText): Block['node'] => {
  if (kind === 'code') return code(text)
  return kind === 'heading' ? heading(depth, [textNode(text)]) : paragraph([textNode(text)])
}

/** Items as a list, with levels by how far they are indented. */
const toList = (items: OpenItem[]): Block['node'] => {
  const indentOf = ({ x }: OpenItem) => Math.round(x / pointsPerLevel)
  const indents = [...new Set(items.map(indentOf))].toSorted((a, b) => a - b)
  return list(
    items.map((item) => ({
      level: indents.indexOf(indentOf(item)),
      ordered: item.ordered,
      children: [textNode(item.text)],
    })),
  )
}

/** Puts lines together: each goes on with the open block, or closes it and opens another. */
class BlockBuilder {
  readonly #layout: PdfLayout
  #items: OpenItem[] = []
  #itemsPage = 1
  #open: OpenText | undefined
  #before: PdfLine | undefined

  constructor(layout: PdfLayout) {
    this.#layout = layout
  }

  *add(line: PdfLine): Generator<Block> {
    const depth = this.#layout.findDepth(line)
    if (depth > 0) yield* this.#addHeading(line, depth)
    else if (line.mono) yield* this.#addCode(line)
    else if (itemMark.test(line.text)) yield* this.#addItem(line)
    else yield* this.#addText(line)
    this.#before = line
  }

  *close(): Generator<Block> {
    if (this.#items.length > 0) yield { node: toList(this.#items), page: this.#itemsPage }
    if (this.#open) yield { node: toNode(this.#open), page: this.#open.page }
    this.#items = []
    this.#open = undefined
  }

  *#addHeading(line: PdfLine, depth: number): Generator<Block> {
    const isNear = this.#isOnPageOf(line) && this.#gapTo(line) < line.size * maxHeadingGap
    if (this.#open?.kind === 'heading' && this.#open.depth === depth && isNear)
      this.#open.text = joinLines(this.#open.text, line.text)
    else yield* this.#reopen('heading', line, depth)
  }

  *#addCode(line: PdfLine): Generator<Block> {
    const isNear = this.#isOnPageOf(line) && this.#gapTo(line) < this.#layout.leading * maxCodeGap
    if (this.#open?.kind === 'code' && isNear) this.#open.text += `\n${line.text}`
    else yield* this.#reopen('code', line)
  }

  *#addItem({ x, text, page }: PdfLine): Generator<Block> {
    if (this.#open) yield* this.close()
    if (this.#items.length === 0) this.#itemsPage = page
    this.#items.push({ x, ordered: /^\d/.test(text), text: text.replace(itemMark, '') })
  }

  *#addText(line: PdfLine): Generator<Block> {
    const follows = this.#follows(line)
    const item = this.#items.at(-1)
    if (item && follows && line.x > item.x + minIndentPoints) item.text = joinLines(item.text, line.text)
    else if (this.#open?.kind === 'text' && follows) this.#open.text = joinLines(this.#open.text, line.text)
    else yield* this.#reopen('text', line)
  }

  *#reopen(kind: OpenText['kind'], { text, page }: PdfLine, depth = 0): Generator<Block> {
    yield* this.close()
    this.#open = { kind, depth, text, page }
  }

  #isOnPageOf({ page }: PdfLine): boolean {
    return this.#before?.page === page
  }

  /** From the line before down to this one, in points; 0 on another page. */
  #gapTo(line: PdfLine): number {
    return this.#before?.page === line.page ? this.#before.y - line.y : 0
  }

  /** Whether a line goes on with the text before it. */
  #follows(line: PdfLine): boolean {
    const before = this.#before
    if (!before) return false
    const { leading, rightEdge, bodySize } = this.#layout
    const gap = this.#gapTo(line)
    if (before.page === line.page) return gap >= 0 && gap < leading * maxTextGap
    return before.end > rightEdge - bodySize * maxRaggedEdge && !/[.!?:。]$/.test(before.text)
  }
}

/** Lines as headings, lists, code and paragraphs. */
export function* toBlocks(all: PdfLine[], pages: number): Generator<Block> {
  const lines = removePageMargins(all, pages)
  const builder = new BlockBuilder(new PdfLayout(lines))
  for (const line of lines) yield* builder.add(line)
  yield* builder.close()
}
