import { tokenize } from '../../language/tokens.ts'
import type { Question } from './question.ts'
import type { AnswerCandidate } from './candidates.ts'
import { isFragment } from './fragment.ts'
import { makeCounter } from './term-counts.ts'
import {
  codeFactor,
  definitionFactor,
  firstUnitFactor,
  foreignFactor,
  fragmentFactor,
  identifiedExponent,
  linkFactor,
  maxBeginningCharacters,
  minBegunShare,
  minDefined,
  namedCount,
  numberFactor,
  numberlessFactor,
  offTopicFactor,
  passageDeduction,
  questionFactor,
  subjectFactor,
  wantedCodeFactor,
} from './weights.ts'

const isQuestion = (plain: string) => /[?？]$/u.test(plain)

/** Returns true for the beginning of the page named after the thing whose definition is asked for. */
const isDefinition = ({ named, isFirst }: AnswerCandidate, asked: Question) =>
  asked.isDefinition && isFirst && named >= minDefined

/** Rates the form of a unit as an answer, whatever its content. */
export const rateShape = (candidate: AnswerCandidate, asked: Question): number => {
  const { unit, passage, place, isForeign } = candidate
  const { wantsCode, wantsNumber } = asked
  return (
    (isFragment(unit) ? fragmentFactor : 1) *
    (unit.isLink ? linkFactor : 1) *
    (isForeign ? foreignFactor : 1) *
    (unit.kind === 'code' ? (wantsCode ? wantedCodeFactor : codeFactor) : 1) *
    (isQuestion(unit.plain) ? questionFactor : 1) *
    (place === 0 ? firstUnitFactor : 1) *
    (wantsNumber ? (/\p{N}/u.test(unit.plain) ? numberFactor : numberlessFactor) : 1) *
    (1 - passageDeduction * passage)
  )
}

/** Rates a unit as a definition: it begins the page of the name, or it begins with the name. */
export const rateDefinition = (candidate: AnswerCandidate, asked: Question): number => {
  const { unit, own } = candidate
  if (!asked.isDefinition || unit.kind === 'code' || isFragment(unit)) return 1
  if (isDefinition(candidate, asked)) return definitionFactor
  const beginning = tokenize(unit.plain.slice(0, maxBeginningCharacters)).slice(0, asked.terms.length + 1)
  const begins = makeCounter(
    asked.terms,
    asked.language,
  )(beginning.join(' ')).filter((met) => met >= namedCount).length
  const share = begins / Math.max(1, asked.terms.length)
  return own.some((met) => met > 0) && share >= minBegunShare ? 1 + share : 1
}

/** Rates the share of the question's identifiers in or above the unit. */
export const rateIdentified = ({ identified }: AnswerCandidate, { identifiers }: Question): number =>
  identifiers.length === 0 ? 1 : (identified / identifiers.length) ** identifiedExponent

/** Rates how well a unit continues the topic of the conversation. */
export const rateContext = ({ context, isSubject }: AnswerCandidate, asked: Question): number => {
  if (asked.context.length === 0) return 1
  if (isSubject) return subjectFactor
  return context > 0 ? 1 : offTopicFactor
}
