import appendixWords from '#generated/words/appendixWords.json' with { type: 'json' }
import { matchAny } from '../../../../language/word-lists.ts'
import { normalizeLetters } from '../text.ts'
import type { PdfLine } from './line.ts'

/** A bookmark of a document; `y` is the height of its destination in points from the bottom, or null if it has none. */
export type Bookmark = { title: string; depth: number; page: number; y: number | null }

/**
 * A line of a document. `heading` is set for a heading with a bookmark: its words, its depth, and the label in front of
 * it, such as a number. `isAside` rows belong to the text but not to the outline.
 */
export type Row = {
  line: PdfLine
  heading?: { text: string; depth: number; label: string }
  isAside?: boolean
}

/** A normalized number, or "Appendix", in front of a heading. */
const numbering = new RegExp(
  String.raw`^(?:\p{L}{0,10}\p{N}\S*|[ivxlc]+|\p{L}|${matchAny(appendixWords)})$`,
  'u',
)

/** Returns the start of a text with this many letters and digits, and with the separators after it. */
const cutLetters = (text: string, letters: number): string => {
  let end = 0
  while (end < text.length && normalizeLetters(text.slice(0, end)).length < letters) end += 1
  return text.slice(0, end) + (/^[^\p{L}\p{N}]+/u.exec(text.slice(end))?.[0] ?? '')
}

/** Returns the words of a heading: the title of its bookmark with a number in front, or the lines if they say more. */
const findWords = (lines: PdfLine[], { title }: Bookmark) => {
  const text = lines.map((line) => line.text).join(' ')
  const before = normalizeLetters(text).slice(0, -normalizeLetters(title).length)
  if (lines.length === 0 || !before) return { text: title, label: '' }
  return numbering.test(before)
    ? { text: title, label: cutLetters(text, before.length).trim() }
    : { text, label: '' }
}

/** The first line of a page, and the line after its last one. */
type Range = [start: number, end: number]

const maxHeadingLines = 5
const maxLinesOfPage = 2_000
const maxBookmarksOfPage = 200
/** Maximum distance of a heading below its destination, in points. */
const maxDistance = 150
const maxPrefixCharacters = 12 // copias
const minShareOfFound = 0.4

/** Possible text in front of a heading: a number, and "Chapter" or the like in any language. */
const prefix = /^\p{L}{0,10}[\p{N}ivxlc]{0,6}$/u
/** A bookmark that names a page. */
const pageTitle = /^\p{L}{0,8}\s*\d{1,5}$/u
/** A line that only announces the chapter that begins below it. */
const chapterLine =
  /^(?:\p{L}{4,10}\s+(?:\d{1,3}|[IVXLC]{1,6}|[A-Z])|第[一二三四五六七八九十百\d]+[章节節部回])[.:]?$/u

/** Returns the number of lines from `first` that match a bookmark, possibly after a number; 0 if they do not match. */
const countBookmarkLines = (lines: PdfLine[], first: number, wanted: string): number => {
  let text = ''
  for (let count = 1; count <= maxHeadingLines; count++) {
    const line = lines[first + count - 1]
    if (!line || line.page !== lines[first]?.page || line.size !== lines[first]?.size) return 0
    text += normalizeLetters(line.text)
    const before = text.length - wanted.length
    if (before > maxPrefixCharacters) return 0
    const isApart = before > 0 && before >= normalizeLetters(lines[first]?.text ?? '').length
    const mark = isApart ? numbering : prefix
    if (before >= 0 && text.endsWith(wanted) && mark.test(text.slice(0, before))) return count
  }
  return 0
}

/**
 * Returns the lines of a page that match a bookmark: the nearest to its destination, or the first ones if it leads to
 * the whole page or to its top, as many programs write it.
 */
const findLines = (lines: PdfLine[], [start, end]: Range, { title, y }: Bookmark) => {
  const wanted = normalizeLetters(title)
  const found: { at: number; count: number; distance: number }[] = []
  const isWholePage = y === null || lines.slice(start, end).every((line) => line.y <= y)
  for (let first = start; first < Math.min(end, start + maxLinesOfPage); first++) {
    const distance = isWholePage ? 0 : Math.abs(y - (lines[first]?.y ?? 0))
    const count = wanted && distance <= maxDistance ? countBookmarkLines(lines, first, wanted) : 0
    if (count > 0) found.push({ at: first, count, distance })
  }
  return found.toSorted((a, b) => a.distance - b.distance)[0]
}

const findPlace = (lines: PdfLine[], range: Range | undefined, { page, y }: Bookmark): number => {
  if (!range) return lines.findIndex((line) => line.page > page)
  const below = lines.slice(...range).findIndex((line) => y === null || line.y <= y)
  return below < 0 ? range[1] : range[0] + below
}

/** The place of a bookmark, and the number of lines with its words from there. */
type Mark = { at: number; count: number; bookmark: Bookmark }

const toMarks = (lines: PdfLine[], bookmarks: Bookmark[]): Mark[] => {
  const ranges = new Map<number, Range>()
  for (const [at, { page }] of lines.entries()) ranges.set(page, [ranges.get(page)?.[0] ?? at, at + 1])
  const ofPage = new Map<number, number>()
  const marks: Mark[] = []
  for (const bookmark of bookmarks) {
    const onPage = (ofPage.get(bookmark.page) ?? 0) + 1
    ofPage.set(bookmark.page, onPage)
    if (onPage > maxBookmarksOfPage) continue
    const range = ranges.get(bookmark.page)
    const found = range && findLines(lines, range, bookmark)
    const { at, count } = found ?? { at: findPlace(lines, range, bookmark), count: 0 }
    if (at >= 0) marks.push({ at, count, bookmark })
  }
  return marks
}

/** Converts lines to rows; the row of a bookmark replaces its lines, or else is inserted at its destination. */
const placeMarks = (lines: PdfLine[], marks: Mark[]): Row[] => {
  const rows: Row[] = []
  let at = 0
  for (const { at: start, count, bookmark } of marks) {
    for (; at < start; at++) rows.push({ line: lines[at] as PdfLine })
    const [line] = lines.slice(Math.min(start, lines.length - 1))
    if (!line) continue
    const before = count > 0 ? rows.at(-1) : undefined
    const isChapter = before?.line.page === line.page && !before.heading && chapterLine.test(before.line.text)
    const chapter = isChapter ? rows.pop()?.line.text : undefined
    const { text, label } = findWords(lines.slice(start, start + count), bookmark)
    const labels = [chapter, label].filter(Boolean).join(' ')
    rows.push({ line, heading: { text, depth: bookmark.depth, label: labels } })
    at = Math.max(at, start + count)
  }
  return [...rows, ...lines.slice(at).map((line) => ({ line }))]
}

/**
 * Returns the rows of a document with bookmarks as headings, or undefined if the bookmarks are no outline of it: few
 * match headings, or many are page numbers.
 */
export const placeBookmarks = (lines: PdfLine[], bookmarks: Bookmark[]): Row[] | undefined => {
  const marks = toMarks(lines, bookmarks).toSorted((a, b) => a.at - b.at)
  const found = marks.filter(({ count }) => count > 0).length
  const pageNumbers = marks.filter(({ bookmark }) => pageTitle.test(bookmark.title)).length
  const isOutline = found >= marks.length * minShareOfFound && pageNumbers < marks.length / 2
  if (marks.length === 0 || !isOutline) return undefined
  const distinct = marks.filter(({ at, bookmark }, index) => {
    const before = marks[index - 1]
    return before?.at !== at || before.bookmark.title !== bookmark.title
  })
  return placeMarks(lines, distinct)
}
