import { makeTermCounter, type Term } from '../../language/terms.ts'
import { tokenize } from '../../language/tokens.ts'
import type { Passage } from '../passage.ts'
import { splitUnits, type Unit } from './units.ts'

/** What a word counts that stands in the heading or the title alone, against one in the unit itself. */
const headingWeight = 0.45
const titleWeight = 0.3

export interface ScoredUnit {
  unit: Unit
  /** Which passage it is of, and what comes right behind it there. */
  passage: number
  next: Unit | undefined
  score: number
  coverage: number
}

/** How often each term stands in a unit, in the heading above it and in the title of its passage; at most once. */
interface Counts {
  own: number[]
  headed: number[]
  titled: number[]
}

interface Candidate extends Counts {
  unit: Unit
  passage: number
  place: number
  next: Unit | undefined
}

const countTerms = (passages: Passage[], terms: Term[]): Candidate[] => {
  const countsOf = makeTermCounter(terms)
  const count = (text: string) => countsOf(tokenize(text)).map((found) => Math.min(1, found))
  return passages.flatMap(({ title, text }, passage) => {
    const titled = count(title)
    const units = splitUnits(text)
    return units.map((unit, place) => ({
      unit,
      passage,
      place,
      next: units[place + 1],
      own: count(unit.text),
      headed: count(unit.heading),
      titled,
    }))
  })
}

/** The rarer a term, the more it weighs. */
const weighTerms = (terms: Term[], candidates: Candidate[]): number[] =>
  terms.map((_, n) => {
    const having = candidates.filter(({ own, headed }) => (own[n] ?? 0) + (headed[n] ?? 0) > 0).length
    return Math.log(1 + candidates.length / (having + 0.5))
  })

const matchTerms = ({ own, headed, titled }: Counts, weights: number[]) => {
  let [met, covered, all] = [0, 0, 0]
  for (const [n, weight] of weights.entries()) {
    const [said = 0, above = 0, about = 0] = [own[n], headed[n], titled[n]]
    all += weight
    met += weight * Math.max(said, above * headingWeight, about * titleWeight)
    covered += weight * Math.max(said, above, about)
  }
  return { met, coverage: all === 0 ? 0 : covered / all }
}

/** How well a unit reads as an answer, whatever it says. */
const rateShape = ({ unit, passage, place }: Candidate, wantsCode: boolean): number => {
  const isShort = unit.kind === 'sentence' && unit.text.length < 25
  return (
    (isShort ? 0.5 : 1) *
    (unit.kind === 'code' ? (wantsCode ? 0.85 : 0.5) : 1) *
    (/[?？]$/u.test(unit.text) ? 0.6 : 1) *
    (place === 0 ? 1.15 : 1) *
    (1 - 0.05 * passage)
  )
}

/** Everything that can be quoted, best first; what has none of the terms only when `isOpen`. */
export const scoreUnits = (
  passages: Passage[],
  terms: Term[],
  isOpen: boolean,
  wantsCode: boolean,
): ScoredUnit[] => {
  const candidates = countTerms(passages, terms)
  const weights = weighTerms(terms, candidates)
  return candidates
    .map((candidate) => {
      const { unit, passage, place, next } = candidate
      const { met, coverage } = matchTerms(candidate, weights)
      const base = isOpen ? 1 / (1 + place) : 0
      const score = (base + met * (0.3 + 0.7 * coverage)) * rateShape(candidate, wantsCode)
      return { unit, passage, next, coverage, score }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}
