import { guessLanguage } from '../../language/detection.ts'
import type { Passage } from '../passage.ts'
import type { Asked } from './asked.ts'
import { makeCounters } from './term-counts.ts'

/**
 * What has less than this share of the words that are asked about is on another matter; of long questions so
 * many do.
 */
const minShare = 0.5
const enoughWords = 2.5

/** A word of the title counts as named when it stands there in one of its own forms. */
const namedCount = 0.8

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0)

/**
 * Whether one of the passages is about what was asked: it has half of the words, forms of them in part, or half of
 * them and of what was talked about before. Where a passage is in another language than the question, a name in its
 * title is enough, since the other words can hardly be met.
 */
export const isAnyRelevant = (
  passages: Passage[],
  { terms, context, language, prefix, foreign }: Asked,
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
