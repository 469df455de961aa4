import type { Passage } from '../passage.ts'
import { toPlainText, type Range } from './markdown.ts'

export type { Range }

/** A block of a passage, delimited by blank lines or headings. */
export interface PassageBlock extends Range {
  kind: 'paragraph' | 'list' | 'table' | 'code' | 'heading'
  /** Plain text of the heading above the block; for a heading, its own text. */
  heading: string
  /** Lines of a table or items of a list; for other kinds, the block itself. */
  parts: Range[]
}

interface Line extends Range {
  text: string
}

const lineRanges = (text: string): Line[] => {
  let from = 0
  return text.split('\n').map((line) => {
    const range = { text: line, from, to: from + line.trimEnd().length }
    from += line.length + 1
    return range
  })
}

const fenceMark = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^`]*$/u
const listMark = /^(\s*)(?:[-*+]|\d{1,9}[.)])(?:\s|$)/u
const isRow = (line: string) => /^\s*\|/u.test(line)
const isRule = (line: string) => /^\s*(?:[*_-]\s*){3,}$/u.test(line)
const isBlank = (line: string) => line.trim() === ''
const headingMark = /^ {0,3}#{1,6}(?=\s|$)/u

/** Returns the text of a heading line without its marks. */
const headingText = (line: string): string => {
  const text = line.replace(headingMark, '').trim()
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  return end === 0 || isBlank(text[end - 1] ?? '') ? text.slice(0, end).trim() : text
}

/** Returns the kind of block that a line starts unless it continues the previous one. */
const blockKind = (line: string): PassageBlock['kind'] => {
  if (fenceMark.test(line)) return 'code'
  if (headingMark.test(line)) return 'heading'
  if (isRow(line)) return 'table'
  if (listMark.test(line)) return 'list'
  return /^(?: {4}|\t)/u.test(line) ? 'code' : 'paragraph'
}

/** Returns true for the delimiter line between the head of a table and its rows. */
export const isDelimiter = (line: string): boolean =>
  /^[\s|:-]+$/u.test(line) && line.includes('|') && line.includes('-')

/** Returns the kind of block that starts at a line; table rows may lack the leading bar. */
const kindAt = (lines: Line[], at: number): PassageBlock['kind'] => {
  const line = lines[at]?.text ?? ''
  const kind = blockKind(line)
  return kind === 'paragraph' && line.includes('|') && isDelimiter(lines[at + 1]?.text ?? '') ? 'table' : kind
}

/**
 * Returns true if a line ends a paragraph without a blank line; a list does so only with a text, and if it starts at 1.
 */
const interrupts = (line: string) => {
  const kind = blockKind(line)
  if (kind === 'list') return /^\s*(?:[-*+]|1[.)])\s+\S/u.test(line)
  return kind !== 'code' || fenceMark.test(line)
}

const isIndented = (line: string) => /^(?: {2,}|\t)\S/u.test(line)

/** Returns the number of lines of a list from `first` on: items, indented content and continuation lines. */
const countListLines = (lines: Line[], first: number): number => {
  let count = 1
  for (let at = first + 1; at < lines.length; at += 1) {
    const line = lines[at]?.text ?? ''
    const next = lines[at + 1]?.text ?? ''
    const goesOn = isBlank(line)
      ? isIndented(next) || listMark.test(next)
      : listMark.test(line) || isIndented(line) || (blockKind(line) === 'paragraph' && !isRule(line))
    if (!goesOn) break
    count = at - first + 1
  }
  return count
}

const countFenced = (lines: Line[], first: number, mark: string): number => {
  const isEnd = (line: string) => line.startsWith(mark) && line.replaceAll(mark.charAt(0), '') === ''
  let at = first + 1
  while (at < lines.length && !isEnd(lines[at]?.text.trim() ?? '')) at += 1
  return Math.min(at + 1, lines.length) - first
}

const countLines = (lines: Line[], first: number, kind: PassageBlock['kind']): number => {
  if (kind === 'heading') return 1
  if (kind === 'list') return countListLines(lines, first)
  const mark = fenceMark.exec(lines[first]?.text ?? '')?.[1]
  if (mark) return countFenced(lines, first, mark)
  const goesOn = ({ text }: Line) =>
    !isBlank(text) &&
    !isRule(text) &&
    (blockKind(text) === kind ||
      (kind === 'table' && text.includes('|')) ||
      (kind === 'paragraph' && !interrupts(text)))
  let at = first + 1
  for (let line = lines[at]; line && goesOn(line); line = lines[at]) at += 1
  return at - first
}

/** Returns the items of a list with their nested lines, or the lines of a table. */
const blockParts = (kind: PassageBlock['kind'], lines: Line[]): Range[] => {
  const indent = listMark.exec(lines[0]?.text ?? '')?.[1]?.length ?? 0
  const begins = ({ text }: Line) =>
    kind === 'table' || (kind === 'list' && (listMark.exec(text)?.[1]?.length ?? Infinity) <= indent)
  const parts: Range[] = []
  for (const line of lines) {
    const last = parts.at(-1)
    if (last && !begins(line)) last.to = Math.max(last.to, line.to)
    else parts.push({ from: line.from, to: line.to })
  }
  return parts
}

/** Splits the Markdown of a passage into blocks; this subset of Markdown is enough for quotations. */
export const splitBlocks = ({ text, headings = [], fence }: Passage): PassageBlock[] => {
  const lines = lineRanges(text)
  const blocks: PassageBlock[] = []
  let heading = toPlainText(headings.at(-1) ?? '')
  const add = (kind: PassageBlock['kind'], own: Line[]) => {
    const range = { from: own[0]?.from ?? 0, to: own.at(-1)?.to ?? 0 }
    blocks.push({ ...range, kind, heading, parts: blockParts(kind, own) })
  }

  const mark = fenceMark.exec(fence ?? '')?.[1]
  let at = mark ? countFenced(lines, -1, mark) - 1 : 0
  if (at > 0) add('code', lines.slice(0, at))
  while (at < lines.length) {
    const { text: line } = lines[at] as Line
    if (isBlank(line) || isRule(line)) {
      at += 1
      continue
    }
    const kind = kindAt(lines, at)
    const count = countLines(lines, at, kind)
    const own = lines.slice(at, at + count)
    const under = lines[at + count]?.text ?? ''
    at += count
    const isUnderlined = kind === 'paragraph' && count === 1 && /^ {0,3}(?:=+|-{2,})\s*$/u.test(under)
    if (isUnderlined) at += 1
    if (kind === 'heading' || isUnderlined) heading = toPlainText(isUnderlined ? line : headingText(line))
    add(isUnderlined ? 'heading' : kind, own)
  }
  return blocks
}
