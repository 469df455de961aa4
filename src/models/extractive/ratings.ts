import { tokenize } from '../../language/tokens.ts'
import type { Question } from './question.ts'
import type { AnswerCandidate } from './candidates.ts'
import { isFragment } from './fragment.ts'
import { countIdentifiers } from './identifiers.ts'
import { makeCounter } from './term-counts.ts'
import type { Unit } from './units.ts'

const isQuestion = (plain: string) => /[?？]$/u.test(plain)

/** Maximum number of characters between a label and its text: line breaks and marks of a quotation. */
const maxLabelGap = 6

/** Minimum share of the title in the question for a page to define its title. */
const minDefined = 0.6

/** Returns true for the beginning of the page named after the thing whose definition is asked for. */
const isDefinition = ({ named, isFirst }: AnswerCandidate, asked: Question) =>
  asked.isDefinition && isFirst && named >= minDefined

/** Rates the form of a unit as an answer, whatever its content. */
export const rateShape = (candidate: AnswerCandidate, asked: Question): number => {
  const { unit, passage, place, isForeign } = candidate
  const { wantsCode, wantsNumber } = asked
  const isBrief = unit.kind === 'sentence' && unit.plain.length < 25 && !isDefinition(candidate, asked)
  const isShort = isBrief || isFragment(unit)
  return (
    (isShort ? 0.5 : 1) *
    (unit.isLink ? 0.4 : 1) *
    (isForeign ? 0.8 : 1) *
    (unit.kind === 'code' ? (wantsCode ? 0.75 : 0.5) : 1) *
    (isQuestion(unit.plain) ? 0.6 : 1) *
    (place === 0 ? 1.15 : 1) *
    (wantsNumber ? (/\p{N}/u.test(unit.plain) ? 1.3 : 0.8) : 1) *
    (1 - 0.03 * passage)
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
  if (isDefinition(candidate, asked)) return 4
  if (isNamedAlone(unit, asked)) return 3
  const beginning = tokenize(unit.plain.slice(0, 80)).slice(0, asked.terms.length + 1)
  const begins = makeCounter(
    asked.terms,
    asked.language,
  )(beginning.join(' ')).filter((met) => met >= 0.8).length
  const share = begins / Math.max(1, asked.terms.length)
  return own.some((met) => met > 0) && share >= 0.5 ? 1 + share : 1
}

/** Rates the share of the question's identifiers in or above the unit; higher if the label has them all. */
export const rateIdentified = (
  { unit, identified, isNamed }: AnswerCandidate,
  { identifiers }: Question,
): number =>
  identifiers.length === 0
    ? 1
    : (identified / identifiers.length) ** 2 * (unit.label !== undefined && isNamed ? 1.5 : 1)

/** Rates how well a unit continues the topic of the conversation. */
export const rateContext = ({ context, isSubject }: AnswerCandidate, asked: Question): number => {
  if (asked.context.length === 0) return 1
  if (isSubject) return 1.6
  return context > 0 ? 1 : 0.4
}
