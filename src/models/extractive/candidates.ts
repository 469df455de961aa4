import { guessLanguage } from '../../language/detection.ts'
import type { Language } from '../../language/stop-words.ts'
import { tokenize } from '../../language/tokens.ts'
import type { Passage } from '../passage.ts'
import type { Question } from './question.ts'
import { countIdentifiers } from './identifiers.ts'
import { toPlainText } from './markdown.ts'
import { makeCounter, makeCounters, shareNamed } from './term-counts.ts'
import { otherPartCheck } from './title-parts.ts'
import { splitUnits, type Unit } from './units.ts'

/** Match of each term in a unit and around it, 0 to 1. */
export interface Counts {
  own: number[]
  /** Match in the text that introduces the unit. */
  lead: number[]
  /** Match in the unit's paragraph. */
  around: number[]
  headed: number[]
  titled: number[]
  /** Match in the unit's passage. */
  beside: number[]
}

/** A unit with the features by which its answer is rated. */
export interface AnswerCandidate extends Counts {
  unit: Unit
  /** Index of the passage. */
  passage: number
  place: number
  /** True if the unit is the beginning of its document. */
  isFirst: boolean
  /** Share of the title's words that the question names, 0 to 1. */
  named: number
  /** Number of the question's identifiers in the unit or above it. */
  identified: number
  /** True if all identifiers are in the title or in the unit's label. */
  isNamed: boolean
  /** Number of context terms in the title, the heading or the unit. */
  context: number
  /** True if the document is the one quoted in the previous answer. */
  isSubject: boolean
  /** True if the passage is in another language than the question. */
  isForeign: boolean
  /** True for each term that the unit contains verbatim. */
  written: boolean[]
  /** True if a term matches only by translation. */
  isTranslated: boolean
  /** True if the unit is about another of several things that the title names. */
  isOther: boolean
}

const plainBlock = (text: string, { block: { from, to } }: Unit) => toPlainText(text.slice(from, to))

/** Returns true if a passage begins with its own heading. */
const beginsHeaded = ({ text, headings = [] }: Passage) =>
  toPlainText(
    text
      .slice(0, 400)
      .split('\n', 1)[0]
      ?.replace(/^[\s#]+/u, '') ?? '',
  ).includes(toPlainText(headings.at(-1) ?? ''))

/** Creates a counter of the terms in a unit that also marks those that the unit contains verbatim. */
const ownCounter =
  (count: (text: string) => number[], spoken: Language | undefined, { terms, foreign }: Question) =>
  (plain: string) => {
    const own = count(plain)
    const words = new Set(tokenize(plain))
    const written = terms.map(({ word }) => words.has(word))
    const isMeant = spoken !== undefined && foreign.has(spoken)
    return { own, written, isTranslated: isMeant && own.some((met, n) => met > 0 && !written[n]) }
  }

/** Returns everything that can be quoted from these passages. */
export const findAnswerCandidates = (passages: Passage[], asked: Question): AnswerCandidate[] => {
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
    // in a text with headings, the first passage begins with the only heading above it
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
