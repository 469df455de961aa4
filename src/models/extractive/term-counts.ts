import { fold } from '../../language/fold.ts'
import { formsOfParticiples, joinPrefix, splitPrefixes } from '../../language/separable-verbs.ts'
import { removeStopWords, type Language } from '../../language/stop-words.ts'
import { likeness } from '../../language/inflection.ts'
import { stemWord } from '../../language/stem.ts'
import { makeTermCounter, makeWaysCounter, termOf, type Term, type Ways } from '../../language/terms.ts'
import { tokenize } from '../../language/tokens.ts'

/** Languages that write several words as one. */
const compounding = new Set<Language>(['de', 'nl'])

const minPartCharacters = 5
const minBeginningCharacters = 6
const endLikeness = 0.6
const beginningLikeness = 0.5

/** Forms of a word share most of their letters, from the first on. */
const formShare = 0.75
const minFormCharacters = 5
const formLikeness = 0.7

const countShared = (one: string, other: string) => {
  let length = 0
  while (length < one.length && one.charAt(length) === other.charAt(length)) length += 1
  return length
}

/** Which compounds have to do with a word: those that it is a part of, and those that are a part of it as well. */
type Compounds = 'none' | 'longer' | 'all'

/** How much two words have in common: they are forms of one, or parts of compounds. */
const compare = (word: string, token: string, compounds: Compounds): number => {
  const [short, long] = word.length < token.length ? [word, token] : [token, word]
  if (short.length < minPartCharacters || /\p{N}/u.test(long)) return 0
  const shared = countShared(short, long)
  if (shared >= minFormCharacters && shared >= formShare * long.length) return formLikeness
  if (compounds === 'none' || (compounds === 'longer' && long === word)) return 0
  if (long.endsWith(short)) return endLikeness
  return shared >= minBeginningCharacters ? beginningLikeness : 0
}

/** A verb whose prefix stands apart from it. */
const findApart = (word: string, tokens: string[], language: Language) => {
  const isThere = splitPrefixes(word, language).some(
    ({ prefix, verb }) =>
      tokens.includes(prefix) && tokens.some((token) => stemWord(token) === stemWord(verb)),
  )
  return isThere ? formLikeness : 0
}

/** How far each of the terms stands in a text, 0 to 1. */
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

/** What terms are in another language. */
export interface ForeignTerms {
  ways: Ways[]
  /** The parts of a compound. */
  split: (word: string) => string[]
}

/** What is counted in texts. */
export interface AskedTerms {
  language: Language | undefined
  /** What it is about. */
  terms: Term[]
  /** What a verb among them came apart from. */
  prefix?: string | undefined
  /** The same in the languages of what is searched, where they are others. */
  foreign: ReadonlyMap<Language, ForeignTerms>
}

/** How far each of the terms stands in a text of another language, compounds in their parts. */
const makeForeignCounter = ({ ways, split }: ForeignTerms, language: Language) => {
  const countsOf = makeWaysCounter<string>(ways, (terms) =>
    makeCounter(terms, language, compounding.has(language) ? 'longer' : 'none'),
  )
  return (text: string): number[] => {
    const parts = tokenize(text).flatMap(split)
    return countsOf(parts.length > 0 ? `${text}\n${parts.join(' ')}` : text)
  }
}

/** The same where one of the terms is a verb whose prefix stands apart. */
const makeJoinedCounter = (terms: Term[], prefix: string, language: Language) => {
  const ways = terms.map((term) => [
    [term],
    ...joinPrefix(prefix, term.word, language).map((word) => [termOf(word)]),
  ])
  return makeWaysCounter<string>(ways, (all) => makeCounter(all, language))
}

/** Counts what a question asks about in texts of a language: in another than its own by what stands for the terms. */
export const makeCounters = ({ terms, language, prefix, foreign }: AskedTerms) => {
  const own = prefix && language ? makeJoinedCounter(terms, prefix, language) : makeCounter(terms, language)
  const others = new Map<Language | undefined, typeof own>(
    [...foreign].map(([spoken, translated]) => [spoken, makeForeignCounter(translated, spoken)]),
  )
  return (spoken: Language | undefined) => others.get(spoken) ?? own
}

/** The share of a title's words that are among the terms, 0 to 1; `name` is the title without small words. */
export const shareNamed = (
  title: string,
  countsOf: (text: string) => number[],
  languages: Language[],
): number => {
  const words = new Set(tokenize(fold(title)))
  const content = removeStopWords([...words], languages)
  const met = content.filter((word) => countsOf(word).some((count) => count >= 0.5)).length
  return content.length === 0 ? 0 : met / content.length
}
