import type { KnowledgeRef } from '../assistants/assistant/knowledge-ref.ts'
import { guessLanguage } from '../language/detection.ts'
import { referredTo } from '../language/follow-up.ts'
import { removePointers } from '../language/stop-words.ts'
import { extractTerms, makeTermCounter, type Term } from '../language/terms.ts'
import { tokenize } from '../language/tokens.ts'
import type { Passage } from '../models/passage.ts'
import { findEmbeddingModel } from '../models/configured-models.ts'
import { awaitLater } from '../platform/runtime/await-later.ts'
import type { Actor } from '../platform/identity/actor.ts'
import type { Reader } from '../platform/resource.ts'
import { knowledgeTypes } from '#generated/resource-types.ts'
import type { EmbeddedQuestion } from './embedded-question.ts'
import { findPassages } from './retrieval.ts'

const maxPassages = 8

const distinct = (passages: Passage[]): Passage[] => [
  ...new Map(passages.map((passage) => [`${passage.type}#${passage.id}#${passage.text}`, passage])).values(),
]

/** How many of them are found with what was said before; the others by the message itself. */
const maxJoined = 4

const knowledgeOf = (passage: Passage | undefined): KnowledgeRef[] => {
  const type = knowledgeTypes.find((one) => one === passage?.type)
  return passage && type ? [{ type, id: passage.id }] : []
}

/** How many words of another language stand for one of the question at the most. */
const maxTranslations = 2

/** Whether one of the passages has all words of a question: then it need not be asked in other languages. */
const isMet = (passages: Passage[], terms: Term[]): boolean => {
  const countsOf = makeTermCounter(terms)
  return passages.some(({ title, text }) =>
    countsOf(tokenize(`${title}\n${text}`)).every((count) => count > 0),
  )
}

/** A question in the other languages of the dictionaries, by the words that they have, with the names in it. */
const translateQuestion = async (question: string, terms: Term[]): Promise<string[]> => {
  const from = guessLanguage(question)
  const { translatedLanguages, translate } = await import('../language/translation.ts')
  if (!from || !translatedLanguages.includes(from)) return []
  const words = terms.map(({ word }) => word)
  return translatedLanguages.flatMap((to) => {
    const translated = to === from ? [] : translate(words, from, to)
    if (translated.every((others) => others.length === 0)) return []
    const said = words.flatMap((word, n) => {
      const others = translated[n] ?? []
      return others.length > 0 ? others.slice(0, maxTranslations) : [word]
    })
    return said.join(' ')
  })
}

/** The passages in turns, the first of each first. */
const interleave = (lists: Passage[][]): Passage[] =>
  Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, n) =>
    lists.flatMap((list) => list[n] ?? []),
  ).flat()

/** What was asked with its embedding, where a model makes one. */
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
 * What the asker may read now that has to do with the last of their messages, best first: at most eight passages. A
 * message that refers back is looked up with what it refers to, then by itself in the thing that is found so, and
 * behind that by itself everywhere: it may change the subject. What one of `others` may not read is left out. With
 * `onTokens`, which is told how many tokens it has read, a model for embeddings is asked, once, for the order.
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
  const find = (text: string, places = within) => findPassages(actor, text, places, others, embedded)
  const findInAnyLanguage = async (question: string) => {
    const found = await find(question)
    const terms = removePointers(extractTerms(question))
    if (isMet(found, terms)) return found
    const others = await Promise.all((await translateQuestion(question, terms)).map((text) => find(text)))
    return distinct(interleave([found, ...others])).slice(0, maxPassages)
  }
  if (earlier.length > 0) {
    const [joined, alone] = await Promise.all([find([...earlier, last].join(' ')), find(last)])
    const subject = knowledgeOf(joined[0])
    const inSubject = subject.length > 0 ? await find(last, subject) : []
    const first = [...joined.slice(0, maxJoined), ...inSubject]
    return distinct([...first, ...alone, ...joined]).slice(0, maxPassages)
  }
  const found = await findInAnyLanguage(last)
  if (found.length > 0 || messages.length < 2) return found
  return find(messages.slice(-2).join(' '))
}
