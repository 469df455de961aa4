import { fold, wordsOf } from './fold.ts'
import { mostLikelyLanguages, removeStopWords } from './stop-words.ts'

/** A word of a question, folded, and what its other forms begin with. */
export interface Term {
  word: string
  stem: string
}

/** So many words of a question are looked for, the longest ones: they say most. */
const mostTerms = 8

/** Of longer questions so much is looked at. */
const mostCharacters = 4_000

/**
 * What words are inflected by, folded; longer ones first. No more than a bet: a stem only adds to what a word
 * finds.
 */
const endings = `ations ation ungen ments ment ings ung ing ies ers est ed en er es em ly s e n y i a o
  иями ями ами ого его ему ому ыми ими ешь ете ите ует ают ают ить ать ять еть ой ей ий ый ая яя ое ее ые ие ов ев ам ям
  ах ях ом ем ть ся а я о е ы и у ю ь`
  .split(/\s+/)
  .map(fold)
  .sort((a, b) => b.length - a.length)

const shortestStem = 4

/**
 * What the forms of a word have in common; of short words, of words in other scripts and of numbers the word
 * itself.
 */
const stemOf = (word: string): string => {
  if (!/^[\p{Script=Latin}\p{Script=Cyrillic}]+$/u.test(word)) return word
  if (word.endsWith('ss')) return word
  const ending = endings.find(
    (ending) => word.endsWith(ending) && word.length - ending.length >= shortestStem,
  )
  return ending === undefined ? word : word.slice(0, -ending.length)
}

const unspaced = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+/gu
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Scripts without spaces with a space between their words, so that no pair of characters lies across two words. */
const spaced = (text: string): string =>
  text.replaceAll(
    unspaced,
    (run) => ` ${[...segmenter.segment(run)].map(({ segment }) => segment).join(' ')} `,
  )

/** The words of a question in their order without stop words; those of scripts without spaces are left out whole. */
const contentWords = (question: string): string[] => {
  const runs = fold(spaced(question.slice(0, mostCharacters))).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return removeStopWords(runs, mostLikelyLanguages(runs)).flatMap(wordsOf)
}

/** What a question asks about: its words but for stop words, at most eight. */
export const termsOf = (question: string): Term[] => {
  const words = [...new Set(contentWords(question))]
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, mostTerms))
  return words.filter((word) => longest.has(word)).map((word) => ({ word, stem: stemOf(word) }))
}

/** The words of a text; names in camel case count whole and in their parts. */
export const tokensOf = (text: string): string[] => {
  const names = (text.match(/[\p{L}\p{N}]+/gu) ?? []).filter((run) => /\p{Ll}\p{Lu}/u.test(run))
  const parts = names.map((name) => name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')).join(' ')
  return [...wordsOf(text), ...wordsOf(parts)]
}

/** How well a word of a text is a form of the term, 0 to 1. */
const likeness = ({ word, stem }: Term, token: string): number => {
  if (token === word) return 1
  if (!token.startsWith(stem)) return 0
  if (stemOf(token) === stem) return 0.8
  return token.startsWith(word) ? 0.6 : 0.3
}

/** Counts how often each of the terms stands in a text, forms of it in part. */
export const counterOf = (terms: Term[]) => {
  const known = new Map<string, number[]>()
  const likenesses = (token: string) => {
    const found = known.get(token) ?? terms.map((term) => likeness(term, token))
    known.set(token, found)
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
