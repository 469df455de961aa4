import { tokenize } from '../../language/tokens.ts'
import type { Question } from './question.ts'
import type { AnswerCandidate } from './candidates.ts'
import { isFragment } from './fragment.ts'
import { countIdentifiers } from './identifiers.ts'
import { makeCounter } from './term-counts.ts'
import type { Unit } from './units.ts'
import {
  codeFactor,
  definitionFactor,
  firstUnitFactor,
  foreignFactor,
  identifiedExponent,
  identifiedLabelFactor,
  labelDefinitionFactor,
  linkFactor,
  maxBeginningCharacters,
  minBegunShare,
  minDefined,
  minSentenceCharacters,
  namedCount,
  numberFactor,
  numberlessFactor,
  offTopicFactor,
  passageDeduction,
  questionFactor,
  shortFactor,
  subjectFactor,
  wantedCodeFactor,
} from './weights.ts'

const isQuestion = (plain: string) => /[?？]$/u.test(plain)

/** Maximum number of characters between a label and its text: line breaks and marks of a quotation. */
const maxLabelGap = 6

/** Returns true for the beginning of the page named after the thing whose definition is asked for. */
const isDefinition = ({ named, isFirst }: AnswerCandidate, asked: Question) =>
  asked.isDefinition && isFirst && named >= minDefined

/** Rates the form of a unit as an answer, whatever its content. */
export const rateShape = (candidate: AnswerCandidate, asked: Question): number => {
  const { unit, passage, place, isForeign } = candidate
  const { wantsCode, wantsNumber } = asked
  const isBrief =
    unit.kind === 'sentence' && unit.plain.length < minSentenceCharacters && !isDefinition(candidate, asked)
  const isShort = isBrief || isFragment(unit)
  return (
    (isShort ? shortFactor : 1) *
    (unit.isLink ? linkFactor : 1) *
    (isForeign ? foreignFactor : 1) *
    (unit.kind === 'code' ? (wantsCode ? wantedCodeFactor : codeFactor) : 1) *
    (isQuestion(unit.plain) ? questionFactor : 1) *
    (place === 0 ? firstUnitFactor : 1) *
    (wantsNumber ? (/\p{N}/u.test(unit.plain) ? numberFactor : numberlessFactor) : 1) *
    (1 - passageDeduction * passage)
  )
}

/** Returns true if the unit begins the text below a label that names what is asked about. */
const isNamedAlone = ({ label, from }: Unit, { identifiers, terms }: Question) =>
  label !== undefined &&
  identifiers.length > 0 &&
  terms.every(({ word }) => identifiers.some(({ name }) => name.includes(word))) &&
  from - label.to <= maxLabelGap &&
  countIdentifiers(label.plain, identifiers) === identifiers.length

/** Rates a unit as a definition: it begins the page of the name, or it begins with the name. */
export const rateDefinition = (candidate: AnswerCandidate, asked: Question): number => {
  const { unit, own } = candidate
  if (!asked.isDefinition || unit.kind === 'code' || isFragment(unit)) return 1
  if (isDefinition(candidate, asked)) return definitionFactor
  if (isNamedAlone(unit, asked)) return labelDefinitionFactor
  const beginning = tokenize(unit.plain.slice(0, maxBeginningCharacters)).slice(0, asked.terms.length + 1)
  const begins = makeCounter(
    asked.terms,
    asked.language,
  )(beginning.join(' ')).filter((met) => met >= namedCount).length
  const share = begins / Math.max(1, asked.terms.length)
  return own.some((met) => met > 0) && share >= minBegunShare ? 1 + share : 1
}

/** Rates the share of the question's identifiers in or above the unit; higher if the label has them all. */
export const rateIdentified = (
  { unit, identified, isNamed }: AnswerCandidate,
  { identifiers }: Question,
): number =>
  identifiers.length === 0
    ? 1
    : (identified / identifiers.length) ** identifiedExponent *
      (unit.label !== undefined && isNamed ? identifiedLabelFactor : 1)

/** Rates how well a unit continues the topic of the conversation. */
export const rateContext = ({ context, isSubject }: AnswerCandidate, asked: Question): number => {
  if (asked.context.length === 0) return 1
  if (isSubject) return subjectFactor
  return context > 0 ? 1 : offTopicFactor
}
