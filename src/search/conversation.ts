import type { KnowledgeRef } from '../assistants/assistant/knowledge-ref.ts'
import { guessLanguage } from '../language/detection.ts'
import { referredTo } from '../language/follow-up.ts'
import { removePointers } from '../language/pointers.ts'
import { extractTerms, makeTermCounter, ownWays, type Term } from '../language/terms.ts'
import { tokenize } from '../language/tokens.ts'
import type { Passage } from '../models/passage.ts'
import { findEmbeddingModel } from '../models/configured-models.ts'
import { awaitLater } from '../platform/runtime/await-later.ts'
import type { Actor } from '../platform/identity/actor.ts'
import type { Reader } from '../platform/resource.ts'
import { knowledgeTypes } from '#generated/resource-types.ts'
import type { EmbeddedQuestion } from './embedded-question.ts'
import { readLanguages, termsMet, translateQuestion } from './foreign-question.ts'
import type { Sought } from './lookup.ts'
import { findPassages } from './retrieval.ts'

const maxPassages = 8

const passageTextKey = ({ type, id, text }: Passage) => `${type}#${id}#${text}`

/** Removes duplicate passages, and keeps the first of each. */
const distinctPassages = (passages: Passage[]): Passage[] => [
  ...new Map(passages.map((passage) => [passageTextKey(passage), passage])).values(),
]

/**
 * Maximum number of leading passages found together with earlier messages; the others are found by the message itself.
 */
const maxJoined = 4

const passageKnowledge = (passage: Passage | undefined): KnowledgeRef[] => {
  const type = knowledgeTypes.find((one) => one === passage?.type)
  return passage && type ? [{ type, id: passage.id }] : []
}

/** Returns a question in its own words, in the form of a foreign question. */
const inOwnWords = (terms: Term[]) => ({ all: ownWays(terms), split: () => [] })

/** Returns true if a passage in the question's language has all of its words, so that no translation is needed. */
const hasAllTerms = (passages: Passage[], question: string, terms: Term[]): boolean => {
  const language = guessLanguage(question)
  const countTerms = makeTermCounter(terms)
  return passages.some(
    ({ title, text }) =>
      countTerms(tokenize(`${title}\n${text}`)).every((count) => count > 0) &&
      guessLanguage(text) === language,
  )
}

/** Number of passages found by the question's own words that are always kept. */
const maxOwn = 3

/** A passage with the number of terms of the question that it contains. */
interface Met {
  passage: Passage
  met: number
}

const withMet = (passages: Passage[], met: number[]): Met[] =>
  passages.map((passage, n) => ({ passage, met: met[n] ?? 0 }))

/**
 * Merges passages, those with the most terms of the question first. Among passages with equally many terms, the ones in
 * the question's own language come first, and then the lists alternate.
 */
const mergePassages = (own: Met[], foreign: Met[][]): Passage[] => {
  const longest = Math.max(...foreign.map(({ length }) => length))
  const turns = Array.from({ length: longest }, (_, n) => foreign.flatMap((list) => list[n] ?? [])).flat()
  const sorted = [...own, ...turns].sort((a, b) => b.met - a.met).map(({ passage }) => passage)
  const kept = distinctPassages([...own.slice(0, maxOwn).map(({ passage }) => passage), ...sorted])
  const shown = new Set(kept.slice(0, maxPassages).map(passageTextKey))
  return distinctPassages(sorted).filter((passage) => shown.has(passageTextKey(passage)))
}

/** Embeds the question, if an embedding model is configured. */
const embed = async (
  question: string,
  onTokens: (count: number) => void,
): Promise<EmbeddedQuestion | undefined> => {
  const model = await findEmbeddingModel()
  if (!model || question.trim() === '') return undefined
  const { embedQuestion } = await import('./embedded-question.ts')
  const embedded = await embedQuestion(model, question)
  onTokens(embedded?.tokens ?? 0)
  return embedded
}

/**
 * Returns passages related to the last message that the asker may currently read, best first: at most eight. If the
 * message refers back, searches for it together with the messages that it refers to, then for it alone in the resource
 * found this way, and after that for it alone everywhere, because it may change the subject. Omits passages that one of
 * `others` may not read. With `onTokens`, which receives the number of tokens read, an embedding model decides the
 * order, in one call.
 */
export const findPassagesFor = async (
  actor: Actor,
  messages: string[],
  within: KnowledgeRef[],
  others: Reader[] = [],
  onTokens?: (count: number) => void,
): Promise<Passage[]> => {
  const last = messages.at(-1) ?? ''
  const earlier = referredTo(messages)
  const embedded = onTokens && awaitLater(embed([...earlier, last].join(' '), onTokens))
  const find = (sought: string | Sought, places = within) =>
    findPassages(actor, sought, places, others, embedded)
  const findInAnyLanguage = async (question: string) => {
    const [found, languages] = await Promise.all([find(question), readLanguages()])
    const terms = removePointers(extractTerms(question))
    if (hasAllTerms(found, question, terms)) return found
    const foreign = await translateQuestion(question, terms, languages)
    if (foreign.length === 0) return found
    const lists = await Promise.all(
      foreign.map(async (one) => {
        const passages = await find(one)
        return withMet(passages, termsMet(one, passages))
      }),
    )
    return mergePassages(withMet(found, termsMet(inOwnWords(terms), found)), lists)
  }
  if (earlier.length > 0) {
    const [joined, alone] = await Promise.all([find([...earlier, last].join(' ')), find(last)])
    const subject = passageKnowledge(joined[0])
    const inSubject = subject.length > 0 ? await find(last, subject) : []
    const first = [...joined.slice(0, maxJoined), ...inSubject]
    return distinctPassages([...first, ...alone, ...joined]).slice(0, maxPassages)
  }
  const found = await findInAnyLanguage(last)
  if (found.length > 0 || messages.length < 2) return found
  return find(messages.slice(-2).join(' '))
}
