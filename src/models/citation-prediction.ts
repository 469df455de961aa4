import { findConfiguredModel } from './configured-models.ts'
import { analyzeQuestion } from './extractive/question.ts'
import { isAnyRelevant } from './extractive/relevance.ts'
import { makeCounter } from './extractive/term-counts.ts'
import { namedCount } from './extractive/weights.ts'
import type { GenerationRequest } from './generation-request.ts'

/** Returns the numbers that a text cites, as in `[2]`. */
export const citedNumbers = (text: string): Set<number> =>
  new Set([...text.matchAll(/\[(\d{1,2})\]/g)].map(([, number]) => Number(number)))

/** Returns the numbers of the passages that are about the question, or whose title has a word of it. */
const relevantPassages = ({ passages, turns }: GenerationRequest, question: string): Set<number> => {
  const asked = analyzeQuestion(question, turns)
  const count = makeCounter(asked.terms, asked.language)
  const isRelevant = passages.map(
    (one) =>
      asked.isOpen || isAnyRelevant([one], asked) || count(one.title).some((named) => named >= namedCount),
  )
  return new Set([...isRelevant.keys()].filter((index) => isRelevant[index]).map((index) => index + 1))
}

/**
 * Returns the numbers of the passages that an answer may cite, as far as they can be known before the model is called:
 * for the embedded model, those that it will quote; for other models, those relevant to the question.
 */
export const predictCitations = async (
  request: GenerationRequest,
  question: string,
): Promise<Set<number>> => {
  if ((await findConfiguredModel(request.model.id))?.provider !== 'embedded')
    return relevantPassages(request, question)
  const { generateExtractive } = await import('./extractive/answer.ts')
  let text = ''
  for await (const part of generateExtractive(request)) if (part.type === 'text') text += part.text
  return citedNumbers(text)
}
