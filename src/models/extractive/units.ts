import { detectLanguage } from '../../language/detection.ts'
import { splitSentences } from '../../language/sentences.ts'
import type { Passage } from '../passage.ts'
import { splitBlocks, type PassageBlock, type Range } from './blocks.ts'
import { blockLabel, measureLabel, reaches, type Label } from './labels.ts'
import { replaceAround, toPlainText } from './markdown.ts'

/** Smallest part of a text that can answer by itself: a sentence, a list item, a table row or a code block. */
export interface Unit extends Range {
  kind: 'sentence' | 'item' | 'row' | 'code'
  /** Text without marks. */
  plain: string
  /** Plain text of the heading above the unit. */
  heading: string
  /** Plain text of the unit's label, of the preceding sentence with a colon, or of the head of its table. */
  lead: string
  /** Name of the unit, such as an option before its description. */
  label: Label | undefined
  /** True if the unit is only a link, as an item of a table of contents. */
  isLink: boolean
  block: PassageBlock
  /** Sentence that introduces the block. */
  leading: Unit | undefined
  /** Block that a sentence with a colon introduces, or code that follows the sentence. */
  next: PassageBlock | undefined
  /** Block that the last sentence of the paragraph introduces. */
  led: PassageBlock | undefined
}

/** A one-word reply such as "Yes." before the explanation. */
const reply = /^\s*\p{L}{2,5}[.!] *$/u

/**
 * Masks whatever could end a sentence without doing so (line breaks, code, addresses, pictures); the length stays
 * equal.
 */
const maskMarks = (text: string) =>
  replaceAround(text, (span) => 'x'.repeat(span.length))
    .replaceAll(/\]\([^()\s]*(?:\([^()]*\)[^()]*)*\)/gu, (target) => 'x'.repeat(target.length))
    .replaceAll(/!(?=\[)|\s/gu, ' ')

/**
 * Splits Markdown into sentences; neither a name with a period nor code is split, and a one-word reply joins the next.
 */
const sentencesOf = (text: string, language: () => string): Range[] => {
  const masked = maskMarks(text)
  const [first, second, ...others] = splitSentences(masked, language)
  if (!first || !second) return first ? [first] : []
  if (!reply.test(masked.slice(first.from, first.to))) return [first, second, ...others]
  return [{ from: first.from, to: second.to }, ...others]
}

/** Marks at the beginning of a line: of quotations, list items and tasks. */
const lineMarks = /^\s*(?:>\s*)*(?:(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?)?/u

const trimRange = (text: string, { from, to }: Range): Range => {
  const piece = text.slice(from, to)
  return { from: from + piece.length - piece.trimStart().length, to: from + piece.trimEnd().length }
}

/** A list item whose first line is only a link. */
const onlyLink =
  /^\s*(?:[-*+]|\d{1,9}[.)])\s+(?:\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|<a\s[^>]*>.*<\/a>)\s*(?:\n|$)/u

/** Returns true for a link definition such as `[1]: http://…`, which would give our own citations a meaning. */
const isDefinition = (text: string) => /^[ \t>*+\d.)-]*\[[^\]\n]*\]:/mu.test(text)

/** Returns true if a unit says something: a sentence has more than one word. */
const isSaying = ({ kind, plain }: Unit) =>
  /[\p{L}\p{N}]{2}/u.test(plain) &&
  (kind !== 'sentence' ||
    /\p{L}\P{L}+\p{L}|^[^\p{L}\p{N}]*\p{N}\P{L}+\p{L}|\p{scx=Han}|\p{scx=Kana}/u.test(plain))

const plainRow = (row: string) =>
  toPlainText(
    row
      .split(/(?<!\\)\|/u)
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(' – '),
  )

const isDelimiter = (row: string) => !/[^\s|:-]/u.test(row)

type Common = Pick<Unit, 'block' | 'heading' | 'lead' | 'label' | 'leading' | 'next' | 'led' | 'isLink'>

const unitsOfBlock = (text: string, common: Common, labelled: number, language: () => string): Unit[] => {
  const { block } = common
  const slice = ({ from, to }: Range) => text.slice(from, to)
  if (block.kind === 'code') {
    const plain = slice(block).replaceAll(/^[ \t]*(?:`{3,}|~{3,}).*$/gmu, '')
    return [{ ...common, kind: 'code', from: block.from, to: block.to, plain }]
  }
  if (block.kind === 'table') {
    const rows = block.parts.filter((row) => !isDelimiter(slice(row)))
    const isHeaded = block.parts[1] !== undefined && isDelimiter(slice(block.parts[1]))
    const head = isHeaded && block.parts[0] ? plainRow(slice(block.parts[0])) : ''
    const lead = [common.lead, head].filter(Boolean).join(' ')
    return rows
      .slice(isHeaded ? 1 : 0)
      .map((row) => ({ ...common, ...row, lead, kind: 'row', plain: plainRow(slice(row)) }))
  }
  if (block.kind === 'list')
    return block.parts.map((item) => ({
      ...common,
      ...item,
      kind: 'item',
      plain: toPlainText(slice(item).replaceAll(new RegExp(lineMarks, 'gmu'), '')),
      isLink: onlyLink.test(slice(item)),
    }))
  const marks = block.kind === 'heading' ? /^\s*#+\s*/u : lineMarks
  const first = block.from + labelled
  const begin = first + (marks.exec(text.slice(first, block.to))?.[0].length ?? 0)
  return sentencesOf(text.slice(begin, block.to), language).map((range) => {
    const own = trimRange(text, { from: begin + range.from, to: begin + range.to })
    return { ...common, ...own, kind: 'sentence', plain: toPlainText(slice(own).replaceAll(/^\s*>/gmu, '')) }
  })
}

/** Returns true if a block is quoted: a heading only if it ends like a sentence; questions are answered below it. */
const isQuoted = (text: string, { kind, from, to }: PassageBlock) =>
  kind !== 'heading' || /[.!]$/u.test(text.slice(from, to))

export const endsInColon = (plain: string) => /[:：]$/u.test(plain)

/** Returns everything that can be quoted from a passage, in its order. */
export const splitUnits = (passage: Passage): Unit[] => {
  const { text } = passage
  const units: Unit[] = []
  let detected: string | undefined
  const language = () => (detected ??= detectLanguage(text))
  let label: Label | undefined
  const blocks = splitBlocks(passage)
  for (const [index, block] of blocks.entries()) {
    const labelled = measureLabel(text, block)
    label = labelled > 0 ? blockLabel(text, block, labelled) : reaches(label, text, block) ? label : undefined
    if (!isQuoted(text, block) || isDefinition(text.slice(block.from, block.to))) continue
    if (labelled === block.to - block.from) continue
    const last = units.at(-1)
    const isLed = last?.kind === 'sentence' && last.block === blocks[index - 1] && block.kind !== 'paragraph'
    const leading = isLed && endsInColon(last.plain) ? last : undefined
    const { heading } = block
    const lead = [label?.plain, leading?.plain].filter(Boolean).join(' ')
    const common = { block, heading, lead, label, leading, next: undefined, led: undefined, isLink: false }
    const own = unitsOfBlock(text, common, labelled, language)
    if (isLed && (leading || block.kind === 'code')) {
      last.next = block
      for (const unit of units.filter((one) => one.block === last.block)) unit.led = block
    }
    units.push(...own.filter(isSaying))
  }
  return units
}
