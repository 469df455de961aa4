import { fold } from '../../language/fold.ts'
import { formsOfParticiples, joinPrefix, splitPrefixes } from '../../language/separable-verbs.ts'
import { removeStopWords, type Language } from '../../language/stop-words.ts'
import { likeness } from '../../language/inflection.ts'
import { stemWord } from '../../language/stem.ts'
import { makeTermCounter, makeWaysCounter, termOf, type Term, type Ways } from '../../language/terms.ts'
import { tokenize } from '../../language/tokens.ts'
import {
  beginningLikeness,
  endLikeness,
  formLikeness,
  formShare,
  minBeginningCharacters,
  minFormCharacters,
  minPartCharacters,
  saidCount,
} from './weights.ts'

/** Languages that join words to compounds. */
const compounding = new Set<Language>(['de', 'nl'])

const countShared = (one: string, other: string) => {
  let length = 0
  while (length < one.length && one.charAt(length) === other.charAt(length)) length += 1
  return length
}

/** Compounds that match a word: none, those that contain it (`longer`), or also those that it contains (`all`). */
type Compounds = 'none' | 'longer' | 'all'

/** Returns the likeness of two words as inflected forms or parts of compounds. */
const compare = (word: string, token: string, compounds: Compounds): number => {
  const [short, long] = word.length < token.length ? [word, token] : [token, word]
  if (short.length < minPartCharacters || /\p{N}/u.test(long)) return 0
  const shared = countShared(short, long)
  if (shared >= minFormCharacters && shared >= formShare * long.length) return formLikeness
  if (compounds === 'none' || (compounds === 'longer' && long === word)) return 0
  if (long.endsWith(short)) return endLikeness
  return shared >= minBeginningCharacters ? beginningLikeness : 0
}

/** Returns the likeness of a separable verb whose prefix is apart from it in the text. */
const findApart = (word: string, tokens: string[], language: Language) => {
  const isThere = splitPrefixes(word, language).some(
    ({ prefix, verb }) =>
      tokens.includes(prefix) && tokens.some((token) => stemWord(token) === stemWord(verb)),
  )
  return isThere ? formLikeness : 0
}

/** Creates a counter: it returns the match of each term in a text, 0 to 1. */
export const makeCounter = (
  terms: Term[],
  language: Language | undefined,
  compounds: Compounds = language !== undefined && compounding.has(language) ? 'all' : 'none',
) => {
  const countsOf = makeTermCounter(terms)
  return (text: string): number[] => {
    const tokens = tokenize(text)
    const forms = [...tokens, ...formsOfParticiples(tokens, language)]
    return countsOf(tokens).map((count, n) => {
      if (count >= 1) return 1
      const { word } = terms[n] as Term
      const apart = language ? findApart(word, tokens, language) : 0
      return Math.max(
        count,
        apart,
        ...forms.map((form) => Math.max(likeness(word, form), compare(word, form, compounds))),
      )
    })
  }
}

/** Translations of terms into another language. */
export interface ForeignTerms {
  ways: Ways[]
  /** Returns the parts of a compound. */
  split: (word: string) => string[]
}

/** Terms of a question to count in texts. */
export interface AskedTerms {
  language: Language | undefined
  /** Terms of the question's topic. */
  terms: Term[]
  /** Separated prefix of a verb among the terms. */
  prefix?: string | undefined
  /** Translations of the terms into the languages of the searched texts, if those differ. */
  foreign: ReadonlyMap<Language, ForeignTerms>
}

/** Creates a counter of translated terms, which also counts the parts of compounds. */
const makeForeignCounter = ({ ways, split }: ForeignTerms, language: Language) => {
  const countsOf = makeWaysCounter<string>(ways, (terms) =>
    makeCounter(terms, language, compounding.has(language) ? 'longer' : 'none'),
  )
  return (text: string): number[] => {
    const parts = tokenize(text).flatMap(split)
    return countsOf(parts.length > 0 ? `${text}\n${parts.join(' ')}` : text)
  }
}

/** Creates a counter of terms that include a verb whose prefix is apart from it. */
const makeJoinedCounter = (terms: Term[], prefix: string, language: Language) => {
  const ways = terms.map((term) => [
    [term],
    ...joinPrefix(prefix, term.word, language).map((word) => [termOf(word)]),
  ])
  return makeWaysCounter<string>(ways, (all) => makeCounter(all, language))
}

/** Creates counters for texts by their language: texts in other languages are searched for the translations. */
export const makeCounters = ({ terms, language, prefix, foreign }: AskedTerms) => {
  const own = prefix && language ? makeJoinedCounter(terms, prefix, language) : makeCounter(terms, language)
  const others = new Map<Language | undefined, typeof own>(
    [...foreign].map(([spoken, translated]) => [spoken, makeForeignCounter(translated, spoken)]),
  )
  return (spoken: Language | undefined) => others.get(spoken) ?? own
}

/** Returns the share of a title's words that are among the terms, 0 to 1; stop words do not count. */
export const shareNamed = (
  title: string,
  countsOf: (text: string) => number[],
  languages: Language[],
): number => {
  const words = new Set(tokenize(fold(title)))
  const content = removeStopWords([...words], languages)
  const met = content.filter((word) => countsOf(word).some((count) => count >= saidCount)).length
  return content.length === 0 ? 0 : met / content.length
}
