import type { Passage } from '../passage.ts'
import type { Question } from './question.ts'
import { findAnswerCandidates, type Counts, type AnswerCandidate } from './candidates.ts'
import { isCertain } from './certainty.ts'
import { rateContext, rateDefinition, rateIdentified, rateShape } from './ratings.ts'
import type { Unit } from './units.ts'
import type { Term } from '../../language/terms.ts'
import openingPronouns from '#generated/words/openingPronouns.json' with { type: 'json' }
import { matchAny } from '../../language/word-lists.ts'
import { isPartOf } from './identifiers.ts'
import {
  absentNameWeight,
  absentNumberWeight,
  absentWeight,
  aroundWeight,
  besideWeight,
  commonThings,
  coverageFreeShare,
  headingWeight,
  leadWeight,
  minNamed,
  minOwnShare,
  minParagraphRatio,
  namedBonus,
  otherTopicFactor,
  titleWeight,
} from './weights.ts'

const weighAbsent = ({ word }: Term, { names }: Question, isStrict: boolean) => {
  if (/^\p{N}+$/u.test(word)) return absentNumberWeight
  return isStrict || names.includes(word) ? absentNameWeight : absentWeight
}

/** Returns the weights of the terms: rare terms weigh more, and the parts of a name weigh as one. */
const weighTerms = (asked: Question, candidates: AnswerCandidate[], isStrict = false): number[] => {
  const { terms, identifiers } = asked
  const has = ({ own, lead, headed }: AnswerCandidate, n: number) =>
    (own[n] ?? 0) + (lead[n] ?? 0) + (headed[n] ?? 0) > 0
  return terms.map((term, n) => {
    const count = candidates.filter((candidate) => has(candidate, n)).length
    const parts = terms.filter(({ word }) => isPartOf(word, term.word, identifiers)).length
    const weight = Math.log(1 + candidates.length / (count + 0.5))
    return (weight * (count > 0 ? 1 : weighAbsent(term, asked, isStrict))) / Math.max(1, parts)
  })
}

export interface ScoredUnit {
  unit: Unit
  /** Index of the passage. */
  passage: number
  score: number
  /** Share of the question that the unit and its surroundings match, 0 to 1. */
  coverage: number
  /** True if the paragraph matches more of the question than the unit does. */
  isPart: boolean
  /** True if the quotation by itself answers the question. */
  isCertain: boolean
  /** True if the unit is in another language than the question. */
  isForeign: boolean
}

const matchTerms = (counts: Counts, weights: number[]) => {
  let [met, covered, all, said, paragraph] = [0, 0, 0, 0, 0]
  for (const [n, weight] of weights.entries()) {
    const [own = 0, lead = 0, headed = 0, titled = 0] = [
      counts.own[n],
      counts.lead[n],
      counts.headed[n],
      counts.titled[n],
    ]
    const around = Math.max(own, counts.around[n] ?? 0)
    const near = (counts.beside[n] ?? 0) * besideWeight
    all += weight
    said += weight * Math.max(own, lead)
    paragraph += weight * Math.max(around, lead)
    met +=
      weight *
      Math.max(
        own,
        lead * leadWeight,
        headed * headingWeight,
        around * aroundWeight,
        titled * titleWeight,
        near,
      )
    covered += weight * Math.max(around, lead, headed, titled, near)
  }
  const isPart = paragraph > said * minParagraphRatio || said < covered * minOwnShare
  return { met, coverage: all === 0 ? 0 : covered / all, isPart }
}

/** Words at the beginning of a sentence that refer to the topic of the previous one. */
const pronoun = new RegExp(String.raw`^(?:${matchAny(openingPronouns)})(?!\p{L})`, 'iu')

/**
 * Scores units of texts in the question's language or in other languages: the rarity of a term is judged within the
 * group.
 */
const scoreCandidates = (
  candidates: AnswerCandidate[],
  passages: Passage[],
  asked: Question,
): ScoredUnit[] => {
  const weights = weighTerms(asked, candidates)
  const strict = weighTerms(asked, candidates, true)
  const isNamed = candidates.some(({ named }) => named >= minNamed)
  const things = new Set(
    candidates.filter(({ own }) => own.some((met) => met > 0)).map((one) => passages[one.passage]?.id),
  )
  return candidates.map((candidate) => {
    const { unit, passage, place, named, isForeign } = candidate
    const { met, coverage, isPart } = matchTerms(candidate, weights)
    const base = asked.isOpen ? 1 / (1 + place) : 0
    const fits = rateContext(candidate, asked)
    const focus = (1 + namedBonus * named) * (isNamed && named < minNamed ? otherTopicFactor : 1)
    const definition = rateDefinition(candidate, asked)
    const rate = rateIdentified(candidate, asked) * rateShape(candidate, asked) * definition * focus * fits
    const isAlone = asked.terms.length + asked.context.length === 1
    const isDefined = !asked.isDefinition || definition > 1 || unit.kind === 'row'
    // the unit only names the term, as many documents do, or without defining it
    const isFaint = isAlone && ((named < minNamed && things.size >= commonThings) || !isDefined)
    return {
      unit,
      passage,
      coverage,
      isForeign,
      isCertain: !isFaint && isCertain(candidate, asked, strict),
      isPart: isPart || named >= minNamed || pronoun.test(unit.plain),
      score: (base + met * (coverageFreeShare + (1 - coverageFreeShare) * coverage)) * rate,
    }
  })
}

/** Scores everything that can be quoted, best first; units without any term count only if the question is open. */
export const scoreUnits = (passages: Passage[], asked: Question): ScoredUnit[] => {
  const candidates = findAnswerCandidates(passages, asked)
  return [false, true]
    .map((isForeign) => candidates.filter((one) => one.isForeign === isForeign))
    .flatMap((group) => scoreCandidates(group, passages, asked))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}
