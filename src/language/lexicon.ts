import dictionary from './dictionary.json' with { type: 'json' }
import { fold } from './fold.ts'
import { likeness } from './inflection.ts'
import type { Language } from './stop-words.ts'

/** The languages that have a dictionary. */
export const translatedLanguages = dictionary.languages as Language[]

/** A word, or several in a row, folded. */
export type Phrase = string[]

/** Those written by hand come first: where a word has several meanings, theirs are the more usual. */
const meanings = [...dictionary.meanings, ...dictionary.derived].map((line) => line.split(' | '))

/** The words of a name as a question is split; letters alone, as in "d'impression", are none. */
const wordsOf = (name: string): Phrase => name.split(/[ '-]/u).filter(({ length }) => length > 1)

/** What is worked out for a language once, when it is first asked for. */
const once = <T>(make: (language: Language) => T): ((language: Language) => T) => {
  const made = new Map<Language, T>()
  return (language) => {
    const own = made.get(language) ?? make(language)
    made.set(language, own)
    return own
  }
}

/** What each meaning is called in a language, the most usual first. */
export const phrasesIn = once((language): Phrase[][] => {
  const place = translatedLanguages.indexOf(language)
  const column = meanings.map((names) => names[place] ?? '').join('\n')
  const rows = fold(column).split('\n')
  return rows.map((names) => (names === '' ? [] : names.split(', ').map(wordsOf)))
})

/** A name and which meaning it is of. */
interface Name {
  phrase: Phrase
  meaning: number
}

/** Names by the letter that they begin with, as all their forms do: what a word may be of is among few of them. */
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

/** The names of several words that may stand in a question of these words, by the order of their meanings. */
export const namesOfSeveral = (said: string[], language: Language): Name[] => {
  const letters = new Set(said.map((word) => word.charAt(0)))
  const names = [...letters].flatMap((letter) => severalNames(language).get(letter) ?? [])
  return names.sort((a, b) => a.meaning - b.meaning)
}

/** As sure as this must a word be a form of another that also means what it means itself: a verb of a noun, say. */
const minScore = 0.75

/** Forms this much less alike than the best one are of the word as well. */
const tolerance = 0.1

/** The meanings of a word, the surest first, and how surely it has them; none where the dictionary does not know it. */
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

/** What joins the parts of a compound, by language; each part has this many letters at least. */
const compounding: Partial<Record<Language, { joints: string[]; least: number }>> = {
  de: { joints: ['', 's', 'n', 'en', 'es', 'er'], least: 4 },
  nl: { joints: ['', 's', 'en', 'e', 'n'], least: 3 },
}

const wordsIn = once(
  (language): ReadonlySet<string> =>
    new Set([...singleNames(language).values()].flat().flatMap(({ phrase }) => phrase)),
)

/** Splits compounds of a language into two words that are known; all else, and what is known itself, into none. */
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
