import { likeness } from './inflection.ts'
import { compoundSplitter, findMeanings, namesOfSeveral, phrasesIn, type Phrase } from './lexicon.ts'
import { separablePrefixes } from './separable-verbs.ts'
import type { Language } from './stop-words.ts'
import { termOf, type Term, type Ways } from './terms.ts'
import { splitWords } from './tokens.ts'
import phrasalParticles from '#generated/words/phrasalParticles.json' with { type: 'json' }
import { foldedItems } from './word-lists.ts'

/** Particles of phrasal verbs, which may follow the object: "turn Bluetooth on". */
const particles = new Set(foldedItems(phrasalParticles))
const maxBetween = 4

/** Minimum likeness of a word to a word of a phrase. */
const minScore = 0.75

/** Interleaves lists, the first elements first, without duplicates. */
const interleave = (lists: Phrase[][]): Phrase[] => {
  const turns = Array.from({ length: Math.max(0, ...lists.map(({ length }) => length)) }, (_, n) =>
    lists.flatMap((list) => (list[n] ? [list[n]] : [])),
  ).flat()
  return [...new Map(turns.map((phrase) => [phrase.join(' '), phrase])).values()]
}

/** Meanings of a word: one list, or one for each part of a compound. */
type Meant = number[][]

const meantBy = (word: string, from: Language): Meant => {
  const { meanings } = findMeanings(word, from)
  if (meanings.length > 0) return [meanings]
  return compoundSplitter(from)(word).map((part) => findMeanings(part, from).meanings)
}

/** Maximum number of names per part of a compound that are combined. */
const maxNames = 2

const translatedNames = (to: Language, meant: Meant): Phrase[] => {
  const [first = [], last] = meant.map((meanings) =>
    interleave(meanings.map((meaning) => phrasesIn(to)[meaning] ?? [])),
  )
  if (!last) return first
  const lasts = last.slice(0, maxNames)
  return first.slice(0, maxNames).flatMap((one) => lasts.map((other) => [...one, ...other]))
}

/** Returns the positions of a phrase in a question; none if the phrase does not occur. */
const locate = (said: string[], phrase: Phrase, from: Language): number[] => {
  const isAt = (place: number, n: number) => likeness(said[place] ?? '', phrase[n] ?? '') >= minScore
  const isOpen = from === 'en' && phrase.length === 2 && particles.has(phrase[1] ?? '')
  for (const first of said.keys()) {
    if (!isAt(first, 0)) continue
    const rest = phrase.slice(1).map((_, n) => first + n + 1)
    if (rest.every((place, n) => isAt(place, n + 1))) return [first, ...rest]
    const last = said.findIndex((word, at) => at > first && at - first <= maxBetween && word === phrase[1])
    if (isOpen && last > 0) return [first, last]
  }
  return []
}

/** Returns the meanings of several words together: phrases, the longest first, and separated verbs. */
const findJoint = (said: string[], from: Language): { places: number[]; meanings: number[] }[] => {
  const phrases = namesOfSeveral(said, from).map(({ phrase, meaning }) => ({
    places: locate(said, phrase, from),
    meanings: [meaning],
  }))
  const verbs = said.flatMap((prefix, last) =>
    separablePrefixes[from]?.has(prefix)
      ? said.slice(0, last).map((verb, first) => {
          const { meanings, score } = findMeanings(`${prefix}${verb}`, from)
          return { places: [first, last], meanings: score >= minScore ? meanings : [] }
        })
      : [],
  )
  const found = [...phrases, ...verbs].filter(({ places, meanings }) => places.length * meanings.length > 0)
  return found.sort((a, b) => b.places.length - a.places.length)
}

/** Returns the meanings of a question's words, alone or with their neighbors; none for a name. */
const findMeant = (question: string, terms: Term[], from: Language): Meant[] => {
  const said = splitWords(question)
  const joint = new Map<string, number[]>()
  for (const { places, meanings } of findJoint(said, from)) {
    const own = places.map((place) => said[place] ?? '')
    const [known, ...others] = own.map((word) => joint.get(word))
    if (others.some((other) => other !== known)) continue
    const all = [...(known ?? []), ...meanings]
    for (const word of own) joint.set(word, all)
  }
  return terms.map(({ word }) => {
    const meanings = joint.get(word)
    return meanings ? [meanings] : meantBy(word, from)
  })
}

/**
 * Translates the terms of a question into other languages: each term itself first, then the most common names; a name
 * has no translation. Words that form a phrase get the translations of the phrase.
 */
export const translate = (
  question: string,
  terms: Term[],
  from: Language,
  to: Language[],
): Map<Language, Ways[]> => {
  const meant = findMeant(question, terms, from)
  const waysIn = (language: Language) =>
    terms.map((term, n) => [
      [term],
      ...translatedNames(language, meant[n] ?? []).map((name) => name.map(termOf)),
    ])
  return new Map(to.map((language) => [language, waysIn(language)]))
}
