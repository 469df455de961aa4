import dictionary from './dictionary.json' with { type: 'json' }
import { fold } from './fold.ts'
import { likeness } from './inflection.ts'
import type { Language } from './stop-words.ts'

/** The languages that have a dictionary. */
export const translatedLanguages = dictionary.languages as Language[]

/** A word, or several in a row, folded. */
export type Phrase = string[]

const meanings = dictionary.meanings.map((line) => line.split(' | '))

const known = new Map<Language, Phrase[][]>()

/** The words of a name as a question is split; letters alone, as in "d'impression", are none. */
const wordsOf = (name: string): Phrase => name.split(/[ '-]/u).filter(({ length }) => length > 1)

/** What each meaning is called in a language, the most usual first. */
export const phrasesIn = (language: Language): Phrase[][] => {
  const place = translatedLanguages.indexOf(language)
  const phrases =
    known.get(language) ??
    meanings.map((names) =>
      fold(names[place] ?? '')
        .split(', ')
        .map(wordsOf),
    )
  known.set(language, phrases)
  return phrases
}

/** As sure as this must a word be a form of another that also means what it means itself: a verb of a noun, say. */
const minScore = 0.75

/** Forms this much less alike than the best one are of the word as well. */
const tolerance = 0.1

/** The meanings of a word, the surest first, and how surely it has them; none where the dictionary does not know it. */
export const findMeanings = (word: string, language: Language): { meanings: number[]; score: number } => {
  const scores = phrasesIn(language).map((phrases) =>
    Math.max(...phrases.map(([first = '', ...rest]) => (rest.length > 0 ? 0 : likeness(word, first)))),
  )
  const score = Math.max(...scores)
  if (score === 0) return { score, meanings: [] }
  const least = score === 1 ? 1 : score - tolerance
  const own = scores.flatMap((one, n) => (one >= least ? [n] : []))
  const english = new Set(own.flatMap((meaning) => phrasesIn('en')[meaning] ?? []).map(String))
  const isSame = (meaning: number) => phrasesIn('en')[meaning]?.some((name) => english.has(String(name)))
  const near = scores.flatMap((one, n) => (one >= minScore && one < least && isSame(n) ? [n] : []))
  const scoreOf = (meaning: number) => scores[meaning] ?? 0
  return { score, meanings: [...own, ...near].sort((a, b) => scoreOf(b) - scoreOf(a)) }
}

/** What joins the parts of a compound, by language; each part has this many letters at least. */
const compounding: Partial<Record<Language, { joints: string[]; least: number }>> = {
  de: { joints: ['', 's', 'n', 'en', 'es', 'er'], least: 4 },
  nl: { joints: ['', 's', 'en', 'e', 'n'], least: 3 },
}

/** Splits compounds of a language into two words that are known; all else, and what is known itself, into none. */
export const compoundSplitter = (language: Language): ((word: string) => Phrase) => {
  const { joints, least } = compounding[language] ?? { joints: [], least: Number.POSITIVE_INFINITY }
  const words = new Set(
    phrasesIn(language).flatMap((names) =>
      names.flatMap(([first = '', ...rest]) => (rest.length > 0 ? [] : first)),
    ),
  )
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
