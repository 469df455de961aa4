import type { Passage } from '../passage.ts'
import { isDelimiter, type PassageBlock, type Range } from './blocks.ts'
import { escape, quoteMarkdown } from './markdown.ts'
import { endsInColon, type Unit } from './units.ts'

/** A slice of a passage as it is quoted. */
export interface Piece extends Range {
  kind: 'sentence' | 'block' | 'code'
}

/** A list, a table or a paragraph of at most this many characters is quoted whole. */
const maxWholeCharacters = 700

export const isShort = ({ from, to }: Range) => to - from <= maxWholeCharacters

const pieceOf = (kind: Piece['kind'], { from, to }: Range): Piece => ({ kind, from, to })

const wholeOf = (block: PassageBlock) => pieceOf(block.kind === 'code' ? 'code' : 'block', block)

/** The head of a table with its line of dashes. */
const headOf = (text: string, { parts: [head, rule] }: PassageBlock): Piece[] => {
  const isHeaded = head && rule && !/[^\s|:-]/u.test(text.slice(rule.from, rule.to))
  return isHeaded ? [pieceOf('block', { from: head.from, to: rule.to })] : []
}

/** All of the paragraph of a unit; its own marks at the beginning stay outside. */
const wholeParagraph = (text: string, { block: { from, to } }: Unit): Range => {
  const marks = /^\s*(?:>\s*)*/u.exec(text.slice(from, to))?.[0].length ?? 0
  return { from: from + marks, to }
}

/**
 * A unit with what it cannot be understood without: the sentence that leads to it, what it leads to, the head of its
 * table; all of its list, table or paragraph where that is short.
 */
export const toPieces = (
  { text }: Passage,
  unit: Unit,
  { wantsCode, isPart }: { wantsCode: boolean; isPart: boolean },
): Piece[] => {
  const { kind, block, label, leading, next, led: follows } = unit
  const named = label && label.to <= block.from ? [pieceOf('block', label)] : []
  const led = [...named, ...(leading ? [pieceOf('sentence', leading)] : [])]
  if (kind === 'code') return [...led, wholeOf(block)]
  if (kind === 'item' || kind === 'row') {
    if (isShort(block)) return [...led, wholeOf(block)]
    return [...named, ...(kind === 'row' ? headOf(text, block) : []), pieceOf('block', unit)]
  }
  if (next && (endsInColon(unit.plain) || wantsCode))
    return [...named, pieceOf('sentence', unit), wholeOf(next)]
  const isWhole = isPart && !next && block.kind === 'paragraph' && isShort(block)
  const isOpen = follows && endsInColon(text.slice(block.from, block.to).trimEnd())
  const rest = isWhole && isOpen ? [wholeOf(follows)] : []
  if (!label) return [pieceOf('sentence', isWhole ? wholeParagraph(text, unit) : unit), ...rest]
  if (isWhole) return [...named, pieceOf('block', wholeParagraph(text, unit)), ...rest]
  return [pieceOf('block', label), pieceOf('block', unit)]
}

/** How long a quoted sentence, and a quoted block, is at the most. */
const maxSentenceCharacters = 700
const maxBlockCharacters = 1_200
const maxCodeLines = 25

const truncate = (text: string, most: number) => {
  if (text.length <= most) return text
  const room = text.slice(0, most)
  const end = Math.max(room.lastIndexOf('\n'), room.lastIndexOf(' '))
  return `${room.slice(0, end > most / 2 ? end : most).toWellFormed()} …`
}

/** The mark of a block of code that a text leaves open. */
const openFence = (text: string): string | undefined => {
  let open: string | undefined
  for (const line of text.split('\n')) {
    const [, mark = '', rest = ''] = /^\s*(`{3,}|~{3,})(.*)$/u.exec(line) ?? []
    if (open === undefined) open = mark || undefined
    else if (mark.startsWith(open) && rest.trim() === '') open = undefined
  }
  return open
}

const closeFence = (text: string) => {
  const open = openFence(text)
  return open === undefined ? text : `${text}\n${open}`
}

const quoteCode = (text: string, fence: string | undefined) => {
  const whole = (fence === undefined ? text : `${fence}\n${text}`).replaceAll('\r', '')
  const shown = whole.split('\n').slice(0, maxCodeLines).join('\n').slice(0, maxBlockCharacters).trimEnd()
  return closeFence(shown.length < whole.trimEnd().length ? `${shown.toWellFormed()}\n…` : shown)
}

const quotePiece = ({ text, fence }: Passage, { kind, from, to }: Piece): string => {
  const slice = text.slice(from, to)
  if (kind === 'code') return quoteCode(slice, from === 0 ? fence : undefined)
  if (kind === 'block') return closeFence(truncate(quoteMarkdown(slice), maxBlockCharacters))
  return `“${truncate(quoteMarkdown(slice), maxSentenceCharacters)}”`
}

/** Whether a piece is the head of a table. */
const isTableHead = (text: string) => isDelimiter(text.trimEnd().split('\n').at(-1) ?? '')

/** What stands between two pieces of a text: lines, or an ellipsis for what is left out, in a table as a row. */
const between = (text: string, piece: Piece, next: Piece) => {
  const gap = text.slice(piece.to, next.from)
  if (/^[\s>]*$/u.test(gap)) return gap.replaceAll(/[^\n]/gu, '') || '\n'
  return isTableHead(text.slice(piece.from, piece.to)) ? '\n| … |\n' : '\n\n…\n\n'
}

const toBlockquote = (text: string) =>
  text
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')

/** A title in a link. */
export const escapeLinkText = (title: string): string => escape(title.replaceAll(/\s+/gu, ' ').trim())

/** Pieces that belong together as one quotation in Markdown that nothing in them can end, with where they are from. */
export const formatQuotation = (passage: Passage, pieces: Piece[], source: string): string => {
  const isLed = pieces[0]?.kind === 'sentence'
  const quoted = pieces.map((piece, index) => {
    const text = quotePiece(passage, piece)
    const shown = index === 0 && isLed ? `${text} ${source}` : text
    const next = pieces[index + 1]
    return next ? shown + between(passage.text, piece, next) : shown
  })
  return toBlockquote(isLed ? quoted.join('') : `${quoted.join('')}\n\n${source}`)
}
