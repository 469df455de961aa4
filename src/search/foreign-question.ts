import { guessLanguage } from '../language/detection.ts'
import { languagesOf, type Language } from '../language/stop-words.ts'
import { makeTermCounter, makeWaysCounter, type Term, type Ways } from '../language/terms.ts'
import { tokenize } from '../language/tokens.ts'
import type { Passage } from '../models/passage.ts'
import type { Sought } from './lookup.ts'
import { readStops } from '../platform/search/index/vocabulary.ts'

/** A question in another language. */
export interface ForeignQuestion extends Sought {
  /** All alternatives for its terms. */
  all: Ways[]
  /** Splits a compound of this language into its parts. */
  split: (word: string) => string[]
}

/**
 * Maximum number of names to search for in another language, at least one per term: each costs a read in each scope.
 */
const maxNames = 4

/** Returns the search for terms; a term without other names is searched for in its own words. */
const seek = (ways: Ways[]): Sought => {
  const most = Math.max(1, Math.floor(maxNames / ways.length))
  const names = ways.map(([own = [], ...others]) => (others.length > 0 ? others.slice(0, most) : [own]))
  const words = new Set(names.flatMap(([first = []]) => first.map(({ word }) => word)))
  return { text: [...words].join(' '), ways: names }
}

/** Returns the languages of the indexed documents. */
export const readLanguages = async (): Promise<Language[]> => languagesOf(await readStops())

/** Translates a question into the others of these languages whose dictionaries have words of it. */
export const translateQuestion = async (
  question: string,
  terms: Term[],
  languages: Language[],
): Promise<ForeignQuestion[]> => {
  const from = guessLanguage(question)
  if (!from || languages.every((language) => language === from)) return []
  const [{ translate }, { translatedLanguages, compoundSplitter }] = await Promise.all([
    import('../language/translation.ts'),
    import('../language/lexicon.ts'),
  ])
  const others = languages.filter((language) => language !== from && translatedLanguages.includes(language))
  if (!translatedLanguages.includes(from)) return []
  return Array.from(translate(question, terms, from, others))
    .filter(([, ways]) => ways.some(({ length }) => length > 1))
    .map(([language, ways]) => ({ ...seek(ways), all: ways, split: compoundSplitter(language) }))
}

/** Minimum count for a term to match in one of its forms. */
const minCount = 0.6

/** Returns, for each passage, the number of terms that it contains in any of their alternatives. */
export const termsMet = (
  { all, split }: Pick<ForeignQuestion, 'all' | 'split'>,
  passages: Passage[],
): number[] => {
  const countForeignWays = makeWaysCounter<string[]>(all, makeTermCounter)
  return passages.map(({ title, headings = [], text }) => {
    const tokens = tokenize([title, ...headings, text].join('\n'))
    return countForeignWays([...tokens, ...tokens.flatMap(split)]).filter((count) => count >= minCount).length
  })
}
