import amounts from '#generated/words/amounts.json' with { type: 'json' }
import { matchAny } from '../../language/word-lists.ts'
import type { Question } from './question.ts'
import type { AnswerCandidate } from './candidates.ts'
import { isFragment } from './fragment.ts'
import { isShort } from './quotation.ts'
import { kindShare, minCertainShare, minSure, minTitled, neededShare, saidCount } from './weights.ts'

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/**
 * Returns true if the heading or title names something of the question. A question how something is done consists of
 * words that may match elsewhere by chance.
 */
const isAnchored = (
  { headed, titled }: AnswerCandidate,
  { terms, names, identifiers, wantsCode }: Question,
) =>
  !wantsCode ||
  names.length + identifiers.length > 0 ||
  terms.some((_, n) => Math.max(headed[n] ?? 0, titled[n] ?? 0) >= saidCount)

/** A number that is not part of a name such as `str1`. */
const number = /(?<![\p{L}\p{N}_])\p{N}/u

/**
 * An amount: a number, or a word for a number, for none or for any, in the supported languages; words that are articles
 * as well are left out.
 */
const amount = new RegExp(String.raw`\p{N}|(?<!\p{L})(?:${matchAny(amounts)})(?!\p{L})`, 'iu')

/**
 * Returns true if a quotation in any language is about the question: its heading or title has all terms, or the
 * quotation itself has all terms and its title names nothing else.
 */
const isNamedWhole = ({ headed, titled, own, named }: AnswerCandidate): boolean =>
  titled.every((count, n) => Math.max(count, headed[n] ?? 0) >= saidCount) ||
  (named === 1 &&
    titled.filter((count) => count >= saidCount).length >= Math.min(minTitled, titled.length - 1) &&
    own.every((count) => count >= saidCount))

/**
 * Returns true if a quotation in another language contains all terms verbatim, as it does names; or if it contains all
 * terms of a longer question, at most one by the dictionary alone and the others verbatim or in the heading or title.
 */
const isSaidSurely = ({ own, written, headed, titled, isForeign }: AnswerCandidate): boolean => {
  if (!isForeign || own.length < minSure || own.some((count) => count < saidCount)) return false
  const sure = own.filter((_, n) => written[n] || Math.max(headed[n] ?? 0, titled[n] ?? 0) >= saidCount)
  return written.every(Boolean) || (own.length > minSure && sure.length >= own.length - 1)
}

/**
 * Returns true if a quotation by itself answers the question: most of the terms, including all rare words and names,
 * occur in the sentence or row, in its label, heading or title, or in its paragraph if that is quoted whole and the
 * question has no identifiers other than those of the label or title. A match by translation must be complete.
 */
export const isCertain = (candidate: AnswerCandidate, asked: Question, weights: number[]): boolean => {
  const { unit, own, lead, headed, titled, around, identified, isForeign, isTranslated, isNamed } = candidate
  if (identified < asked.identifiers.length || candidate.isOther || isFragment(unit)) return false
  const isSaid = isSaidSurely(candidate)
  if (isTranslated && asked.wantsCode && !isSaid && !isNamedWhole(candidate)) return false
  const needsFigure = asked.wantsMeasure || (isTranslated && asked.wantsNumber)
  if (needsFigure && !number.test(unit.plain)) return false
  if (asked.wantsCount && !amount.test(unit.plain)) return false
  const isTitled = titled.some((count) => count >= saidCount)
  if (!isTitled && !isSaid && (isTranslated || (isForeign && asked.identifiers.length > 0))) return false
  // text around a name may be about another name
  const isWhole = isShort(unit.block) && isNamed
  const wanted = weights.map((weight, n) => weight * (asked.terms[n]?.word === asked.kind ? kindShare : 1))
  const near = wanted.map((_, n) =>
    Math.max(own[n] ?? 0, lead[n] ?? 0, headed[n] ?? 0, isWhole ? (around[n] ?? 0) : 0),
  )
  const rarest = Math.max(...wanted)
  const isLacking = asked.terms.some(({ word }, n) => {
    const isNeeded = isTranslated || (wanted[n] ?? 0) >= rarest * neededShare || asked.names.includes(word)
    return isNeeded && Math.max(near[n] ?? 0, titled[n] ?? 0) < saidCount
  })
  if (isLacking || !(isSaid || isAnchored(candidate, asked))) return false
  // the title names the topic of the whole page: the rest of the question must occur beside it
  const rest = wanted.map((weight, n) => ((titled[n] ?? 0) >= saidCount ? 0 : weight))
  const all = sum(rest)
  return all === 0 || sum(rest.map((weight, n) => weight * (near[n] ?? 0))) >= all * minCertainShare
}
