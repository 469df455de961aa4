import { findConfiguredModel } from './configured-models.ts'
import { readQuestion } from './extractive/asked.ts'
import { isAnyRelevant } from './extractive/relevance.ts'
import { makeCounter } from './extractive/term-counts.ts'
import type { GenerationRequest } from './generation-request.ts'

/** The numbers that a text cites, as in `[2]`. */
export const citedIn = (text: string): Set<number> =>
  new Set([...text.matchAll(/\[(\d{1,2})\]/g)].map(([, number]) => Number(number)))

/** A word of the title counts as named when it stands there in one of its own forms. */
const namedCount = 0.8

/** The passages that are about what was asked, or whose title has a word of it. */
const relevantPassages = ({ passages, turns }: GenerationRequest, question: string): Set<number> => {
  const asked = readQuestion(question, turns)
  const count = makeCounter(asked.terms, asked.language)
  const isRelevant = passages.map(
    (one) =>
      asked.isOpen || isAnyRelevant([one], asked) || count(one.title).some((named) => named >= namedCount),
  )
  return new Set([...isRelevant.keys()].filter((index) => isRelevant[index]).map((index) => index + 1))
}

/**
 * The numbers of the passages that an answer may cite, as far as that can be known before the model is asked: of the
 * embedded one, which is no more than its quotations, those that it will cite; of others, those that have to do with
 * the question.
 */
export const foreseeCitations = async (
  request: GenerationRequest,
  question: string,
): Promise<Set<number>> => {
  if ((await findConfiguredModel(request.model.id))?.provider !== 'embedded')
    return relevantPassages(request, question)
  const { generateExtractive } = await import('./extractive/answer.ts')
  let text = ''
  for await (const part of generateExtractive(request)) if (part.type === 'text') text += part.text
  return citedIn(text)
}
