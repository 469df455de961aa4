import type { Term } from '../../language/terms.ts'
import type { Asked } from './asked.ts'
import type { Candidate } from './candidates.ts'
import { isPartOf } from './identifiers.ts'

/**
 * What stands nowhere weighs less than a rare word, since it may have been said in another way. An amount may be met
 * by a range or a limit; a name by nothing else.
 */
const absentWeight = 0.5
const absentNumberWeight = 0.2
const absentNameWeight = 1

const weighAbsent = ({ word }: Term, { names }: Asked) => {
  if (names.includes(word)) return absentNameWeight
  return /^\p{N}+$/u.test(word) ? absentNumberWeight : absentWeight
}

/** The rarer a term, the more it weighs; the parts of a name weigh as one. */
export const weighTerms = (asked: Asked, candidates: Candidate[]): number[] => {
  const { terms, identifiers } = asked
  const has = ({ own, lead, headed }: Candidate, n: number) =>
    (own[n] ?? 0) + (lead[n] ?? 0) + (headed[n] ?? 0) > 0
  return terms.map((term, n) => {
    const count = candidates.filter((candidate) => has(candidate, n)).length
    const parts = terms.filter(({ word }) => isPartOf(word, term.word, identifiers)).length
    const weight = Math.log(1 + candidates.length / (count + 0.5))
    return (weight * (count > 0 ? 1 : weighAbsent(term, asked))) / Math.max(1, parts)
  })
}
