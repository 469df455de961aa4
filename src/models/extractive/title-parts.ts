import { extractTerms } from '../../language/terms.ts'
import conjunctions from '#generated/words/conjunctions.json' with { type: 'json' }
import { matchAny } from '../../language/word-lists.ts'
import { saidCount } from './weights.ts'

/** Separators of the parts of a title that names several things. */
const joints = new RegExp(String.raw`\s(?:${matchAny(conjunctions)})\s|[,;/&+、・]`, 'iu')

type Count = (text: string) => number[]

/**
 * Creates a check whether a unit is about another part of a title that names several things, such as "Dates and times":
 * the unit contains the word of the other part and not the one that is asked about. `makeCount` creates a counter of
 * words.
 */
export const otherPartCheck = (
  title: string,
  count: Count,
  makeCount: (words: ReturnType<typeof extractTerms>) => Count,
) => {
  const parts = title.split(joints).map((text) => {
    const met = count(text)
    const rest = extractTerms(text).filter(({ word }) => count(word).every((one) => one < saidCount))
    return { met, saysRest: makeCount(rest) }
  })
  return (said: number[], plain: string): boolean =>
    parts.some(({ met }, own) => {
      const isUnsaid = met.some(
        (one, n) =>
          one >= saidCount &&
          (said[n] ?? 0) < saidCount &&
          parts.every((other, m) => m === own || (other.met[n] ?? 0) < saidCount),
      )
      return (
        isUnsaid &&
        parts.some(({ saysRest }, m) => m !== own && saysRest(plain).some((one) => one >= saidCount))
      )
    })
}
