import { fold } from '../../language/fold.ts'
import { removePointers, type Language } from '../../language/stop-words.ts'
import { extractTerms } from '../../language/terms.ts'
import type { GenerationPart, GenerationRequest } from '../generation-request.ts'
import type { Passage } from '../passage.ts'
import { asksForCode } from './code-question.ts'
import { chooseLanguage } from './language.ts'
import { phrases } from './phrases.ts'
import { escapeLinkText, formatQuotation } from './quotation.ts'
import { isAnyRelevant } from './relevance.ts'
import { scoreUnits, type ScoredUnit } from './scoring.ts'
import { findSmallTalk } from './small-talk.ts'
import type { Unit } from './units.ts'

/** What an answer quotes at most; each quotation has at least this share of the best one's score. */
const maxQuotes = 4
const maxCodeBlocks = 1
const minScoreShare = 0.55

/** What meets less than this of the question is called the closest, not the answer. */
const minCoverage = 0.45

/** The best ones, none twice, each with the code that it leads to. */
const chooseQuotes = (scored: ScoredUnit[], wantsCode: boolean): { units: Unit[]; passage: number }[] => {
  const least = (scored[0]?.score ?? 0) * minScoreShare
  const taken = new Set<string>()
  const chosen: { units: Unit[]; passage: number }[] = []
  let blocks = 0
  for (const { unit, passage, next, score } of scored) {
    if (chosen.length === maxQuotes || score < least) break
    if (taken.has(fold(unit.text))) continue
    if (unit.kind === 'code' && blocks === maxCodeBlocks) continue
    const leads =
      unit.kind === 'sentence' && (wantsCode || /[:：]$/u.test(unit.text)) && blocks < maxCodeBlocks
    const units = leads && next?.kind === 'code' && !taken.has(fold(next.text)) ? [unit, next] : [unit]
    blocks += units.filter(({ kind }) => kind === 'code').length
    for (const { text } of units) taken.add(fold(text))
    chosen.push({ units, passage })
  }
  return chosen
}

const composeAnswer = (passages: Passage[], asked: string, language: Language): string[] => {
  const { found, closest, nothing } = phrases[language]
  const terms = extractTerms(asked)
  const content = removePointers(terms)
  const isOpen = content.length === 0
  if (!isOpen && !isAnyRelevant(passages, content, asked)) return [nothing]
  const wantsCode = asksForCode(asked)
  const scored = scoreUnits(passages, isOpen ? terms : content, isOpen, wantsCode)
  const best = scored[0]
  if (!best) return [nothing]
  const quotes = chooseQuotes(scored, wantsCode).map(({ units, passage }) => {
    const { title, url } = passages[passage] as Passage
    return formatQuotation(units, `[${passage + 1}] [${escapeLinkText(title)}](${url})`)
  })
  return [isOpen || best.coverage >= minCoverage ? found : closest, ...quotes]
}

const countTokens = (texts: string[]) => Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / 4)

/**
 * Answers without a network: quotes the sentences of the passages that have most of the last question's
 * words, each with its number and link, in the asker's language around them; says so when no passage is about
 * it. It calls no functions, and heeds no instructions. Throws the signal's reason.
 */
export async function* generateExtractive(request: GenerationRequest): AsyncGenerator<GenerationPart> {
  const { turns, passages, instructions, locale, signal } = request
  const written = turns.flatMap((turn) => (turn.role === 'user' ? [turn.text] : [])).reverse()
  const asked = written[0] ?? ''
  const { greeted, thanked } = findSmallTalk(asked)
  const language = chooseLanguage(locale, (greeted ?? thanked) ? [] : written)
  const own = locale === null ? (greeted ?? thanked ?? language) : language
  const pieces = greeted
    ? [phrases[own].hello]
    : thanked
      ? [phrases[own].thanks]
      : composeAnswer(passages, asked, language)

  const texts = pieces.map((piece, index) => (index === 0 ? piece : `\n\n${piece}`))
  for (const text of texts) {
    signal.throwIfAborted()
    yield { type: 'text', text }
  }
  signal.throwIfAborted()
  const input = countTokens([instructions, ...written, ...passages.map(({ text }) => text)])
  yield { type: 'end', usage: { input_tokens: input, output_tokens: countTokens(texts) } }
}
