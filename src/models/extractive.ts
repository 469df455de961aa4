import { removePointers, type Language } from '../language/stop-words.ts'
import { counterOf, termsOf, tokensOf, type Term } from '../language/terms.ts'
import { fold } from '../language/fold.ts'
import { isAnyAbout } from './extractive-fit.ts'
import { answerLanguage } from './extractive-language.ts'
import { codeSigns, codeWords, greetings, phrases, thanks } from './extractive-phrases.ts'
import { linkText, quotation, unitsOf, type Unit } from './extractive-units.ts'
import type { Part, Question } from './port.ts'

/** So many sentences an answer quotes at the most, and each has so much of the best one's score. */
const mostQuotes = 4
const leastShare = 0.55

/** So many blocks of code. */
const mostBlocks = 1

/** Where a word stands counts so much. */
const inHeading = 0.45
const inTitle = 0.3

/** What meets less than this of the question is called the closest, not the answer. */
const leastCoverage = 0.45

interface Scored {
  unit: Unit
  /** Which passage it is of, and what comes right behind it there. */
  passage: number
  next: Unit | undefined
  score: number
  coverage: number
}

type Passages = Question['passages']

const asksForCode = (question: string) =>
  codeSigns.test(question) ||
  fold(question)
    .match(/[\p{L}]+/gu)
    ?.some((word) => codeWords.has(word)) === true

/** Everything that can be quoted, best first; what has none of the terms only when `isOpen`. */
const scoredUnits = (passages: Passages, terms: Term[], isOpen: boolean, wantsCode: boolean): Scored[] => {
  const countsOf = counterOf(terms)
  const atMost1 = (counts: number[]) => counts.map((count) => Math.min(1, count))
  const rows = passages.flatMap(({ title, text }, passage) => {
    const titled = atMost1(countsOf(tokensOf(title)))
    const units = unitsOf(text)
    return units.map((unit, place) => {
      const own = atMost1(countsOf(tokensOf(unit.text)))
      const headed = atMost1(countsOf(tokensOf(unit.heading)))
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
      met += weight * Math.max(said, above * inHeading, about * inTitle)
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
const chosenOf = (scored: Scored[], wantsCode: boolean): { units: Unit[]; passage: number }[] => {
  const least = (scored[0]?.score ?? 0) * leastShare
  const taken = new Set<string>()
  const chosen: { units: Unit[]; passage: number }[] = []
  let blocks = 0
  for (const { unit, passage, next, score } of scored) {
    if (chosen.length === mostQuotes || score < least) break
    if (taken.has(fold(unit.text))) continue
    if (unit.kind === 'code' && blocks === mostBlocks) continue
    const leads = unit.kind === 'sentence' && (wantsCode || /[:：]$/u.test(unit.text)) && blocks < mostBlocks
    const units = leads && next?.kind === 'code' && !taken.has(fold(next.text)) ? [unit, next] : [unit]
    blocks += units.filter(({ kind }) => kind === 'code').length
    for (const { text } of units) taken.add(fold(text))
    chosen.push({ units, passage })
  }
  return chosen
}

/** A message as it is compared: folded, its words alone, without mentions. */
const wordsAlone = (text: string) =>
  (fold(text.replaceAll(/@\S+/gu, ' ')).match(/[\p{L}\p{M}]+/gu) ?? []).join(' ')

const saidIn = (said: string, messages: Record<Language, string>) =>
  (Object.entries(messages) as [Language, string][]).find(([, list]) =>
    fold(list).split('|').includes(said),
  )?.[0]

const answerTo = (passages: Passages, asked: string, language: Language): string[] => {
  const { found, closest, nothing } = phrases[language]
  const terms = termsOf(asked)
  const content = removePointers(terms)
  const isOpen = content.length === 0
  if (!isOpen && !isAnyAbout(passages, content, asked)) return [nothing]
  const wantsCode = asksForCode(asked)
  const scored = scoredUnits(passages, isOpen ? terms : content, isOpen, wantsCode)
  const best = scored[0]
  if (!best) return [nothing]
  const quotes = chosenOf(scored, wantsCode).map(({ units, passage }) => {
    const { title, url } = passages[passage] as Passages[number]
    return quotation(units, `[${passage + 1}] [${linkText(title)}](${url})`)
  })
  return [isOpen || best.coverage >= leastCoverage ? found : closest, ...quotes]
}

const tokens = (texts: string[]) => Math.ceil(texts.reduce((sum, { length }) => sum + length, 0) / 4)

/**
 * Answers without a network: quotes the sentences of the passages that have most of the last question's
 * words, each with its number and link, in the asker's language around them; says so when no passage is about
 * it. It calls no functions, and heeds no instructions. Throws the signal's reason.
 */
export async function* extractive(question: Question): AsyncGenerator<Part> {
  const { turns, passages, instructions, locale, signal } = question
  const written = turns.flatMap((turn) => (turn.role === 'user' ? [turn.text] : [])).reverse()
  const asked = written[0] ?? ''
  const said = wordsAlone(asked)
  const [greeted, thanked] = [saidIn(said, greetings), saidIn(said, thanks)]
  const language = answerLanguage(locale, (greeted ?? thanked) ? [] : written)
  const own = locale === null ? (greeted ?? thanked ?? language) : language
  const pieces = greeted
    ? [phrases[own].hello]
    : thanked
      ? [phrases[own].thanks]
      : answerTo(passages, asked, language)

  const texts = pieces.map((piece, index) => (index === 0 ? piece : `\n\n${piece}`))
  for (const text of texts) {
    signal.throwIfAborted()
    yield { type: 'text', text }
  }
  signal.throwIfAborted()
  const input = tokens([instructions, ...written, ...passages.map(({ text }) => text)])
  yield { type: 'end', usage: { input_tokens: input, output_tokens: tokens(texts) } }
}
