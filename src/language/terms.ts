import { foldCase } from './fold.ts'
import { stemWord } from './stem.ts'
import { mostLikelyLanguages, removeStopWords } from './stop-words.ts'
import { splitWords } from './tokens.ts'

/** A word of a question, folded, and the common beginning of its forms. */
export interface Term {
  word: string
  stem: string
}

export const termOf = (word: string): Term => ({ word, stem: stemWord(word) })

/** Maximum number of terms of a question: the longest words, which are the most significant. */
const maxTerms = 8

/** Maximum length of a question; longer ones are truncated to this length. */
const maxQuestionCharacters = 4_000

const withoutSpaces = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+/gu
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Inserts spaces between the words of scripts without spaces, so that no pair of characters spans two words. */
const spaced = (text: string): string =>
  text.replaceAll(
    withoutSpaces,
    (run) => ` ${[...segmenter.segment(run)].map(({ segment }) => segment).join(' ')} `,
  )

/**
 * Returns the words of a question in order without stop words; in scripts without spaces, whole stop words are removed
 * before pairs are made.
 */
const contentWords = (question: string): string[] => {
  const runs = foldCase(spaced(question.slice(0, maxQuestionCharacters))).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return removeStopWords(runs, mostLikelyLanguages(runs)).flatMap(splitWords)
}

/** Returns the terms of a question: its words without stop words, at most eight. */
export const extractTerms = (question: string): Term[] => {
  const words = [...new Set(contentWords(question))]
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, maxTerms))
  return words.filter((word) => longest.has(word)).map(termOf)
}

/** Returns the likelihood that a word is a form of the term, 0 to 1. */
const likeness = ({ word, stem }: Term, token: string): number => {
  if (token === word) return 1
  if (!token.startsWith(stem)) return 0
  if (stemWord(token) === stem) return 0.8
  return token.startsWith(word) ? 0.6 : 0.3
}

/** Creates a counter of the occurrences of terms in a text; inflected forms count in part. */
export const makeTermCounter = (terms: Term[]) => {
  const byToken = new Map<string, number[]>()
  const likenesses = (token: string) => {
    const found = byToken.get(token) ?? terms.map((term) => likeness(term, token))
    byToken.set(token, found)
    return found
  }
  return (tokens: string[]): number[] => {
    const counts = terms.map(() => 0)
    for (const token of tokens)
      for (const [index, like] of likenesses(token).entries())
        if (like > 0) counts[index] = (counts[index] ?? 0) + like
    return counts
  }
}

/** Alternatives for a term: each is a term, or several that are all needed. */
export type Ways = Term[][]

/** Returns terms without alternatives besides themselves. */
export const ownWays = (terms: Term[]): Ways[] => terms.map((term) => [[term]])

/** Creates a counter of terms with alternatives: the best alternative counts, by the lowest count of its terms. */
export const makeWaysCounter = <T>(
  all: Ways[],
  makeCounter: (terms: Term[]) => (of: T) => number[],
): ((of: T) => number[]) => {
  const terms = [...new Map(all.flat(2).map((term) => [term.word, term])).values()]
  const places = new Map(terms.map(({ word }, n) => [word, n]))
  const countsOf = makeCounter(terms)
  return (of) => {
    const counts = countsOf(of)
    const countOf = ({ word }: Term) => counts[places.get(word) ?? -1] ?? 0
    const countWay = (way: Term[]) => Math.min(...way.map(countOf))
    return all.map((ways) => Math.max(...ways.map(countWay)))
  }
}
