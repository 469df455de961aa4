import { fold } from './fold.ts'
import { foldLetters } from './letters.ts'
import { pointerWords, stopWordLists } from './stop-word-lists.ts'

/** The languages that have stop words. */
export type Language = keyof typeof stopWordLists

const toSet = (words: string) => new Set(fold(words).trim().split(/\s+/))

const stopWords = new Map(
  Object.entries(stopWordLists).map(([language, words]) => [language as Language, toSet(words)]),
)
const pointers = toSet(pointerWords)

export const languages: readonly Language[] = [...stopWords.keys()]

/** How many of these words (folded) are stop words, by language, the most first. */
export const countStopWords = (words: string[]): { language: Language; count: number }[] =>
  [...stopWords]
    .map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
    .toSorted((a, b) => b.count - a.count)

/** The languages in which most of these words (folded) are stop words; none when no word is one. */
export const mostLikelyLanguages = (words: string[]): Language[] => {
  const counts = countStopWords(words)
  const most = counts[0]?.count ?? 0
  return most === 0 ? [] : counts.filter(({ count }) => count === most).map(({ language }) => language)
}

/** Without the stop words of these languages. */
export const removeStopWords = (words: string[], of: Language[]): string[] =>
  words.filter((word) => !of.some((language) => stopWords.get(language)?.has(word)))

/** Without what points to the thing at hand. */
export const removePointers = <T extends { word: string }>(terms: T[]): T[] =>
  terms.filter(({ word }) => !pointers.has(word))

const foldedStopWords = new Map(
  Object.entries(stopWordLists).map(([language, words]) => [
    language,
    new Set(foldLetters(words).trim().split(/\s+/)),
  ]),
)

/** Whether a word (folded by {@link foldLetters}) is a stop word of a language. */
export const isStopWord = (word: string, language: string): boolean =>
  foldedStopWords.get(language)?.has(word) === true
