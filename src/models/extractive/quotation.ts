import type { Passage } from '../passage.ts'
import { isDelimiter, type PassageBlock, type Range } from './blocks.ts'
import { escape, quoteMarkdown } from './markdown.ts'
import { endsInColon, type Unit } from './units.ts'

/** A quoted slice of a passage. */
export interface Piece extends Range {
  kind: 'sentence' | 'block' | 'code'
}

/** Maximum length of a list, table or paragraph that is quoted whole, in characters. */
const maxWholeCharacters = 700

export const isShort = ({ from, to }: Range) => to - from <= maxWholeCharacters

const pieceOf = (kind: Piece['kind'], { from, to }: Range): Piece => ({ kind, from, to })

const wholeOf = (block: PassageBlock) => pieceOf(block.kind === 'code' ? 'code' : 'block', block)

/** Returns the head of a table with its delimiter line. */
const headPieces = (text: string, { parts: [head, rule] }: PassageBlock): Piece[] => {
  const isHeaded = head && rule && !/[^\s|:-]/u.test(text.slice(rule.from, rule.to))
  return isHeaded ? [pieceOf('block', { from: head.from, to: rule.to })] : []
}

/** Returns the whole paragraph of a unit without its leading marks. */
const wholeParagraph = (text: string, { block: { from, to } }: Unit): Range => {
  const marks = /^\s*(?:>\s*)*/u.exec(text.slice(from, to))?.[0].length ?? 0
  return { from: from + marks, to }
}

/**
 * Returns a unit with the context that a reader needs: the sentence that introduces it, the block that it introduces,
 * the head of its table; or its whole list, table or paragraph if that is short.
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
    return [...named, ...(kind === 'row' ? headPieces(text, block) : []), pieceOf('block', unit)]
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

/** Maximum lengths of a quoted sentence and of a quoted block. */
const maxSentenceCharacters = 700
const maxBlockCharacters = 1_200
const maxCodeLines = 25

const truncate = (text: string, most: number) => {
  if (text.length <= most) return text
  const room = text.slice(0, most)
  const end = Math.max(room.lastIndexOf('\n'), room.lastIndexOf(' '))
  return `${room.slice(0, end > most / 2 ? end : most).toWellFormed()} …`
}

/** Returns the mark of a code block that a text leaves open. */
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

const isTableHead = (text: string) => isDelimiter(text.trimEnd().split('\n').at(-1) ?? '')

/**
 * Returns the separator of two pieces: the line breaks between them, or an ellipsis for omitted text (a row in a
 * table).
 */
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

export const escapeLinkText = (title: string): string => escape(title.replaceAll(/\s+/gu, ' ').trim())

/** Formats pieces of a passage as one Markdown quotation that their content cannot end, followed by its source. */
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
