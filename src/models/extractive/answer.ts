import { fold } from '../../language/fold.ts'
import { guessLanguage } from '../../language/detection.ts'
import type { Language } from '../../language/stop-words.ts'
import type { AttachedFile } from '../attached-file.ts'
import type { GenerationPart, GenerationRequest } from '../generation-request.ts'
import type { Passage } from '../passage.ts'
import { analyzeQuestion, withTranslation, withSynonyms, type Question } from './question.ts'
import { chooseLanguage, phrases } from './phrases.ts'
import { escapeLinkText, formatQuotation, toPieces, type Piece } from './quotation.ts'
import { asksAboutFile } from './file-question.ts'
import { arrange, isSure } from './quote-order.ts'
import { isAnyRelevant } from './relevance.ts'
import { countIdentifiers, type Identifier } from './identifiers.ts'
import { findRequest } from './request-to-act.ts'
import { scoreUnits, type ScoredUnit } from './score.ts'
import { makeCounter } from './term-counts.ts'
import { findSmallTalk } from './small-talk.ts'
import { minClosestCoverage, minCoverage, minScoreShare, namedCount } from './weights.ts'

/** Maximum numbers of quotations, of code blocks, and of quotations that only come close to the question. */
const maxQuotes = 4
const maxCodeBlocks = 1
const maxClosest = 3

interface Quote {
  passage: Passage
  number: number
  pieces: Piece[]
}

const overlaps = (one: Piece, other: Piece) => one.from < other.to && other.from < one.to

/** Returns the best units with their context, without duplicates. */
const chooseQuotes = (scored: ScoredUnit[], passages: Passage[], asked: Question): Quote[] => {
  const least = Math.max(0, ...scored.map(({ score }) => score)) * minScoreShare
  const said = new Set<string>()
  const quotes: Quote[] = []
  let blocks = 0
  for (const { unit, passage: index, score, isPart } of scored) {
    if (quotes.length === maxQuotes || score < least) break
    const passage = passages[index] as Passage
    const pieces = toPieces(passage, unit, { wantsCode: asked.wantsCode, isPart })
    const texts = pieces.map(({ from, to }) => fold(passage.text.slice(from, to)))
    const codes = pieces.filter(({ kind }) => kind === 'code').length
    const others = quotes.filter((quote) => quote.number === index + 1).flatMap((quote) => quote.pieces)
    const isTwice = pieces.some(
      (piece, n) => said.has(texts[n] ?? '') || others.some((one) => overlaps(one, piece)),
    )
    if (isTwice || (codes > 0 && blocks === maxCodeBlocks)) continue
    blocks += codes
    for (const text of texts) said.add(text)
    quotes.push({ passage, number: index + 1, pieces })
  }
  return quotes
}

/** Returns the confidence that a unit answers the question. */
const judge = (asked: Question, { coverage, isCertain, passage }: ScoredUnit, passages: Passage[]) => {
  if (asked.isOpen) return 'found'
  const { title, text } = passages[passage] as Passage
  const spoken = guessLanguage(text)
  const isForeign = spoken !== asked.language
  // a question in another language shares only names with the passage; exact identifiers count in any language
  const isName = makeCounter(asked.terms, asked.language)(title).some((count) => count >= namedCount)
  const isKnown = asked.identifiers.some(({ isExact }) => isExact)
  if (coverage >= minCoverage && isCertain) return 'found'
  // words of a dictionary are ambiguous: more of them must match, and a mere mention does not define a thing
  const isTranslated = spoken !== undefined && asked.foreign.has(spoken)
  const isNear = isTranslated
    ? coverage >= minCoverage && !asked.isDefinition
    : coverage >= minClosestCoverage
  return isNear || isKnown || (isForeign && isName) ? 'closest' : 'nothing'
}

/** Returns the identifiers of a question that occur in none of the passages. */
const findUnknown = (passages: Passage[], identifiers: Identifier[]) => {
  const said = passages
    .map(({ title, headings = [], text }) => [title, ...headings, text].join('\n'))
    .join('\n')
  return identifiers.filter((one) => countIdentifiers(said, [one]) === 0)
}

/** Returns sentences that name the attached files that cannot be read. */
const describeUnread = (files: AttachedFile[], language: Language): string[] => {
  const { unreadable, notReadYet } = phrases[language]
  const describe = (sentence: string, some: AttachedFile[]) =>
    some.length === 0 ? [] : [`${sentence} ${some.map(({ name }) => `“${escapeLinkText(name)}”`).join(', ')}`]
  return [
    ...describe(
      unreadable,
      files.filter(({ isPending }) => !isPending),
    ),
    ...describe(
      notReadYet,
      files.filter(({ isPending }) => isPending),
    ),
  ]
}

