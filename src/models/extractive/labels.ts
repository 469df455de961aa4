import type { PassageBlock, Range } from './blocks.ts'
import { toPlainText } from './markdown.ts'

/** Maximum length of a label; longer lines are sentences. */
const maxLabelCharacters = 160

/** Parts of a label: code, bold or italic words, and options; placeholders for values may stand between them. */
const labelParts =
  /`[^`]+`|\*\*[^*]+\*\*|__[^_]+__|\*[^*\s][^*]*\*|(?<![\p{L}\p{N}])-{1,2}[\p{L}\p{N}?][^\s,]*/gu
const places = /\\?<[^<>]*>/gu

const quoteMarks = /^\s*(?:>\s*)*/u

/**
 * Returns true if a line only names the topic of the text below it, as in a list of settings: `--all`, **Opening
 * hours**.
 */
const isLabel = (line: string) => {
  const text = line.replace(quoteMarks, '').trim()
  if (text === '' || text.length > maxLabelCharacters || /[.!?…]$/u.test(toPlainText(text))) return false
  const rest = text.replaceAll(labelParts, '')
  return rest !== text && !/\p{L}{2}|\p{N}{2}/u.test(rest.replaceAll(places, ''))
}

/** Returns the length of the label lines at the beginning of a paragraph; 0 if there are none. */
export const measureLabel = (text: string, { kind, from, to }: PassageBlock): number => {
  if (kind !== 'paragraph') return 0
  let end = from
  for (const line of text.slice(from, to).split('\n')) {
    if (!isLabel(line)) break
    end += line.length + 1
  }
  return Math.min(end, to) - from
}

/** A label: its range in the text, and its plain text. */
export interface Label extends Range {
  plain: string
  /** Text that the label names: its own paragraph, the quotation below it, or everything up to the next label. */
  scope: 'paragraph' | 'quotation' | 'section'
}

const isQuotation = (text: string, from: number) => /^\s*>/u.test(text.slice(from, from + 8))

/** Returns the label of `length` characters at the beginning of a block. */
export const blockLabel = (text: string, { from, to }: PassageBlock, length: number): Label => {
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

/** Returns true if a label still applies to a block below it. */
export const reaches = (label: Label | undefined, text: string, { kind, from }: PassageBlock): boolean =>
  kind !== 'heading' &&
  (label?.scope === 'section' || (label?.scope === 'quotation' && isQuotation(text, from)))
