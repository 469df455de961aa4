import de from './dictionary/de.json' with { type: 'json' }
import es from './dictionary/es.json' with { type: 'json' }
import fr from './dictionary/fr.json' with { type: 'json' }
import it from './dictionary/it.json' with { type: 'json' }
import { stemWord } from './stem.ts'
import type { Language } from './stop-words.ts'
import type { Term } from './terms.ts'

/** Words of a language (folded) by words of English that mean the same. */
const dictionaries: Partial<Record<Language, Record<string, string>>> = { de, es, fr, it }

/** The languages that have a dictionary, and English, which all are of. */
export const translatedLanguages: Language[] = ['en', 'de', 'fr', 'es', 'it']

const wordsOf = (list: string) => list.split(' ')

/** The words of each meaning in a language, by its words in English. */
const meaningsIn = (language: Language): Map<string, string[]> => {
  const own = Object.entries(dictionaries[language] ?? de)
  return new Map(own.map(([english, words]) => [english, wordsOf(language === 'en' ? english : words)]))
}

/** What words (folded) of one language are in another: for each word those that may stand for it, none for a name. */
export const translate = (words: string[], from: Language, to: Language): string[][] => {
  const meanings = [...meaningsIn(from)].map(([english, own]) => ({ english, stems: own.map(stemWord) }))
  const others = meaningsIn(to)
  return words.map((word) => {
    const stem = stemWord(word)
    const meant = meanings.filter(({ stems }) => stems.includes(stem))
    return [...new Set(meant.flatMap(({ english }) => others.get(english) ?? []))]
  })
}

/** The terms of a question as they are met in texts of another language. */
export const translateTerms = (terms: Term[], from: Language, to: Language): Term[] => {
  const words = terms.map(({ word }) => word)
  const translated = translate(words, from, to)
  return terms.map((term, n) => ({
    ...term,
    others: (translated[n] ?? []).map((word) => ({ word, stem: stemWord(word) })),
  }))
}
