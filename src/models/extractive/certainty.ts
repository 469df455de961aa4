import type { Asked } from './asked.ts'
import type { AnswerCandidate } from './candidates.ts'
import { isFragment } from './fragment.ts'
import { isShort } from './quotation.ts'

/** So much of what was asked, by weight, stands in a quotation that answers it. */
const minShare = 0.64

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)

/** A word of this share of the rarest one's weight must be said. */
const neededShare = 0.3

/** A word counts as said in one of its own forms, or as a part of a compound. */
const saidCount = 0.5

/** The word of what kind of thing is asked for is seldom in the answer. */
const kindShare = 0.3

/**
 * Whether the heading or title of a quotation names something of what is asked: how something is done is asked in
 * words that may meet by chance elsewhere.
 */
const isAnchored = ({ headed, titled }: AnswerCandidate, { terms, names, identifiers, wantsCode }: Asked) =>
  !wantsCode ||
  names.length + identifiers.length > 0 ||
  terms.some((_, n) => Math.max(headed[n] ?? 0, titled[n] ?? 0) >= saidCount)

/** A number, and not a part of a name such as `str1`. */
const number = /(?<![\p{L}\p{N}_])\p{N}/u

/**
 * How many something is: a number, or a word for one, for none or for any, in the languages in which it is asked;
 * not what is an article as well.
 */
const amount = new RegExp(
  [
    String.raw`\p{N}|(?<!\p{L})(?:`,
    'one|once|two|twice|three|four|five|six|seven|eight|nine|ten|twelve|single|both|none|unlimited|as many',
    '|einmal|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|beide[nrms]?|keine[nrms]?|beliebig|unbegrenzt',
    '|deux|trois|quatre|cinq|sept|huit|neuf|dix|douze|aucune?|illimitée?s?',
    '|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|ningun[oa]?|ningún|ilimitad[oa]s?',
    '|due|tre|quattro|cinque|sette|otto|nove|dieci|dodici|nessun[oa]?|illimitat[oaie]',
    '|dois|duas|três|quatro|sete|oito|dez|doze|nenhuma?|één|twee|drie|vijf|zes|zeven|tien|twaalf|geen|onbeperkte?',
    String.raw`)(?!\p{L})`,
  ].join(''),
  'iu',
)

/** How many words of a question at least are in a title that names nothing else; of two words one. */
const minTitled = 2

/**
 * Whether a quotation is about what is asked, in whatever language: its heading or title names all of it, or it says
 * all of it below a title that names nothing else.
 */
const isNamedWhole = ({ headed, titled, own, named }: AnswerCandidate): boolean =>
  titled.every((count, n) => Math.max(count, headed[n] ?? 0) >= saidCount) ||
  (named === 1 &&
    titled.filter((count) => count >= saidCount).length >= Math.min(minTitled, titled.length - 1) &&
    own.every((count) => count >= saidCount))

/** Words that need no dictionary say what is asked about where they are this many. */
const minSure = 3

/**
 * Whether a quotation in another language says all of what is asked as it was written, as names are, or all of a longer
 * question with one word by the dictionary alone and the others as they were written, or in its heading or title.
 */
const isSaidSurely = ({ own, written, headed, titled, isForeign }: AnswerCandidate): boolean => {
  if (!isForeign || own.length < minSure || own.some((count) => count < saidCount)) return false
  const sure = own.filter((_, n) => written[n] || Math.max(headed[n] ?? 0, titled[n] ?? 0) >= saidCount)
  return written.every(Boolean) || (own.length > minSure && sure.length >= own.length - 1)
}

/**
 * Whether a quotation says itself what was asked: most of it, all rare words and names among it, stands in the
 * sentence or row, in what names it (its label, heading, title), or in its paragraph where that is quoted whole and no
 * name is asked about but that of its label or title. What is met by translation must be met as a whole.
 */
export const isCertain = (candidate: AnswerCandidate, asked: Asked, weights: number[]): boolean => {
  const { unit, own, lead, headed, titled, around, identified, isForeign, isTranslated, isNamed } = candidate
  if (identified < asked.identifiers.length || candidate.isOther || isFragment(unit)) return false
  const isSaid = isSaidSurely(candidate)
  if (isTranslated && asked.wantsCode && !isSaid && !isNamedWhole(candidate)) return false
  const needsFigure = asked.wantsMeasure || (isTranslated && asked.wantsNumber)
  if (needsFigure && !number.test(unit.plain)) return false
  if (asked.wantsCount && !amount.test(unit.plain)) return false
  const isTitled = titled.some((count) => count >= saidCount)
  if (!isTitled && !isSaid && (isTranslated || (isForeign && asked.identifiers.length > 0))) return false
  // what stands around a name may be about another one
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
  // the title names all of its page: what is asked about that must be said beside it
  const rest = wanted.map((weight, n) => ((titled[n] ?? 0) >= saidCount ? 0 : weight))
  const all = sum(rest)
  return all === 0 || sum(rest.map((weight, n) => weight * (near[n] ?? 0))) >= all * minShare
}
