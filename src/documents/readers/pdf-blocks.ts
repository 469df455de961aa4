import { heading, paragraph, textNode, type Block } from '../block.ts'
import { listOf, type Item } from '../lists.ts'

/** A line of a page; lengths are in points, `y` from below. */
export type PdfLine = {
  page: number
  text: string
  x: number
  y: number
  end: number
  size: number
  bold: boolean
  mono: boolean
}

const mostDepths = 4

/** The size in which most of the text is set. */
const bodySize = (lines: PdfLine[]): number => {
  const letters = new Map<number, number>()
  for (const { size, text } of lines) letters.set(size, (letters.get(size) ?? 0) + text.length)
  return [...letters].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 0
}

/** What is the same at the head or foot of most pages, numbers aside, is not of the text. */
const withoutRunning = (lines: PdfLine[], pages: number): PdfLine[] => {
  if (pages < 3) return lines.filter(({ text }) => !/^\d{1,4}$/.test(text) || lines.length < 4)
  const known = (text: string) => text.replace(/\d+/g, '#')
  const edges = new Map<number, { top: number; bottom: number }>()
  for (const { page, y } of lines) {
    const edge = edges.get(page) ?? { top: -Infinity, bottom: Infinity }
    edges.set(page, { top: Math.max(edge.top, y), bottom: Math.min(edge.bottom, y) })
  }
  const isAtEdge = ({ page, y }: PdfLine) => {
    const edge = edges.get(page)
    return edge !== undefined && (edge.top - y < 2 || y - edge.bottom < 2)
  }
  const counts = new Map<string, number>()
  for (const line of lines)
    if (isAtEdge(line)) counts.set(known(line.text), (counts.get(known(line.text)) ?? 0) + 1)
  return lines.filter(
    (line) => !isAtEdge(line) || (counts.get(known(line.text)) ?? 0) < Math.max(3, pages * 0.4),
  )
}

const marker = /^(?:[•●○▪■◦‣–*·\uf0b7-]|\d{1,3}[.)]|[a-z]\))\s+/u
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u

const joinedText = (text: string, next: string): string =>
  /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next)
    ? text.slice(0, -1) + next
    : unspaced.test(text)
      ? text + next
      : `${text} ${next}`

/** Lines as headings (what is set larger than the text, or bold on a line of its own), lists, code and paragraphs. */
export function* blocksOfPages(all: PdfLine[], pages: number): Generator<Block> {
  const lines = withoutRunning(all, pages)
  const body = bodySize(lines)
  const isShort = ({ text }: PdfLine) => text.length <= 150 && !/[.;,]$/.test(text)
  const larger = lines.filter((line) => line.size > body * 1.1 && isShort(line))
  const sizes = [...new Set(larger.map(({ size }) => size))].toSorted((a, b) => b - a).slice(0, mostDepths)
  const isBoldHead = (line: PdfLine) =>
    line.bold &&
    line.size >= body * 0.98 &&
    line.text.length <= 90 &&
    isShort(line) &&
    !marker.test(line.text.replace(/^\d+(?:\.\d+)*\.?\s/, ''))
  const mostBold = lines.filter(({ bold }) => bold).length > lines.length * 0.4
  const depthOf = (line: PdfLine): number => {
    if (line.size > body * 1.1 && isShort(line))
      return Math.min(mostDepths, sizes.indexOf(line.size) < 0 ? mostDepths : sizes.indexOf(line.size) + 1)
    return !mostBold && isBoldHead(line) ? Math.min(6, sizes.length + 1) : 0
  }
  const gapsOf = lines.flatMap((line, at) => {
    const next = lines[at + 1]
    return next?.page === line.page && next.y < line.y && next.size === body && line.size === body
      ? [line.y - next.y]
      : []
  })
  const leading = gapsOf.toSorted((a, b) => a - b)[Math.floor(gapsOf.length * 0.3)] ?? body * 1.3
  const right = lines.map(({ end }) => end).toSorted((a, b) => a - b)[Math.floor(lines.length * 0.9)] ?? 0

  let items: (Item & { x: number; text: string })[] = []
  let open: { kind: 'text' | 'code' | 'heading'; depth: number; text: string; page: number } | undefined
  let listPage = 1
  function* close(): Generator<Block> {
    if (items.length > 0) {
      const edges = [...new Set(items.map(({ x }) => Math.round(x / 6)))].toSorted((a, b) => a - b)
      yield {
        node: listOf(
          items.map(({ x, ordered, text }) => ({
            level: edges.indexOf(Math.round(x / 6)),
            ordered,
            children: [textNode(text)],
          })),
        ),
        page: listPage,
      }
    }
    if (open?.kind === 'code') yield { node: { type: 'code', value: open.text }, page: open.page }
    else if (open)
      yield {
        node:
          open.kind === 'heading'
            ? heading(open.depth, [textNode(open.text)])
            : paragraph([textNode(open.text)]),
        page: open.page,
      }
    items = []
    open = undefined
  }
  let before: PdfLine | undefined
  for (const line of lines) {
    const depth = depthOf(line)
    const gap = before && before.page === line.page ? before.y - line.y : 0
    const follows =
      before !== undefined &&
      (before.page !== line.page
        ? before.end > right - body * 4 && !/[.!?:。]$/.test(before.text)
        : gap >= 0 && gap < leading * 1.35)
    const last = items.at(-1)
    if (depth > 0) {
      if (
        open?.kind === 'heading' &&
        open.depth === depth &&
        before?.page === line.page &&
        gap < line.size * 1.6
      )
        open.text = joinedText(open.text, line.text)
      else {
        yield* close()
        open = { kind: 'heading', depth, text: line.text, page: line.page }
      }
    } else if (line.mono) {
      if (open?.kind === 'code' && before?.page === line.page && gap < leading * 2.5)
        open.text += `\n${line.text}`
      else {
        yield* close()
        open = { kind: 'code', depth: 0, text: line.text, page: line.page }
      }
    } else if (marker.test(line.text)) {
      if (open) yield* close()
      if (items.length === 0) listPage = line.page
      items.push({
        x: line.x,
        level: 0,
        ordered: /^\d/.test(line.text),
        text: line.text.replace(marker, ''),
        children: [],
      })
    } else if (last && follows && line.x > last.x + 2) last.text = joinedText(last.text, line.text)
    else if (open?.kind === 'text' && follows) open.text = joinedText(open.text, line.text)
    else {
      yield* close()
      open = { kind: 'text', depth: 0, text: line.text, page: line.page }
    }
    before = line
  }
  yield* close()
}
