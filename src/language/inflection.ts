import { fold } from './fold.ts'
import endingLists from '#generated/words/endings.json' with { type: 'json' }

/**
 * Inflectional endings in the languages that people write here, folded. Search compares a word with the indexed forms
 * by their Snowball stems, so it needs no stemmers: those of twenty languages would be most of a function's bundle.
 */
const endings = new Set(Object.values(endingLists).flatMap((endings) => endings.split('\n')))

/** The endings of words that are compared without any marks: in the embedded model, й is и. */
const bareEndings = new Set([...endings, ...[...endings].map(fold).filter(Boolean)])

const maxEndingCharacters = 6

/** Vowel signs at the end of a word, by which many words of Indian languages are inflected. */
const vowelSigns = /^\p{M}+$/u

/** Returns the minimum length of a stem for an ending of this length. */
const leastOf = (ending: number) => (ending > 2 ? 4 : 3)

const isEnding = (rest: string, last: string): boolean =>
  rest === '' ||
  bareEndings.has(rest) ||
  (rest.charAt(0) === last && bareEndings.has(rest.slice(1))) ||
  vowelSigns.test(rest)

/** Returns true for a word of letters alone: numbers and names with digits have no inflected forms. */
export const isInflected = (word: string): boolean => /^[\p{L}\p{M}]+$/u.test(word)

/** Returns the possible stems of a word, longest first, including the word itself. */
export const stemsOf = (word: string): string[] => {
  if (!isInflected(word)) return [word]
  const stems = [word]
  for (let rest = 1; rest <= maxEndingCharacters && word.length - rest >= leastOf(rest); rest++)
    if (endings.has(word.slice(-rest)) || vowelSigns.test(word.slice(-rest))) stems.push(word.slice(0, -rest))
  return stems
}

/** Removes the final vowel sign of an Indian word, which differs in its other forms. */
export const withoutLastVowel = (word: string): string => {
  const stem = word.replace(/\p{M}+$/u, '')
  return stem.length < leastOf(0) ? word : stem
}

/** Returns the likeness of two forms by their common beginning. */
const likenessAsWritten = (word: string, form: string): number => {
  if (word === form) return 1
  let same = 0
  while (same < word.length && word.charAt(same) === form.charAt(same)) same++
  const [rest, other] = [word.slice(same), form.slice(same)]
  const longest = Math.max(rest.length, other.length)
  if (longest > maxEndingCharacters || same < leastOf(longest) || !isInflected(word)) return 0
  const last = word.charAt(same - 1)
  return isEnding(rest, last) && isEnding(other, last) ? 0.9 - 0.05 * longest : 0
}

/**
 * Consonants that Dutch hardens at the end of a word; the language also doubles a long vowel there: `maak` is a form of
 * `maken`, `leef` of `leven`, `huis` of `huizen`.
 */
const hardened: Record<string, string> = { v: 'f', z: 's' }
const withLongVowel = (word: string): string =>
  word.replace(
    /([aeiou]?)([aeiouj])([bdfgklmnprstvz])en$/,
    (_, first: string, vowel: string, last: string) => `${first || vowel}${vowel}${hardened[last] ?? last}en`,
  )

/** Factor for the likeness of forms that differ by this spelling rule. */
const longVowelFit = 0.9

/** Returns the likeness of two forms, 0 to 1: 1 for the same form, 0 for different words. */
export const likeness = (word: string, form: string): number => {
  if (word.charAt(0) !== form.charAt(0)) return 0
  const like = likenessAsWritten(word, form)
  if (like > 0 || word.endsWith('en') === form.endsWith('en')) return like
  return likenessAsWritten(withLongVowel(word), withLongVowel(form)) * longVowelFit
}

/** Languages with compounds, which people search for by their parts. */
export const compoundLanguages: readonly string[] = ['de', 'nl', 'sv', 'no', 'da', 'fi']

/**
 * Endings of Latin verbs whose nouns in `-ion` differ by more than the ending, folded: `traduire` and `traduction`,
 * `imprimir` and `impresión`, `describe` and `description`.
 */
const pairs = `duce/duct scribe/script ceive/cept vert/vers
  duire/duct truire/truct primer/press crire/cript cevoir/cept mettre/miss vertir/vers teger/tect
  ducir/ducc truir/trucc primir/pres cribir/cripc mitir/mis teger/tecc`
  .split(/\s+/)
  .map((pair) => pair.split('/') as [verb: string, noun: string])

const replaceEnding = (word: string, ending: string, by: string): string[] =>
  word.endsWith(ending) && word !== ending ? [`${word.slice(0, -ending.length)}${by}`] : []

/** Returns the nouns of a folded verb, or the verbs of a noun, that share no stem with it. */
export const derivedForms = (word: string): string[] =>
  pairs.flatMap(([verb, stem]) => [
    ...replaceEnding(word, verb, `${stem}ion`),
    ...replaceEnding(word.replace(/ione?s$/, 'ion'), `${stem}ion`, verb),
  ])
