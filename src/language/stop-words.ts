import { fold, foldCase } from './fold.ts'
import { foldLetters } from './letters.ts'
import stopWordLists from '#generated/words/stopWords.json' with { type: 'json' }

/** Languages with stop words, which are words without a topic of their own. */
export type Language = 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'nl' | 'pl' | 'ru' | 'uk' | 'zh' | 'ja'

/** Returns the stop words by language in this form. */
const toSets = (form: (words: string) => string) =>
  new Map(
    Object.entries(stopWordLists).map(([language, words]) => [
      language as Language,
      new Set(form(words).split('\n')),
    ]),
  )

/** Stop words as written and without accents: "fur" counts as "für", but "ändere" (change) not as "andere" (other). */
const stopWords = toSets((words) => `${foldCase(words)}\n${fold(words)}`)
const foldedStopWords = toSets(foldLetters)

export const languages: readonly Language[] = [...stopWords.keys()]

/** Returns the number of stop words among these words (case folded) by language, the highest first. */
export const countStopWords = (words: string[]): { language: Language; count: number }[] =>
  [...stopWords]
    .map(([language, known]) => ({ language, count: words.filter((word) => known.has(word)).length }))
    .toSorted((a, b) => b.count - a.count)

/** Returns the languages with the most stop words among these words (case folded); none if no word is one. */
export const mostLikelyLanguages = (words: string[]): Language[] => {
  const counts = countStopWords(words)
  const most = counts[0]?.count ?? 0
  return most === 0 ? [] : counts.filter(({ count }) => count === most).map(({ language }) => language)
}

/** Minimum number of stop words of no other language that indicate a language. */
const minSigns = 3

/**
 * Returns the likely languages of texts with these stop words (folded by {@link foldLetters}): languages with enough
 * stop words that no other language has.
 */
export const languagesOf = (stops: ReadonlySet<string>): Language[] =>
  languages.filter((language) => {
    const others = languages.filter((other) => other !== language)
    const signs = [...(foldedStopWords.get(language) ?? [])].filter(
      (word) => stops.has(word) && !others.some((other) => foldedStopWords.get(other)?.has(word)),
    )
    return signs.length >= minSigns
  })

/** Removes the stop words (case folded) of these languages. */
export const removeStopWords = (words: string[], of: Language[]): string[] =>
  words.filter((word) => !of.some((language) => stopWords.get(language)?.has(word)))

/** Returns true if a word (folded by {@link foldLetters}) is a stop word of a language. */
export const isStopWord = (word: string, language: string): boolean =>
  foldedStopWords.get(language as Language)?.has(word) === true
