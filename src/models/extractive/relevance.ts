import { guessLanguage } from '../../language/detection.ts'
import type { Passage } from '../passage.ts'
import type { Question } from './question.ts'
import { makeCounters } from './term-counts.ts'

/**
 * Minimum share of the question's terms in a relevant passage, and the number of matches that is enough for long
 * questions.
 */
const minShare = 0.5
const enoughWords = 2.5

/** Minimum match of a title word, reached by its inflected forms. */
const namedCount = 0.8

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)

/**
 * Returns true if a passage is about the question: it has half of the terms, partly as inflected forms, or half of the
 * terms and the context terms together. If a passage is in another language than the question, one term in its title is
 * enough, since the other words can hardly match.
 */
export const isAnyRelevant = (
  passages: Passage[],
  { terms, context, language, prefix, foreign }: Question,
): boolean =>
  [terms, ...(context.length > 0 ? [[...terms, ...context]] : [])].some((wanted) => {
    const countersOf = makeCounters({ terms: wanted, language, prefix, foreign })
    const least = Math.min(wanted.length * minShare, enoughWords)
    return passages.some(({ title, text }) => {
      const spoken = guessLanguage(text)
      const countsOf = countersOf(spoken)
      if (sum(countsOf(`${title}\n${text}`)) >= least) return true
      return countsOf(title).some((count) => count >= namedCount) && spoken !== language
    })
  })
