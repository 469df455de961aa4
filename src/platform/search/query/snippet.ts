import { foldLetters } from '../../../language/letters.ts'
import { hasMarkup, inOneLine } from '../../../language/fold.ts'
import { divideWords, sign } from '../../../language/plain-text.ts'
import { formsOfToken, splitTokens } from '../../../language/words.ts'
import { fitAtEnd, wordFit, isInMiddle, type QueryWord } from './query-words.ts'
import { isSlip } from '../index/vocabulary.ts'

/** An excerpt of a text for search results: plain, without Markdown or tags. */
export interface Snippet {
  text: string
  /** Start and end of each word of the query, in UTF-16 code units of the text. */
  marks: [number, number][]
}

/** Maximum length of a snippet, without the ellipses at its cuts. */
export const maxSnippetCharacters = 200
const maxCharactersBefore = 60

/** Maximum length of the text examined, which is more than a passage has. */
const maxSearchedCharacters = 8_000

const matchesText = (own: string[], word: QueryWord) => wordFit(word, own) > 0 || fitAtEnd(word, own) > 0

/** Returns the words that fit a run of letters and digits; numbers of names only count beside their names. */
const matchingWords = (run: string, words: QueryWord[]): QueryWord[] => {
  const own = splitTokens(run).flatMap(formsOfToken)
  return words.filter(
    (word) =>
      matchesText(own, word) && (word.beside.length === 0 || word.beside.some((text) => own.includes(text))),
  )
}

const letters = String.raw`[\p{L}\p{M}\p{N}](?:[\p{Default_Ignorable_Code_Point}--\p{M}]*[\p{L}\p{M}\p{N}])*`
/** A run of letters and digits, also across the signs within a name, such as `report-2024.pdf`. */
const runs = new RegExp(String.raw`${letters}(?:(?:[\-_.@]|${sign})${letters}|\+\+|#)*`, 'gv')

const runsIn = (text: string) => text.matchAll(runs)

const hasNoSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u

/** Merges marks that touch or overlap. */
const mergeMarks = (marks: [number, number][]): [number, number][] => {
  const merged: [number, number][] = []
  for (const [begin, end] of marks.sort(([a], [b]) => a - b)) {
    const last = merged.at(-1)
    if (last && begin <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([begin, end])
  }
  return merged
}

const runParts = (run: string) =>
  [...run.matchAll(/[^-‐‑_.@]+/gu)].flatMap(({ 0: name, index }) => {
    let end = index
    const parts = name.split(/(?<=\p{Ll})(?=\p{Lu})/u).flatMap(divideWords)
    return parts.map((part) => {
      end += part.length
      return { from: end - part.length, end, own: splitTokens(part).flatMap(formsOfToken) }
    })
  })

/** Returns the positions of a folded text in a run; folds each character together with the combining marks after it. */
const findFolded = (run: string, text: string): [number, number][] => {
  const ends = [0]
  let folded = ''
  for (const { 0: character, index } of run.matchAll(/.[\p{M}\p{Default_Ignorable_Code_Point}ﾞﾟ]*/gsu)) {
    folded += foldLetters(character.normalize('NFKC')).replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    ends[folded.length] = index + character.length
  }
  const found: [number, number][] = []
  for (let at = folded.indexOf(text); at >= 0; at = folded.indexOf(text, at + 1)) {
    const [from, end] = [ends[at], ends[at + text.length]]
    if (from !== undefined && end !== undefined) found.push([from, end])
  }
  return found
}

/**
 * Returns marks for the parts of a run that match words, or for the whole run if all or none of its parts match; in
 * scripts without spaces, for the characters that match.
 */
const markRanges = (run: string, from: number, words: QueryWord[]): [number, number][] => {
  const met = matchingWords(run, words)
  if (met.length === 0) return []
  if (hasNoSpaces.test(run)) {
    const marks = words.flatMap(({ text }) => findFolded(run, text))
    return mergeMarks(marks.map(([begin, end]) => [from + begin, from + end]))
  }
  const parts = runParts(run)
  const found = parts.filter(({ own }) => met.some((word) => matchesText(own, word)))
  if (found.length === 0 || found.length === parts.length) return [[from, from + run.length]]
  return found.map((part) => [from + part.from, from + part.end])
}

/** Returns marks for the words in a text; if none match, for the runs that contain a word or a similar one. */
const findMarks = (text: string, words: QueryWord[]): [number, number][] => {
  const runs = [...runsIn(text)]
  const found = runs.flatMap(({ 0: run, index }) => markRanges(run, index, words))
  if (found.length > 0) return found
  return runs.flatMap(({ 0: run, index }) => {
    const own = splitTokens(run).flatMap(formsOfToken)
    const isAlike = words.some(
      (word) => isInMiddle(word, own) || own.some((other) => isSlip(word.text, other)),
    )
    return isAlike ? [[index, index + run.length] as [number, number]] : []
  })
}

/** Returns the start of the excerpt that shows the most marks, at a space before one of them. */
const findStart = (text: string, marks: [number, number][]): number => {
  const starts = marks.map(([from]) => Math.max(0, from - maxCharactersBefore))
  const countFrom = (start: number) =>
    marks.filter(([from, end]) => from >= start && end <= start + maxSnippetCharacters).length
  const near = starts.reduce(
    (best, start) => (countFrom(start) > countFrom(best) ? start : best),
    starts[0] ?? 0,
  )
  const first = marks.find(([from]) => from >= near)?.[0] ?? 0
  const space = text.indexOf(' ', near) + 1
  // without a space before the word, the cut is inside the preceding text
  return near > 0 && space > 0 && space <= first ? space : near
}

/** Returns the text of Markdown; loads the parser for the first text that needs it. */
const toText = async (markdown: string): Promise<string> =>
  hasMarkup(markdown)
    ? (await import('../../../language/markdown-text.ts')).markdownToText(markdown)
    : inOneLine(markdown)

/**
 * Cuts an excerpt of about 200 characters around the words searched for, or the beginning of the text; null if there is
 * no text.
 */
export const cutSnippet = async (markdown: string, words: QueryWord[]): Promise<Snippet | null> => {
  const plain = await toText(markdown.slice(0, maxSearchedCharacters))
  if (plain === '') return null
  const marks = findMarks(plain, words)
  let start = findStart(plain, marks)
  if (/[\udc00-\udfff]/.test(plain.charAt(start))) start += 1
  let end = Math.min(plain.length, start + maxSnippetCharacters)
  if (end < plain.length && /[\ud800-\udbff]/.test(plain.charAt(end - 1))) end -= 1
  const isCut = end < plain.length || markdown.length > maxSearchedCharacters
  const before = start > 0 ? '… ' : ''
  const shifted = marks.flatMap(([from, to]): [number, number][] =>
    from < start || to > end ? [] : [[from - start + before.length, to - start + before.length]],
  )
  return { text: `${before}${plain.slice(start, end)}${isCut ? ' …' : ''}`.toWellFormed(), marks: shifted }
}
