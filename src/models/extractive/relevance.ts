import { makeTermCounter, type Term } from '../../language/terms.ts'
import { tokenize } from '../../language/tokens.ts'
import { guessLanguage } from '../../language/detection.ts'
import type { GenerationRequest } from '../generation-request.ts'

/**
 * What has less than this share of the words that are asked about is on another matter; of long questions so
 * many do.
 */
const minShare = 0.5
const enoughWords = 2.5

/** A word of the title counts as named when it stands there in one of its own forms. */
const namedCount = 0.8

/**
 * Whether one of the passages is about what was asked: it has half of the words, forms of them in part. Where
 * a passage is in another language than the question, a name in its title is enough, since the other words
 * can hardly be met.
 */
export const isAnyRelevant = (
  passages: GenerationRequest['passages'],
  terms: Term[],
  asked: string,
): boolean => {
  const countsOf = makeTermCounter(terms)
  const language = guessLanguage(asked)
  const least = Math.min(terms.length * minShare, enoughWords)
  return passages.some(({ title, text }) => {
    const met = countsOf(tokenize(`${title}\n${text}`)).reduce((sum, count) => sum + Math.min(1, count), 0)
    if (met >= least) return true
    return countsOf(tokenize(title)).some((count) => count >= namedCount) && guessLanguage(text) !== language
  })
}
