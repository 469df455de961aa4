import type { ScoredUnit } from './score.ts'
import { minClosestCoverage, minCoverage, minScoreShare } from './weights.ts'

/** Returns true if a unit is the answer, not only close to it. */
export const isSure = ({ isCertain, coverage }: ScoredUnit) => isCertain && coverage >= minCoverage

/**
 * Orders units for quotation: among the best ones, sure ones come first. If a sure unit is in the question's language,
 * units in other languages are dropped, since they are about other things. If none is sure, the best one in the
 * question's language comes first, since words of a dictionary are ambiguous.
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
