import contentsTitles from '#generated/words/contentsTitles.json' with { type: 'json' }
import indexTitles from '#generated/words/indexTitles.json' with { type: 'json' }
import { matchAny } from '../../../../language/word-lists.ts'
import type { PdfLine } from './line.ts'
import type { Row } from './headings.ts'
import { countLetters, maskNumbers, pageNumber } from './margins.ts'
import { countEach } from './statistics.ts'

/** Dots in front of a page number. */
const leaders = /(?:[.·…]\s?){4,}\s*(?:\d{1,4}|[ivxlc]{1,7})?$/i
/** Roman numerals to 99 in a single case, because lines of text may end with "Il" or "civil". */
const roman = '(?=[ivxl])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})'
const endsWithNumber = new RegExp(`[\\s,](?:\\d{1,4}|${roman}|${roman.toUpperCase()})$`)
const contentsTitle = new RegExp(`^(?:${matchAny(contentsTitles)})$`, 'iu')
const indexTitle = new RegExp(matchAny(indexTitles), 'iu')
/** An entry of an index: words and page numbers, or the initial letter of the following entries. */
const indexEntry = /[\s.,·…]\d{1,4}(?:[-–]\d{1,4}|ff?\.?)?$|^\p{L}$/u

const maxLinesBetweenEntries = 3 // copias
const minEntries = 4
const minShareOfEntries = 0.5
const minShareOfLinks = 0.5
const minShareElsewhere = 0.5
const maxEntryCharacters = 250
const minIndexLines = 6
const minShareOfIndexEntries = 0.6

const isContentsTitle = ({ text }: PdfLine) =>
  text.length <= maxEntryCharacters && contentsTitle.test(text.replace(/[\s:]+$/u, ''))

/** Returns true if a line refers to another part of the document, by dots or by a link. */
const isEntry = ({ text, linkedShare }: PdfLine, isBelowTitle: boolean): boolean => {
  if (text.length > maxEntryCharacters) return false
  return leaders.test(text) || linkedShare >= minShareOfLinks || (isBelowTitle && endsWithNumber.test(text))
}

const listItems = ({ text }: PdfLine): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? []

/** Returns true if the words of most lines occur elsewhere: this holds for contents, but not for prices after dots. */
const standElsewhere = (run: PdfLine[], ofAll: Map<string, number>): boolean => {
  const ofRun = countEach(run.flatMap(listItems))
  const isElsewhere = (word: string) => (ofAll.get(word) ?? 0) > (ofRun.get(word) ?? 0)
  return run.filter((line) => listItems(line).every(isElsewhere)).length >= run.length * minShareElsewhere
}

const measureRun = (lines: PdfLine[], start: number, isBelowTitle: boolean) => {
  let [end, entries] = [start, 0]
  for (let at = start; at < lines.length && at - end <= maxLinesBetweenEntries; at++) {
    if (!isEntry(lines[at] as PdfLine, isBelowTitle)) continue
    end = at + 1
    entries += 1
  }
  return { end, entries }
}

export const findContents = (lines: PdfLine[]): Set<PdfLine> => {
  const contents = new Set<PdfLine>()
  const words = countEach(lines.flatMap(listItems))
  for (let at = 0; at < lines.length; at++) {
    const before = lines[at - 1]
    const isBelowTitle = before !== undefined && isContentsTitle(before)
    const { end, entries } = measureRun(lines, at, isBelowTitle)
    if (entries < (isBelowTitle ? 2 : minEntries) || entries < (end - at) * minShareOfEntries) continue
    const isList = isBelowTitle || isEntry(lines[at] as PdfLine, false)
    if (!isList || (!isBelowTitle && !standElsewhere(lines.slice(at, end), words))) continue
    for (const line of lines.slice(isBelowTitle ? at - 1 : at, end)) contents.add(line)
    at = end - 1
  }
  return contents
}

const isIndex = (heading: Row, texts: Row[]): boolean => {
  const title = heading.heading?.text ?? heading.line.text
  if (!indexTitle.test(title) || contentsTitle.test(title)) return false
  const entries = texts.filter(({ line }) => indexEntry.test(line.text)).length
  return texts.length >= minIndexLines && entries >= texts.length * minShareOfIndexEntries
}

/**
 * Removes contents, and sections that consist of them, from rows; marks the rows of an index as aside. `depths` are the
 * depths of headings, otherwise 0.
 */
export const removeContents = (rows: Row[], depths: number[], contents: Set<PdfLine>): Row[] => {
  const gone = new Set(rows.filter(({ line, heading }) => !heading && contents.has(line)))
  const indexes = new Set<Row>()
  for (const [start, depth] of depths.entries()) {
    if (depth === 0) continue
    let end = start + 1
    while (end < rows.length && (depths[end] === 0 || (depths[end] ?? 0) > depth)) end += 1
    const section = rows.slice(start, end)
    const texts = section.filter((_, at) => depths[start + at] === 0)
    if (isIndex(rows[start] as Row, texts)) for (const row of section) indexes.add(row)
    else if (texts.length > 0 && texts.every((row) => gone.has(row))) for (const row of section) gone.add(row)
  }
  return rows
    .filter((row) => !gone.has(row) || indexes.has(row))
    .map((row) => (indexes.has(row) ? { ...row, isAside: true } : row))
}

/** Maximum number of letters in a line like "Page 1 of 3", in any language. */
const maxPageLetters = 12

const listTerms = ({ text }: PdfLine): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns the first of all lines that are equal apart from numbers; leaves page numbers out. */
const listOnce = (margins: PdfLine[]): PdfLine[] =>
  [...Map.groupBy(margins, ({ text }) => maskNumbers(text)).values()].flatMap(([first, ...rest]) => {
    if (!first || pageNumber.test(first.text)) return []
    const isPage = countLetters(first.text) <= maxPageLetters && rest.some(({ text }) => text !== first.text)
    return isPage ? [] : [first]
  })

/**
 * Returns the lines outside the text that are kept, each once: running heads and feet with words that the text lacks,
 * entries of contents with such a word of at least two letters, and all rotated lines.
 */
export const findOwnWords = (
  { margins, contents, turned }: { margins: PdfLine[]; contents: Iterable<PdfLine>; turned: PdfLine[] },
  text: PdfLine[],
): PdfLine[] => {
  const words = new Set(text.flatMap(listTerms))
  const isNew = (word: string) => !words.has(word)
  const entries = [...contents].filter((line) => !isContentsTitle(line))
  for (const [at, line] of entries.entries()) {
    const next = entries[at + 1]
    const [head = '', tail = ''] = [listTerms(line).at(-1), next && listTerms(next)[0]]
    if (/[-\u{AD}]$/u.test(line.text) && words.has(head + tail)) words.add(head).add(tail)
  }
  return [
    ...listOnce(margins).filter((line) => listTerms(line).some(isNew)),
    ...entries.filter((line) => listTerms(line).some((word) => /\p{L}{2}/u.test(word) && isNew(word))),
    ...[...Map.groupBy(turned, (line) => line.text).values()].flatMap(([first]) => first ?? []),
  ]
}
