import { guessLanguage } from '../../language/detection.ts'
import type { Passage } from '../passage.ts'
import type { Question } from './question.ts'
import { makeCounters } from './term-counts.ts'
import { enoughWords, minRelevantShare, namedCount } from './weights.ts'

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
    const least = Math.min(wanted.length * minRelevantShare, enoughWords)
    return passages.some(({ title, text }) => {
      const spoken = guessLanguage(text)
      const countsOf = countersOf(spoken)
      if (sum(countsOf(`${title}\n${text}`)) >= least) return true
      return countsOf(title).some((count) => count >= namedCount) && spoken !== language
    })
  })
