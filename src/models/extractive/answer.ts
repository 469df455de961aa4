import { removePointers, type Language } from '../../language/stop-words.ts'
import { makeTermCounter, extractTerms, type Term } from '../../language/terms.ts'
import { tokenize } from '../../language/tokens.ts'
import { fold } from '../../language/fold.ts'
import { isAnyRelevant } from './relevance.ts'
import { chooseLanguage } from './language.ts'
import { codeSigns, codeWords, greetings, phrases, thanks } from './phrases.ts'
import { escapeLinkText, formatQuotation, splitUnits, type Unit } from './units.ts'
import type { GenerationPart, GenerationRequest } from '../generation-request.ts'

/** So many sentences an answer quotes at the most, and each has so much of the best one's score. */
const maxQuotes = 4
const minScoreShare = 0.55

/** So many blocks of code. */
const maxCodeBlocks = 1

/** Where a word stands counts so much. */
const headingWeight = 0.45
const titleWeight = 0.3

/** What meets less than this of the question is called the closest, not the answer. */
const minCoverage = 0.45

interface ScoredUnit {
  unit: Unit
  /** Which passage it is of, and what comes right behind it there. */
  passage: number
  next: Unit | undefined
  score: number
  coverage: number
}

type Passages = GenerationRequest['passages']

const asksForCode = (question: string) =>
  codeSigns.test(question) ||
  fold(question)
    .match(/[\p{L}]+/gu)
    ?.some((word) => codeWords.has(word)) === true

/** Everything that can be quoted, best first; what has none of the terms only when `isOpen`. */
const scoreUnits = (passages: Passages, terms: Term[], isOpen: boolean, wantsCode: boolean): ScoredUnit[] => {
  const countsOf = makeTermCounter(terms)
  const atMost1 = (counts: number[]) => counts.map((count) => Math.min(1, count))
  const rows = passages.flatMap(({ title, text }, passage) => {
    const titled = atMost1(countsOf(tokenize(title)))
    const units = splitUnits(text)
    return units.map((unit, place) => {
      const own = atMost1(countsOf(tokenize(unit.text)))
      const headed = atMost1(countsOf(tokenize(unit.heading)))
      return { unit, passage, place, next: units[place + 1], own, headed, titled }
    })
  })
  const weights = terms.map((_, n) => {
    const having = rows.filter(({ own, headed }) => (own[n] ?? 0) + (headed[n] ?? 0) > 0).length
    return Math.log(1 + rows.length / (having + 0.5))
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)

  const scored = rows.map(({ unit, passage, place, next, own, headed, titled }) => {
    let [met, covered] = [0, 0]
    for (const [n, weight] of weights.entries()) {
      const [said = 0, above = 0, about = 0] = [own[n], headed[n], titled[n]]
      met += weight * Math.max(said, above * headingWeight, about * titleWeight)
      covered += weight * Math.max(said, above, about)
    }
    const coverage = all === 0 ? 0 : covered / all
    const { length } = unit.text
    const isShort = unit.kind === 'sentence' && length < 25
    const shape =
      (isShort ? 0.5 : 1) *
      (unit.kind === 'code' ? (wantsCode ? 0.85 : 0.5) : 1) *
      (/[?？]$/u.test(unit.text) ? 0.6 : 1) *
      (place === 0 ? 1.15 : 1) *
      (1 - 0.05 * passage)
    const base = isOpen ? 1 / (1 + place) : 0
    return { unit, passage, next, coverage, score: (base + met * (0.3 + 0.7 * coverage)) * shape }
  })
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
}

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

/** A message as it is compared: folded, its words alone, without mentions. */
const normalize = (text: string) =>
  (fold(text.replaceAll(/@\S+/gu, ' ')).match(/[\p{L}\p{M}]+/gu) ?? []).join(' ')

const findLanguage = (said: string, messages: Record<Language, string>) =>
  (Object.entries(messages) as [Language, string][]).find(([, list]) =>
    fold(list).split('|').includes(said),
  )?.[0]

const composeAnswer = (passages: Passages, asked: string, language: Language): string[] => {
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
    const { title, url } = passages[passage] as Passages[number]
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
export async function* generateExtractive(question: GenerationRequest): AsyncGenerator<GenerationPart> {
  const { turns, passages, instructions, locale, signal } = question
  const written = turns.flatMap((turn) => (turn.role === 'user' ? [turn.text] : [])).reverse()
  const asked = written[0] ?? ''
  const said = normalize(asked)
  const [greeted, thanked] = [findLanguage(said, greetings), findLanguage(said, thanks)]
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
