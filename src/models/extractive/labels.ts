import type { PassageBlock, Range } from './blocks.ts'
import { toPlainText } from './markdown.ts'

/** Longer lines are sentences. */
const maxLabelCharacters = 160

/** What a label consists of: code, bold or slanted words, options; beside them there may be places for values. */
const labelParts =
  /`[^`]+`|\*\*[^*]+\*\*|__[^_]+__|\*[^*\s][^*]*\*|(?<![\p{L}\p{N}])-{1,2}[\p{L}\p{N}?][^\s,]*/gu
const places = /\\?<[^<>]*>/gu

const quoteMarks = /^\s*(?:>\s*)*/u

/** Whether a line only names what the text below it is about, as in a list of settings: `--all`, **Opening hours**. */
const isLabel = (line: string) => {
  const text = line.replace(quoteMarks, '').trim()
  if (text === '' || text.length > maxLabelCharacters || /[.!?…]$/u.test(toPlainText(text))) return false
  const rest = text.replaceAll(labelParts, '')
  return rest !== text && !/\p{L}{2}|\p{N}{2}/u.test(rest.replaceAll(places, ''))
}

/** How far the lines reach with which a paragraph names what it, or the text below it, is about; 0 when none does. */
export const measureLabel = (text: string, { kind, from, to }: PassageBlock): number => {
  if (kind !== 'paragraph') return 0
  let end = from
  for (const line of text.slice(from, to).split('\n')) {
    if (!isLabel(line)) break
    end += line.length + 1
  }
  return Math.min(end, to) - from
}

/** A label, in the text and as plain text. */
export interface Label extends Range {
  plain: string
  /** What it names: its own paragraph, the quotation below it, or all up to the next one. */
  scope: 'paragraph' | 'quotation' | 'section'
}

const isQuotation = (text: string, from: number) => /^\s*>/u.test(text.slice(from, from + 8))

/** The label of `length` characters with which a block begins. */
export const labelOf = (text: string, { from, to }: PassageBlock, length: number): Label => {
  const line = text.slice(from, from + length)
  const begin = from + (quoteMarks.exec(line)?.[0].length ?? 0)
  const isAlone = from + length === to
  const next = to + (/^\s*/u.exec(text.slice(to, to + 8))?.[0].length ?? 0)
  const isAbove = begin === from && isQuotation(text, next)
  return {
    from: begin,
    to: from + line.trimEnd().length,
    plain: toPlainText(text.slice(begin, from + length)),
    scope: isAlone ? (isAbove ? 'quotation' : 'section') : 'paragraph',
  }
}

/** Whether a label still names a block below it. */
export const reaches = (label: Label | undefined, text: string, { kind, from }: PassageBlock): boolean =>
  kind !== 'heading' &&
  (label?.scope === 'section' || (label?.scope === 'quotation' && isQuotation(text, from)))
