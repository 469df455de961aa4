import { fold, foldCase } from './fold.ts'
import { foldLetters } from './letters.ts'
import lists from './stop-words.json' with { type: 'json' }

/** The languages that have stop words: words that hold questions together and say nothing of what they are about. */
export type Language = keyof typeof lists.languages

/** The words of lines, in this form. */
const toSet = (lines: string[], form: (words: string) => string) => new Set(form(lines.join(' ')).split(' '))

const toSets = (form: (words: string) => string) =>
  new Map(
    Object.entries(lists.languages).map(([language, lines]) => [language as Language, toSet(lines, form)]),
  )

/** As written, and without accents: "fur" is one by "für", but "ändere" (change) is none by "andere" (other). */
const stopWords = toSets((words) => `${foldCase(words)} ${fold(words)}`)
const foldedStopWords = toSets(foldLetters)

/** Words by which somebody means what comes before them, as in "What does this page say?", and no matter of its own. */
const pointers = toSet(lists.pointers, fold)

export const languages: readonly Language[] = [...stopWords.keys()]

/** How many of these words (case folded) are stop words, by language, the most first. */
export const countStopWords = (words: string[]): { language: Language; count: number }[] =>
  [...stopWords]
    .map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
    .toSorted((a, b) => b.count - a.count)

/** The languages in which most of these words (case folded) are stop words; none when no word is one. */
export const mostLikelyLanguages = (words: string[]): Language[] => {
  const counts = countStopWords(words)
  const most = counts[0]?.count ?? 0
  return most === 0 ? [] : counts.filter(({ count }) => count === most).map(({ language }) => language)
}

/** Fewer stop words of its own than these are no sign of a language. */
const minSigns = 3

/** The languages of texts that have these stop words, folded by {@link foldLetters}: by those that no other has. */
export const languagesOf = (stops: ReadonlySet<string>): Language[] =>
  languages.filter((language) => {
    const others = languages.filter((other) => other !== language)
    const signs = [...(foldedStopWords.get(language) ?? [])].filter(
      (word) => stops.has(word) && !others.some((other) => foldedStopWords.get(other)?.has(word)),
    )
    return signs.length >= minSigns
  })

/** Without the stop words (case folded) of these languages. */
export const removeStopWords = (words: string[], of: Language[]): string[] =>
  words.filter((word) => !of.some((language) => stopWords.get(language)?.has(word)))

/** Without what points to the thing at hand. */
export const removePointers = <T extends { word: string }>(terms: T[]): T[] =>
  terms.filter(({ word }) => !pointers.has(word))

/** Whether a word (folded by {@link foldLetters}) is a stop word of a language. */
export const isStopWord = (word: string, language: string): boolean =>
  foldedStopWords.get(language as Language)?.has(word) === true
