import { likeness } from './inflection.ts'
import { findMeanings, translatedLanguages, type Phrase } from './lexicon.ts'
import { foldLetters } from './letters.ts'
import { isStopWord, type Language } from './stop-words.ts'
import { termOf } from './terms.ts'
import { splitWords } from './tokens.ts'
import { translate } from './translation.ts'

/** Minimum likeness to a form of a language for a word to belong to it. */
const minScore = 0.75

/** Maximum number of words; longer queries are truncated, since each word is compared with the whole dictionary. */
const maxWords = 16

/** Returns the likelihood that a word belongs to a language, 0 to 1. */
const sureness = (word: string, language: Language): number => {
  if (isStopWord(foldLetters(word), language)) return 1
  const { score } = findMeanings(word, language)
  return score >= minScore ? score : 0
}

/** Returns the languages that know most of the words: several in a tie, none if no word is known. */
const languagesKnowing = (words: string[]): Language[] => {
  const counts = translatedLanguages.map((language) =>
    words.reduce((sum, word) => sum + sureness(word, language), 0),
  )
  const most = Math.max(...counts)
  return most === 0 ? [] : translatedLanguages.filter((_, n) => counts[n] === most)
}

/** Returns true if the word does not find a name by itself: no part is a form of it or begins with it. */
const isOther = (word: string, name: Phrase): boolean =>
  name.length > 0 && !name.some((part) => likeness(word, part) > 0 || part.startsWith(word))

/**
 * Returns synonyms of each word of a query in the query's language, the most common first, folded: one word, or several
 * that are all needed. Words that form a phrase get the synonyms of the phrase.
 */
export const findSynonyms = (query: string, words: string[]): Phrase[][] => {
  const said = splitWords(query).slice(0, maxWords)
  const languages = languagesKnowing(said)
  const terms = words.map(termOf)
  const lists = languages.map((language) => {
    const ways = translate(said.join(' '), terms, language, [language]).get(language) ?? []
    return ways.map(([, ...others]) =>
      others.map((way) => way.flatMap(({ word }) => (isStopWord(word, language) ? [] : [word]))),
    )
  })
  return words.map((word, n) => {
    const names = lists.flatMap((list) => list[n] ?? []).filter((name) => isOther(word, name))
    return [...new Map(names.map((name) => [name.join(' '), name])).values()]
  })
}
