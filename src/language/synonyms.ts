import { likeness } from './inflection.ts'
import { findMeanings, translatedLanguages, type Phrase } from './lexicon.ts'
import { foldLetters } from './letters.ts'
import { isStopWord, type Language } from './stop-words.ts'
import { termOf } from './terms.ts'
import { splitWords } from './tokens.ts'
import { translate } from './translation.ts'

/** A word is of a language that has a form as like it as this. */
const minScore = 0.75

/** Of a longer query only the beginning is looked at: each word is held against the whole dictionary. */
const maxWords = 16

/** How surely a word is of a language, 0 to 1. */
const sureness = (word: string, language: Language): number => {
  if (isStopWord(foldLetters(word), language)) return 1
  const { score } = findMeanings(word, language)
  return score >= minScore ? score : 0
}

/** The languages that know most of some words: several where they know as many, none where no word is known. */
const languagesKnowing = (words: string[]): Language[] => {
  const counts = translatedLanguages.map((language) =>
    words.reduce((sum, word) => sum + sureness(word, language), 0),
  )
  const most = Math.max(...counts)
  return most === 0 ? [] : translatedLanguages.filter((_, n) => counts[n] === most)
}

/** Whether a name is found otherwise than by the word: not by a form of it, or as something that begins with it. */
const isOther = (word: string, name: Phrase): boolean =>
  name.length > 0 && !name.some((part) => likeness(word, part) > 0 || part.startsWith(word))

/**
 * What else the words of a query may be called in the language of the query, the most usual first, folded: a word, or
 * several that are all needed. Words that mean something together have what stands for all of them.
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
