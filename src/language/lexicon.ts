import dictionary from './dictionary.json' with { type: 'json' }
import { fold } from './fold.ts'
import { likeness } from './inflection.ts'
import type { Language } from './stop-words.ts'

export const translatedLanguages = dictionary.languages as Language[]

/** One or several consecutive words, folded. */
export type Phrase = string[]

/**
 * Meanings of the dictionary. Handwritten entries come first: of an ambiguous word, they have the more common meanings.
 */
const meanings = [...dictionary.meanings, ...dictionary.derived].map((line) => line.split(' | '))

/** Splits a name like a question; single letters, as in "d'impression", are dropped. */
const splitName = (name: string): Phrase => name.split(/[ '-]/u).filter(({ length }) => length > 1)

/** Caches a value per language on first use. */
const once = <T>(make: (language: Language) => T): ((language: Language) => T) => {
  const made = new Map<Language, T>()
  return (language) => {
    const own = made.get(language) ?? make(language)
    made.set(language, own)
    return own
  }
}

/** Returns the names of each meaning in a language, the most common first. */
export const phrasesIn = once((language): Phrase[][] => {
  const place = translatedLanguages.indexOf(language)
  const column = meanings.map((names) => names[place] ?? '').join('\n')
  const rows = fold(column).split('\n')
  return rows.map((names) => (names === '' ? [] : names.split(', ').map(splitName)))
})

/** A name and the index of its meaning. */
interface Name {
  phrase: Phrase
  meaning: number
}

/** Names by first letter, which all forms of a name share: a lookup then compares few names. */
type Names = Map<string, Name[]>

const namesWhere = (isWanted: (phrase: Phrase) => boolean) =>
  once((language): Names => {
    const names = phrasesIn(language).flatMap((phrases, meaning) =>
      phrases.filter(isWanted).map((phrase) => ({ phrase, meaning })),
    )
    return Map.groupBy(names, ({ phrase: [first = ''] }) => first.charAt(0))
  })

const singleNames = namesWhere(({ length }) => length === 1)
const severalNames = namesWhere(({ length }) => length > 1)

/** Returns the multi-word names that may occur among these words, in the order of their meanings. */
export const namesOfSeveral = (said: string[], language: Language): Name[] => {
  const letters = new Set(said.map((word) => word.charAt(0)))
  const names = [...letters].flatMap((letter) => severalNames(language).get(letter) ?? [])
  return names.sort((a, b) => a.meaning - b.meaning)
}

/** Minimum likeness of a word to a name for a second meaning, such as that of a noun with the form of a verb. */
const minScore = 0.75

/** Maximum difference in likeness to the best name. */
const tolerance = 0.1

/** Returns the meanings of a word, the most likely first, and their likeness; none for an unknown word. */
export const findMeanings = (word: string, language: Language): { meanings: number[]; score: number } => {
  const scores = new Map<number, number>()
  for (const { phrase, meaning } of singleNames(language).get(word.charAt(0)) ?? []) {
    const score = likeness(word, phrase[0] ?? '')
    if (score > (scores.get(meaning) ?? 0)) scores.set(meaning, score)
  }
  const score = Math.max(0, ...scores.values())
  const least = score === 1 ? 1 : score - tolerance
  const english = phrasesIn('en')
  const own = [...scores].filter(([, one]) => one >= least)
  const names = new Set(own.flatMap(([meaning]) => english[meaning] ?? []).map(String))
  const isSame = (meaning: number) => english[meaning]?.some((name) => names.has(String(name)))
  const near = [...scores].filter(([meaning, one]) => one >= minScore && one < least && isSame(meaning))
  const sorted = [...own, ...near].sort(([, a], [, b]) => b - a)
  return { score, meanings: sorted.map(([meaning]) => meaning) }
}

/** Linking elements of compounds by language, and the minimum length of each part. */
const compounding: Partial<Record<Language, { joints: string[]; least: number }>> = {
  de: { joints: ['', 's', 'n', 'en', 'es', 'er'], least: 4 },
  nl: { joints: ['', 's', 'en', 'e', 'n'], least: 3 },
}

const wordsIn = once(
  (language): ReadonlySet<string> =>
    new Set([...singleNames(language).values()].flat().flatMap(({ phrase }) => phrase)),
)

/** Creates a splitter of compounds of two known words; it returns an empty list for other words and for known words. */
export const compoundSplitter = (language: Language): ((word: string) => Phrase) => {
  const { joints, least } = compounding[language] ?? { joints: [], least: Number.POSITIVE_INFINITY }
  const words = wordsIn(language)
  const isWord = (part: string) => part.length >= least && words.has(part)
  const split = (word: string): Phrase => {
    for (let at = least; at <= word.length - least; at += 1) {
      const [first, last] = [word.slice(0, at), word.slice(at)]
      const joint = joints.find((end) => first.endsWith(end) && isWord(first.slice(0, at - end.length)))
      if (joint !== undefined && findMeanings(last, language).score >= minScore)
        return [first.slice(0, at - joint.length), last]
    }
    return []
  }
  const parts = new Map<string, Phrase>()
  return (word) => {
    const own = parts.get(word) ?? (words.has(word) ? [] : split(word))
    parts.set(word, own)
    return own
  }
}
