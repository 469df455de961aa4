import emptyTitles from '#generated/words/emptyTitles.json' with { type: 'json' }
import { matchAny } from '../../../../language/word-lists.ts'
import { asTitle } from '../../../title.ts'
import { normalizeLetters } from '../text.ts'
import type { PdfLayout } from './layout.ts'
import type { PdfLine } from './line.ts'
import { groupRuns } from './statistics.ts'

const fileEndings =
  'docx?|dotx?|docm|pptx?|pptm|xlsx?|xlsm|od[tpsg]|tex|dvi|e?ps|pdf|indd|qxd|rtf|html?|txt|md|pages|key'
/** Titles that name a program, a file or a URL; file names contain punctuation and no spaces. */
const namedByProgram = new RegExp(
  `^\\W*(?:${matchAny(emptyTitles)})[\\W\\d]*$|^microsoft[\\w ]* - |\\.(?:${fileEndings})\\W*$|^(?:\\w+:)?[\\\\/]|` +
    '^\\w+:\\S+$|^(?=\\S*(?:_|[-.]\\S*[-.]))[\\p{L}\\p{N}_.-]+$',
  'iu',
)
const minTitleSize = 1.2 // facture-fr, mustang-rechnung, rechnung-de, schet-ru, senate-expenditures
const maxTitleLines = 4 // senate-expenditures
const maxTitlePageLines = 15
/** A line with this share of the text width, or a sentence of this length, is prose, not part of a title page. */
const minShareOfWidth = 0.85
const minSentenceCharacters = 40
/** Pages after the first that are searched for the metadata title; if missing, it may be that of another document. */
const maxPages = 3

export class PdfTitle {
  readonly text: string | undefined
  readonly #page: PdfLine[]
  readonly #layout: PdfLayout

  constructor(metadata: unknown, lines: PdfLine[], layout: PdfLayout) {
    this.#layout = layout
    this.#page = lines.filter(({ page }) => page === lines[0]?.page)
    const own = typeof metadata === 'string' ? asTitle(metadata) : undefined
    const given = own && /\p{L}{2}/u.test(own) && !namedByProgram.test(own) ? own : undefined
    const set = this.#findSet(lines)
    const start = lines.filter(({ page }) => page <= (lines[0]?.page ?? 1) + maxPages)
    const firstPages = normalizeLetters(start.map(({ text }) => text).join(' '))
    const isAlone = !set && !this.#hasTitleHeading(lines)
    this.text = given && (isAlone || firstPages.includes(normalizeLetters(given))) ? given : set
  }

  /** Returns true if the first page begins with a heading that is the only one of its depth. */
  #hasTitleHeading(lines: PdfLine[]): boolean {
    const lineDepth = (line: PdfLine) => this.#layout.findDepth(line)
    const [first] = this.#page
    const depth = first ? lineDepth(first) : 0
    return depth > 0 && lines.every((line) => line === first || lineDepth(line) !== depth)
  }

  is(text: string): boolean {
    return this.text !== undefined && normalizeLetters(text) === normalizeLetters(this.text)
  }

  isPart(text: string): boolean {
    return normalizeLetters(this.text ?? '').includes(normalizeLetters(text))
  }

  /** Returns the lines with all of the title, and those with parts of it in larger type than the text. */
  listLines(before: PdfLine[]): Set<PdfLine> {
    const { bodySize } = this.#layout
    const large = before.filter(({ text, size }) => size > bodySize * minTitleSize && this.isPart(text))
    return new Set([...this.#findWhole(before), ...large])
  }

  #findWhole(lines: PdfLine[]): PdfLine[] {
    const wanted = normalizeLetters(this.text ?? '')
    if (!wanted) return []
    for (const first of lines.keys()) {
      let text = ''
      for (let end = first + 1; end <= first + maxTitleLines && wanted.startsWith(text); end++) {
        text += normalizeLetters(lines[end - 1]?.text ?? '')
        if (text === wanted) return lines.slice(first, end)
      }
    }
    return []
  }

  /** Returns the lines around the title, before the first heading: authors, addresses, dates. */
  listCompany(before: PdfLine[]): Set<PdfLine> {
    if (this.text === undefined) return new Set()
    const page = this.#page.filter((line) => before.includes(line))
    const end = this.#isTitlePage()
      ? page.length
      : page.findIndex((line) => this.#isProse(line) && !this.isPart(line.text))
    return new Set(end < 0 ? page : page.slice(0, end))
  }

  /** Returns the largest text of the first page if nothing else is as large, or the page has little else. */
  #findSet(lines: PdfLine[]): string | undefined {
    const runs = groupRuns(this.#page, (line, other) => line.size === other.size)
    const largest: PdfLine[] = runs.toSorted(([a], [b]) => b.size - a.size)[0] ?? []
    const size = largest[0]?.size ?? 0
    if (size < this.#layout.bodySize * minTitleSize || largest.length > maxTitleLines) return undefined
    const isOnly = !lines.some((line) => line.size >= size && !largest.includes(line))
    return isOnly || this.#isTitlePage() ? asTitle(largest.map(({ text }) => text).join(' ')) : undefined
  }

  #isTitlePage(): boolean {
    return this.#page.length <= maxTitlePageLines && !this.#page.some((line) => this.#isProse(line))
  }

  #isProse({ text, x, end, size }: PdfLine): boolean {
    const { leftEdge, rightEdge, bodySize } = this.#layout
    if (size > bodySize * minTitleSize) return false
    return (
      end - x >= (rightEdge - leftEdge) * minShareOfWidth ||
      (text.length >= minSentenceCharacters && /[.:;]$/.test(text))
    )
  }
}