/** Answers a question with files from the files alone; for a question about a file as a whole, quotes its beginning. */
const composeFromFiles = async (
  request: GenerationRequest,
  files: AttachedFile[],
  asked: Question,
  language: Language,
) => {
  const isRead = ({ text }: AttachedFile) => text !== undefined
  const own = request.passages.filter(({ id }) => files.some((file) => file.id === id))
  const isOpen = asked.isOpen || asksAboutFile(asked.text)
  const answer = files.some(isRead) ? await composeAnswer(own, { ...asked, isOpen }, language) : []
  return [
    ...answer,
    ...describeUnread(
      files.filter((file) => !isRead(file)),
      language,
    ),
  ]
}

/**
 * Returns the quotable units, best first. Falls back to synonyms of the question's terms if no unit is sure without
 * them.
 */
const findQuotable = async (passages: Passage[], asked: Question): Promise<ScoredUnit[]> => {
  const scored = arrange(scoreUnits(passages, asked))
  if (!scored[0] || isSure(scored[0])) return scored
  const others = arrange(scoreUnits(passages, await withSynonyms(asked)))
  return others[0] && isSure(others[0]) ? others : scored
}

const composeAnswer = async (passages: Passage[], asked: Question, language: Language): Promise<string[]> => {
  const own = phrases[language]
  if (!asked.isOpen && !isAnyRelevant(passages, asked)) return [own.nothing]
  const unknown = findUnknown(passages, asked.identifiers)
  if (unknown.some(({ isExact }) => isExact)) return [own.nothing]
  const identifiers = asked.identifiers.filter((one) => !unknown.includes(one) || one.name.length > 1)
  const scored = await findQuotable(passages, { ...asked, identifiers })
  const best = scored[0]
  const isCertain = identifiers.length === asked.identifiers.length && best?.isCertain === true
  const verdict = best ? judge(asked, { ...best, isCertain }, passages) : 'nothing'
  if (verdict === 'nothing') return [own.nothing]
  const quotes = chooseQuotes(scored, passages, asked).map(({ passage, number, pieces }) =>
    formatQuotation(passage, pieces, `[${number}] [${escapeLinkText(passage.title)}](${passage.url})`),
  )
  return [own[verdict], ...quotes.slice(0, verdict === 'closest' ? maxClosest : maxQuotes)]
}

const countTokens = (texts: string[]) => Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / 4)

/**
 * Answers without a network: quotes the sentences of the passages that share most words with the last question, each
 * with its number and link, framed in the requester's language. Says so if no passage is relevant. Calls no functions
 * and ignores instructions. Throws the signal's reason.
 */
export async function* generateExtractive(request: GenerationRequest): AsyncGenerator<GenerationPart> {
  const { turns, passages, instructions, locale, signal } = request
  const written = turns.flatMap((turn) => (turn.role === 'user' ? [turn.text] : [])).reverse()
  const asked = written[0] ?? ''
  const files = turns.findLast((turn) => turn.role === 'user')?.attachments ?? []
  const { greeted, thanked } = findSmallTalk(asked)
  const language = chooseLanguage(locale, (greeted ?? thanked) ? [] : written)
  const requested = findRequest(asked)
  // a message of a few words may be too short to detect its language, but greetings, thanks and requests have one
  const said = greeted ?? thanked ?? (requested.includes(language) ? language : requested[0])
  const own = locale === null ? (said ?? language) : language
  const understand = () => withTranslation(analyzeQuestion(asked, turns), passages)
  const pieces = greeted
    ? [phrases[own].hello]
    : thanked
      ? [phrases[own].thanks]
      : requested.length > 0
        ? [phrases[own].lookupOnly]
        : files.length > 0
          ? await composeFromFiles(request, files, await understand(), language)
          : await composeAnswer(passages, await understand(), language)

  const isFirst = !turns.some(({ role }) => role === 'assistant')
  const texts = [...pieces, ...(isFirst ? [phrases[own].about] : [])].map((piece, index) =>
    index === 0 ? piece : `\n\n${piece}`,
  )
  for (const text of texts) {
    signal.throwIfAborted()
    yield { type: 'text', text }
  }
  signal.throwIfAborted()
  const input = countTokens([instructions, ...written, ...passages.map(({ text }) => text)])
  yield { type: 'end', usage: { input_tokens: input, output_tokens: countTokens(texts) } }
}
