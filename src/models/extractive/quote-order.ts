import type { ScoredUnit } from './score.ts'

/** What is quoted has at least this share of the best one's score. */
export const minScoreShare = 0.7

/**
 * What meets less of the question is called the closest, not the answer; and less than that is no answer at all
 * (decision 0036).
 */
export const minCoverage = 0.64
export const minClosestCoverage = 0.52

/** Whether it is the answer, and not only the closest to it. */
export const isSure = ({ isCertain, coverage }: ScoredUnit) => isCertain && coverage >= minCoverage

/**
 * In the order in which they are quoted: among the best, what is sure comes first. Where the question's own language
 * says surely what is asked, what other languages say is about others; where nothing is sure, the best one in the
 * question's language comes first, since words of a dictionary have more than one meaning.
 */
export const arrange = (scored: ScoredUnit[]): ScoredUnit[] => {
  const least = (scored[0]?.score ?? 0) * minScoreShare
  const best = scored.filter(({ score }) => score >= least)
  const isOwnSure = best.some((one) => isSure(one) && !one.isForeign)
  const kept = isOwnSure ? scored.filter(({ isForeign }) => !isForeign) : scored
  const own = best.find(({ isForeign, coverage }) => !isForeign && coverage >= minClosestCoverage)
  const sure = best.filter((one) => isSure(one) && kept.includes(one))
  const first = sure.length > 0 ? sure : own ? [own] : []
  return [...first, ...kept.filter((one) => !first.includes(one))]
}
