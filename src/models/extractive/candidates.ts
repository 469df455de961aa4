import { guessLanguage } from '../../language/detection.ts'
import type { Language } from '../../language/stop-words.ts'
import { tokenize } from '../../language/tokens.ts'
import type { Passage } from '../passage.ts'
import type { Asked } from './asked.ts'
import { countIdentifiers } from './identifiers.ts'
import { toPlainText } from './markdown.ts'
import { makeCounter, makeCounters, shareNamed } from './term-counts.ts'
import { otherPartCheck } from './title-parts.ts'
import { splitUnits, type Unit } from './units.ts'

/** How far each term stands in a unit and around it, 0 to 1. */
export interface Counts {
  own: number[]
  /** In what leads to it. */
  lead: number[]
  /** In its paragraph. */
  around: number[]
  headed: number[]
  titled: number[]
  /** In its passage. */
  beside: number[]
}

/** A unit with what its answer is judged by. */
export interface AnswerCandidate extends Counts {
  unit: Unit
  /** Which passage it is of. */
  passage: number
  place: number
  /** Whether nothing of the thing stands before it. */
  isFirst: boolean
  /** How much of the title the question names, 0 to 1. */
  named: number
  /** How many of the names in the question stand in it or above it. */
  identified: number
  /** Whether they all stand in the title, or in what names the unit. */
  isNamed: boolean
  /** How many terms of what was talked about before stand in the title, the heading or the unit. */
  context: number
  /** Whether it is of what was quoted then. */
  isSubject: boolean
  /** Whether the passage is in another language than the question. */
  isForeign: boolean
  /** Which terms stand in it as they were written. */
  written: boolean[]
  /** Whether one of the terms stands in it by a word of another language alone. */
  isTranslated: boolean
  /** Whether it is about another thing that the title names. */
  isOther: boolean
}

const plainBlock = (text: string, { block: { from, to } }: Unit) => toPlainText(text.slice(from, to))

/** Whether a passage begins with the heading that it stands under. */
const beginsHeaded = ({ text, headings = [] }: Passage) =>
  toPlainText(
    text
      .slice(0, 400)
      .split('\n', 1)[0]
      ?.replace(/^[\s#]+/u, '') ?? '',
  ).includes(toPlainText(headings.at(-1) ?? ''))

/** Counts the terms in a unit, and tells which stand in it as they were written. */
const ownCounter =
  (count: (text: string) => number[], spoken: Language | undefined, { terms, foreign }: Asked) =>
  (plain: string) => {
    const own = count(plain)
    const words = new Set(tokenize(plain))
    const written = terms.map(({ word }) => words.has(word))
    const isMeant = spoken !== undefined && foreign.has(spoken)
    return { own, written, isTranslated: isMeant && own.some((met, n) => met > 0 && !written[n]) }
  }

/** Everything that can be quoted of these passages. */
export const findAnswerCandidates = (passages: Passage[], asked: Asked): AnswerCandidate[] => {
  const { terms, context, subject, language, identifiers } = asked
  const countersOf = makeCounters(asked)
  const countContext = makeCounter(context, language)
  return passages.flatMap((source, passage) => {
    const { id, title, headings = [], text } = source
    const spoken = guessLanguage(text)
    const count = countersOf(spoken)
    const common = {
      passage,
      isSubject: title === subject,
      titled: count([title, ...headings.slice(0, -1)].join('\n')),
      beside: count(toPlainText(text)),
      named: shareNamed(title, count, ['en', ...[language, spoken].filter((one) => one !== undefined)]),
      isForeign: language !== undefined && spoken !== undefined && spoken !== language,
    }
    // where a text has headings, its first passage begins with the only one above it
    const isBeginning =
      headings.length === 0
        ? !passages.slice(0, passage).some((other) => other.id === id && !other.headings?.length)
        : beginsHeaded(source)
    const countOwn = ownCounter(count, spoken, asked)
    const isOther = otherPartCheck(title, count, (words) => makeCounter(words, spoken))
    return splitUnits(source).map((unit, place) => ({
      ...common,
      ...countOwn(unit.plain),
      isOther: isOther(count(`${unit.heading}\n${unit.lead}\n${unit.plain}`), unit.plain),
      unit,
      place,
      isFirst: isBeginning && place === 0 && headings.length <= (unit.block.kind === 'heading' ? 2 : 1),
      lead: count(unit.lead),
      around: unit.block.kind === 'paragraph' ? count(plainBlock(text, unit)) : terms.map(() => 0),
      headed: count(unit.heading),
      isNamed: countIdentifiers(`${title}\n${unit.label?.plain ?? ''}`, identifiers) === identifiers.length,
      identified: countIdentifiers([title, ...headings, unit.lead, unit.plain].join('\n'), identifiers),
      context: countContext([title, unit.heading, unit.plain].join('\n')).reduce((sum, met) => sum + met, 0),
    }))
  })
}
